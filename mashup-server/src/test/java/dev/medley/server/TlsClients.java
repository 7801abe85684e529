package dev.medley.server;

import dev.medley.stubs.tls.IssuedCertificate;
import dev.medley.tls.internal.PemFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** Clients with TLS that trust one authority. */
public final class TlsClients {

    private static final int PATIENCE = 20_000;

    private final Path authority;

    /** Creates clients that trust the certificate in the file {@code authority}. */
    public TlsClients(Path authority) {
        this.authority = authority;
    }

    /** Returns a client that presents no certificate. */
    HttpClient client(HttpClient.Version version) {
        return HttpClient.newBuilder().version(version).sslContext(context()).build();
    }

    /** Returns a client of HTTP/2 that presents a certificate, if the server names its authority. */
    HttpClient client(IssuedCertificate certificate) {
        return client(context(keyManagers(certificate)));
    }

    /** Returns a client of HTTP/2 that presents a certificate in any case. */
    HttpClient insisting(IssuedCertificate certificate) {
        return client(context(insistingKeys(certificate)));
    }

    /** Returns a connected socket that presents a certificate in any case. */
    SSLSocket insisting(int port, IssuedCertificate certificate) throws IOException {
        return socket(port, insistingKeys(certificate));
    }

    private static KeyManager insistingKeys(IssuedCertificate certificate) {
        return new InsistingKeys((X509ExtendedKeyManager) keyManagers(certificate)[0]);
    }

    private static HttpClient client(SSLContext context) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_2)
                .sslContext(context)
                .build();
    }

    static HttpResponse<String> get(HttpClient client, URI uri) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }

    /** Returns a connected socket before its handshake, with no name asked for. */
    public SSLSocket socket(int port) throws IOException {
        return socket(port, new KeyManager[0]);
    }

    /** Returns a socket over {@code connected}, which has no handshake behind it. */
    SSLSocket over(Socket connected) throws IOException {
        return (SSLSocket) context().getSocketFactory().createSocket(connected, "localhost", connected.getPort(), true);
    }

    private SSLSocket socket(int port, KeyManager... keys) throws IOException {
        SSLSocket socket =
                (SSLSocket) context(keys).getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE);
        return socket;
    }

    /** Returns the certificate that the server presents to a client that asks for {@code name}, or for none. */
    public X509Certificate certificate(int port, @Nullable String name) throws IOException {
        try (SSLSocket socket = socket(port)) {
            if (name != null) {
                SSLParameters parameters = socket.getSSLParameters();
                parameters.setServerNames(List.of(new SNIHostName(name)));
                socket.setSSLParameters(parameters);
            }
            socket.startHandshake();
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        }
    }

    private static KeyManager[] keyManagers(IssuedCertificate certificate) {
        try {
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(PemFiles.keyStore(certificate.chain(), certificate.key()), new char[0]);
            return factory.getKeyManagers();
        } catch (GeneralSecurityException x) {
            throw new IllegalStateException(x);
        }
    }

    private SSLContext context(KeyManager... keys) {
        try {
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(PemFiles.trustStore(List.of(authority)));
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException x) {
            throw new IllegalStateException(x);
        }
    }
}
