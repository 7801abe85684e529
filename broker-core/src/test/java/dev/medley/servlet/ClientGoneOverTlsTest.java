package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Reply;
import dev.medley.servlet.LeavingFilter.Moment;
import dev.medley.servlet.internal.inbound.RequestSummary;
import dev.medley.stubs.tls.CertificateAuthority;
import dev.medley.stubs.tls.IssuedCertificate;
import dev.medley.thread.internal.Soon;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients that leave over TLS, in HTTP/2 and HTTP/1.1. Over HTTP/1.1 the container does not see that a client has left a
 * request which waits; it shows when the reply is written.
 */
class ClientGoneOverTlsTest {

    private static final Duration DEADLINE = Duration.ofSeconds(2);
    /** More than the system's buffers of a connection hold. */
    private static final int LARGE = 12_000_000;

    private static final int PIECE = 50_000;
    private static final String TYPE = "application/octet-stream";

    @TempDir
    private static Path folder;

    private static IssuedCertificate certificate;
    private static SSLSocketFactory trusting;

    @BeforeAll
    static void issue() throws Exception {
        CertificateAuthority authority = CertificateAuthority.create(folder, "Test");
        certificate = authority.forLoopback();
        trusting = trusting(authority.certificate());
    }

    @InEachMode
    void aStreamThatIsResetWhileItsReplyIsWrittenIsNoError(ExecutionMode mode) throws Exception {
        for (Moment moment : List.of(Moment.STATUS, Moment.OUTPUT)) {
            for (Reply given : replies()) {
                HeldReply reply = new HeldReply();
                LeavingFilter filter = new LeavingFilter(moment);
                try (CapturedLog log = new CapturedLog();
                        MashupRig rig = rig(mode).filter(filter).serve(reply);
                        H2Client client = new H2Client(new RawClient(rig.port(), trusting))) {
                    filter.at(client::cancel);
                    client.get("/");
                    reply.awaitComposed();
                    if (mode != ExecutionMode.BLOCKING) {
                        rig.awaitSuspended();
                    }
                    reply.give(given);

                    rig.onlyReplied();
                    assertThat(log.ofMedley()).isEmpty();
                }
            }
        }
    }

    @InEachMode
    void aClientOfHttp1ThatLeavesBeforeItsReplyIsNoError(ExecutionMode mode) throws Exception {
        for (boolean reset : new boolean[] {true, false}) {
            for (Reply given : replies()) {
                HeldReply reply = new HeldReply();
                try (CapturedLog log = new CapturedLog();
                        MashupRig rig = rig(mode).serve(reply);
                        RawClient client = new RawClient(rig.port(), trusting)) {
                    get(client);
                    reply.awaitComposed();
                    leave(client, reset);
                    reply.give(given);

                    rig.onlyReplied();
                    assertThat(log.ofMedley()).isEmpty();
                }
            }
        }
    }

    @InEachMode
    void aClientOfHttp1ThatLeavesAmidItsReplyIsNoError(ExecutionMode mode) throws Exception {
        for (boolean reset : new boolean[] {true, false}) {
            for (Reply given : List.of(large(), streamed())) {
                HeldReply reply = new HeldReply();
                try (CapturedLog log = new CapturedLog();
                        MashupRig rig = rig(mode).serve(reply);
                        RawClient client = new RawClient(rig.port(), trusting)) {
                    get(client);
                    reply.awaitComposed();
                    reply.give(given);
                    client.readHead();
                    leave(client, reset);

                    assertThat(rig.onlyReplied())
                            .as("reset %s, streamed %s", reset, given.stream() != null)
                            .returns(true, RequestSummary::clientGone);
                    assertThat(log.ofMedley()).isEmpty();
                }
            }
        }
    }

    @InEachMode
    void aClientOfHttp1ThatLeavesBeforeTheDeadlineIsNoError(ExecutionMode mode) throws Exception {
        HeldReply never = new HeldReply();
        try (CapturedLog log = new CapturedLog();
                MashupRig rig = rig(mode).deadline(DEADLINE).manualTime().serve(never);
                RawClient client = new RawClient(rig.port(), trusting)) {
            get(client);
            never.awaitComposed();
            client.reset();
            rig.clock().advance(DEADLINE);

            Soon.asserted(() -> assertThat(rig.replied()).hasSize(1));
            assertThat(log.ofMedley()).isEmpty();
        }
    }

    private static MashupRig.Builder rig(ExecutionMode mode) {
        return MashupRig.in(mode).tls(certificate);
    }

    private static List<Reply> replies() {
        return List.of(Reply.text("a small reply"), large(), streamed());
    }

    private static Reply large() {
        return Reply.bytes(TYPE, new byte[LARGE]);
    }

    private static Reply streamed() {
        return Reply.stream(TYPE, new PiecesPublisher(new byte[PIECE], LARGE / PIECE))
                .length(LARGE);
    }

    private static void get(RawClient client) throws IOException {
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }

    private static void leave(RawClient client, boolean reset) throws IOException {
        if (reset) {
            client.reset();
        } else {
            client.leave();
        }
    }

    private static SSLSocketFactory trusting(Path authority) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream in = Files.newInputStream(authority)) {
            store.setCertificateEntry(
                    "authority", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context.getSocketFactory();
    }
}
