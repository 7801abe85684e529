package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.tls.CertificateAuthority;
import dev.medley.stubs.tls.CertificateRequest;
import dev.medley.stubs.tls.IssuedCertificate;
import dev.medley.thread.internal.Soon;
import dev.medley.tls.internal.PemFiles;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bodies over TLS that are as long as the connection lasts. Only close_notify shows that such a body is complete; the end of
 * the socket may be made by anyone on the way (RFC 9112, section 9.8).
 */
class TlsTruncationTest {

    @TempDir
    private static Path folder;

    private static CertificateAuthority authority;
    private static SSLContext tls;

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    @BeforeAll
    static void createCertificate() throws Exception {
        authority = CertificateAuthority.create(folder, "authority");
        IssuedCertificate server = authority.issue(CertificateRequest.forHosts("127.0.0.1"));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(PemFiles.keyStore(server.chain(), server.key()), new char[0]);
        tls = SSLContext.getInstance("TLS");
        tls.init(keys.getKeyManagers(), null, null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.0 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"})
    void aBodyThatEndsWithCloseNotifyIsComplete(String head) throws Exception {
        RecordingListener exchange = exchangeWith(head + "all of it", true);
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(exchange.response().text()).isEqualTo("all of it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.0 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"})
    void aBodyThatEndsWithoutCloseNotifyIsNotComplete(String head) throws Exception {
        RecordingListener exchange = exchangeWith(head + "a part of it", false);
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        assertThat(exchange.events()).contains(Event.HEADERS_COMPLETED).doesNotContain(Event.BODY_COMPLETED);
    }

    private RecordingListener exchangeWith(String response, boolean closeNotify) throws Exception {
        try (ServerSocket port = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port.setSoTimeout((int) Soon.PATIENCE.toMillis());
            CompletableFuture<Void> partner = CompletableFuture.runAsync(unchecked(() -> {
                answer(port, response, closeNotify);
                return null;
            }));
            rig.start(at("https://127.0.0.1:" + port.getLocalPort())
                    .tls(tls -> tls.trust(authority.certificate()))
                    .retries(0));
            RecordingListener exchange = rig.get("/");
            exchange.awaitEnd();
            partner.get(Soon.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            return exchange;
        }
    }

    private static void answer(ServerSocket port, String response, boolean closeNotify) throws Exception {
        Socket socket = port.accept();
        SSLSocket secured = (SSLSocket) tls.getSocketFactory().createSocket(socket, null, true);
        try {
            secured.setUseClientMode(false);
            readHead(secured.getInputStream());
            secured.getOutputStream().write(response.getBytes(StandardCharsets.ISO_8859_1));
        } finally {
            (closeNotify ? secured : socket).close();
        }
    }

    private static void readHead(InputStream in) throws Exception {
        StringBuilder head = new StringBuilder();
        for (int next = in.read(); next >= 0 && head.append((char) next).indexOf("\r\n\r\n") < 0; ) {
            next = in.read();
        }
    }

    private static Runnable unchecked(Callable<Void> work) {
        return () -> {
            try {
                work.call();
            } catch (Exception x) {
                throw new IllegalStateException(x);
            }
        };
    }
}
