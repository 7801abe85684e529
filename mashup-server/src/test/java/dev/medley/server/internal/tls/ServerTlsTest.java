package dev.medley.server.internal.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.medley.config.ServerSettings;
import dev.medley.config.TlsSettings;
import dev.medley.server.TlsClients;
import dev.medley.server.internal.admin.ManualClock;
import dev.medley.server.internal.admin.log.LogLines;
import dev.medley.stubs.tls.CertificateAuthority;
import dev.medley.stubs.tls.CertificateRequest;
import dev.medley.stubs.tls.IssuedCertificate;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocket;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.DefaultHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerTlsTest {

    private static final Duration LOOK = Duration.ofSeconds(ServerTls.LOOK_SECONDS);
    private static final Duration HANDSHAKE = Duration.ofSeconds(7);

    private static final String WARNING = "WARN ";
    private static final Pattern LENGTH = Pattern.compile("(?i)content-length: ([0-9]+)");

    @TempDir
    static Path authorities;

    private static CertificateAuthority authority;
    private static IssuedCertificate first;
    private static IssuedCertificate second;

    @TempDir
    Path folder;

    private final ManualClock clock = new ManualClock();
    private final AtomicBoolean failing = new AtomicBoolean();
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    private final LogLines log = LogLines.of("dev.medley.server.internal.tls");
    private final Server server = new Server();
    private Path chain;
    private Path key;
    private ServerTls tls;
    private ServerConnector connector;

    @BeforeAll
    static void issue() {
        authority = CertificateAuthority.create(authorities, "Test");
        first = authority.issue(CertificateRequest.forHosts("first.test"));
        second = authority.issue(CertificateRequest.forHosts("second.test"));
    }

    @BeforeEach
    void start() throws Exception {
        chain = folder.resolve("server.pem");
        key = folder.resolve("server.key");
        replace(first);
        serve();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
        tls.close();
        log.close();
    }

    @Test
    void newHandshakesGetTheNewCertificateAndOpenConnectionsStay() throws IOException {
        try (SSLSocket open = clients().socket(connector.getLocalPort())) {
            get(open);

            replace(second);
            assertThat(presented()).isEqualTo("CN=first.test");
            clock.pass(LOOK);

            assertThat(presented()).isEqualTo("CN=second.test");
            get(open);
        }
        assertThat(tls.state().certificates())
                .extracting(ServerCertificate::subject)
                .containsExactly("CN=second.test");
        assertThat(warnings()).isEmpty();
    }

    @Test
    void aSecondChangeIsNoticedToo() throws IOException {
        replace(second);
        clock.pass(LOOK);
        replace(first);
        clock.pass(LOOK);

        assertThat(presented()).isEqualTo("CN=first.test");
    }

    @Test
    void aKeyThatIsReplacedAfterItsCertificateIsWaitedForInSilence() throws IOException {
        copy(second.chain(), chain);
        clock.pass(LOOK);
        assertThat(presented()).isEqualTo("CN=first.test");

        copy(second.key(), key);
        clock.pass(LOOK);

        assertThat(presented()).isEqualTo("CN=second.test");
        assertThat(warnings()).isEmpty();
    }

    @Test
    void filesThatStayBrokenAreLoggedOnceAndTheOldCertificateStays() throws IOException {
        copy(second.chain(), chain);
        clock.pass(LOOK.multipliedBy(5));

        assertThat(presented()).isEqualTo("CN=first.test");
        assertThat(warnings())
                .containsExactly("server.tls: the files have changed and cannot be used; the old certificates stay: "
                        + key + ": the key does not belong to the certificate (CN=second.test); expected the key of the"
                        + " first certificate in " + chain);
    }

    /** The root has issued itself, so that the order is right. */
    @Test
    void aChainWithOneCertificateTwiceIsRefusedAndTheWatchGoesOn() throws Exception {
        String root = Files.readString(authority.certificate());
        Files.writeString(chain, Files.readString(second.chain()) + root + root);
        copy(second.key(), key);
        clock.pass(LOOK.multipliedBy(3));

        assertThat(presented()).isEqualTo("CN=first.test");
        assertThat(warnings())
                .singleElement()
                .asString()
                .contains(" repeats certificate 2; expected each certificate once");
        assertThatThrownBy(() -> ServerTls.open("server.tls", settings(), now::get, Runnable::run))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("server.tls: " + chain);

        replace(second);
        clock.pass(LOOK);
        assertThat(presented()).isEqualTo("CN=second.test");
    }

    @Test
    void aLookThatFailsByADefectIsNotTheLast() throws IOException {
        failing.set(true);
        clock.pass(LOOK.multipliedBy(2));
        failing.set(false);
        replace(second);
        clock.pass(LOOK);

        assertThat(presented()).isEqualTo("CN=second.test");
    }

    @Test
    void aFileThatIsMissingForAMomentIsNoFault() throws IOException {
        Files.delete(chain);
        clock.pass(LOOK);
        copy(first.chain(), chain);
        clock.pass(LOOK.multipliedBy(2));

        assertThat(presented()).isEqualTo("CN=first.test");
        assertThat(warnings()).isEmpty();
    }

    @Test
    void theSwapOfALinkAsInKubernetesIsNoticed() throws Exception {
        Path old = volume("..2026_01", first);
        Path data = Files.createSymbolicLink(folder.resolve("..data"), old.getFileName());
        chain = Files.createSymbolicLink(folder.resolve("tls.crt"), Path.of("..data", "tls.crt"));
        key = Files.createSymbolicLink(folder.resolve("tls.key"), Path.of("..data", "tls.key"));
        server.stop();
        tls.close();
        serve();

        Path next = Files.createSymbolicLink(
                folder.resolve("..data_tmp"), volume("..2026_02", second).getFileName());
        Files.move(next, data, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        clock.pass(LOOK);

        assertThat(presented()).isEqualTo("CN=second.test");
    }

    @Test
    void aCertificateThatExpiresSoonIsLoggedOnceADay() {
        Instant end = tls.state().certificates().get(0).notAfter();
        assertThat(warnings()).isEmpty();

        now.set(end.minus(Duration.ofDays(30)));
        clock.pass(LOOK.multipliedBy(3));
        assertThat(warnings())
                .containsExactly("server.tls: the certificate CN=first.test expires in 30 days, at " + end);

        now.set(end.minus(Duration.ofDays(29)));
        clock.pass(LOOK.multipliedBy(3));
        assertThat(warnings()).hasSize(2);

        now.set(end);
        clock.pass(LOOK.multipliedBy(3));
        assertThat(warnings())
                .hasSize(3)
                .last()
                .isEqualTo("server.tls: the certificate CN=first.test expired at " + end);
    }

    @Test
    void aHandshakeThatIsNotOverInTimeIsAborted() throws IOException {
        try (Socket slow = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort());
                SSLSocket good = clients().socket(connector.getLocalPort())) {
            slow.setSoTimeout(20_000);
            slow.getOutputStream().write(new byte[] {22, 3, 1, 0});
            get(good);
            // The look at the files, and the deadline of the slow handshake; that of the other is cancelled.
            await().until(() -> clock.alarms() == 2);
            clock.pass(HANDSHAKE);

            assertThat(slow.getInputStream().read()).isEqualTo(-1);
            get(good);
        }
    }

    private void serve() throws Exception {
        tls = ServerTls.open("server.tls", settings(), this::now, Runnable::run);
        connector =
                new ServerConnector(server, tls.connections("http/1.1", clock, HANDSHAKE), new HttpConnectionFactory());
        connector.setHost("127.0.0.1");
        server.setConnectors(new ServerConnector[] {connector});
        server.setHandler(new DefaultHandler());
        server.start();
        tls.start(clock);
    }

    private TlsSettings settings() {
        return ServerSettings.builder()
                .tls(each -> each.certificate(chain, key))
                .build()
                .tls();
    }

    private Instant now() {
        if (failing.get()) {
            throw new IllegalStateException("a defect");
        }
        return Objects.requireNonNull(now.get());
    }

    private void replace(IssuedCertificate certificate) throws IOException {
        copy(certificate.chain(), chain);
        copy(certificate.key(), key);
    }

    private Path volume(String name, IssuedCertificate certificate) throws IOException {
        Path volume = Files.createDirectory(folder.resolve(name));
        copy(certificate.chain(), volume.resolve("tls.crt"));
        copy(certificate.key(), volume.resolve("tls.key"));
        return volume;
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }

    private List<String> warnings() {
        return log.lines().stream()
                .filter(line -> line.startsWith(WARNING))
                .map(line -> line.substring(WARNING.length()))
                .toList();
    }

    private static TlsClients clients() {
        return new TlsClients(authority.certificate());
    }

    private String presented() throws IOException {
        return clients()
                .certificate(connector.getLocalPort(), null)
                .getSubjectX500Principal()
                .getName();
    }

    private static void get(SSLSocket socket) throws IOException {
        socket.getOutputStream().write("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(US_ASCII));
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            head.append((char) in.read());
        }
        assertThat(head.toString()).startsWith("HTTP/1.1 ");
        Matcher length = LENGTH.matcher(head);
        in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
    }
}
