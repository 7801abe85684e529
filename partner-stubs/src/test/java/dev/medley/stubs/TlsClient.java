package dev.medley.stubs;

import dev.medley.stubs.tls.CertificateAuthority;
import dev.medley.stubs.tls.KeyStores;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** Sockets that verify the partner as clients of HTTP do, and trust one authority. */
public record TlsClient(SSLContext context) {

    public static TlsClient trusting(CertificateAuthority authority) throws GeneralSecurityException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(KeyStores.ofTrusted(authority.certificate()));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return new TlsClient(context);
    }

    /** Connects without a handshake. */
    public SSLSocket connect(int port, String... protocols) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(RawClient.PATIENCE_MILLIS);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setApplicationProtocols(protocols);
        socket.setSSLParameters(parameters);
        return socket;
    }

    /** Secures a socket that is connected, without a handshake yet. */
    public SSLSocket over(Socket connected, String version) throws IOException {
        SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(connected, "localhost", connected.getPort(), true);
        socket.setEnabledProtocols(new String[] {version});
        return socket;
    }
}
