package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Reply;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Replies that a client of HTTP/2 does not take, or that its container does not finish: the deadline holds until the container
 * reports their end.
 */
class Http2ReplyTest {

    private static final byte[] LARGE = new byte[1 << 20];
    private static final Duration DEADLINE = Duration.ofMillis(300);

    @InEachContainer
    void theDeadlineEndsAReplyBeyondTheWindowOfItsClient(WebContainer.Kind container, ExecutionMode mode)
            throws Exception {
        assertEnds(container, mode, Reply.bytes("x/y", LARGE));
    }

    @InEachContainer
    void theDeadlineEndsASmallReplyToAClientWithoutAWindow(WebContainer.Kind container, ExecutionMode mode)
            throws Exception {
        assertEnds(container, mode, Reply.text("hello"));
    }

    @InEachContainer
    void aReplyBeyondTheWindowOfItsClientIsNotCompleteBeforeItIsWritten(WebContainer.Kind container, ExecutionMode mode)
            throws Exception {
        assertNotCompleteBeforeItIsWritten(container, mode, Reply.bytes("x/y", LARGE));
    }

    /**
     * Where a thread of the container holds the request, only Medley's connectors report when its reply is written. Tomcat reports the
     * end of a request before it writes what its buffer has.
     */
    @InEachMode
    void aSmallReplyToASuspendedRequestIsNotCompleteBeforeItIsWritten(ExecutionMode mode) throws Exception {
        assumeTrue(mode != ExecutionMode.BLOCKING);
        assertNotCompleteBeforeItIsWritten(WebContainer.Kind.JETTY, mode, Reply.text("hello"));
    }

    private static void assertNotCompleteBeforeItIsWritten(WebContainer.Kind container, ExecutionMode mode, Reply reply)
            throws Exception {
        Duration unmoved = Duration.ofMinutes(1);
        try (MashupRig rig = MashupRig.in(mode)
                        .container(container)
                        .manualTime()
                        .deadline(unmoved)
                        .serve(mashup -> CompletableFuture.completedStage(reply));
                H2Client client = H2Client.withoutWindow(rig.port())) {
            client.get("/");
            client.awaitHead();

            assertThat(rig.replied()).as("metrics, and what mashups observe").isEmpty();
            assertThat(rig.broker().ledger().totals().inFlight()).isOne();
            // Once for the deadline, and once for the container.
            rig.clock().advance(unmoved);
            rig.clock().advance(unmoved);
            assertThat(rig.onlyReplied()).isNotNull();
        }
    }

    private static void assertEnds(WebContainer.Kind container, ExecutionMode mode, Reply reply) throws Exception {
        try (MashupRig rig = MashupRig.in(mode)
                        .container(container)
                        .deadline(DEADLINE)
                        .serve(mashup -> CompletableFuture.completedStage(reply));
                H2Client client = H2Client.withoutWindow(rig.port())) {
            client.get("/");
            client.awaitHead();

            assertThat(rig.onlyReplied()).isNotNull();
        }
    }
}
