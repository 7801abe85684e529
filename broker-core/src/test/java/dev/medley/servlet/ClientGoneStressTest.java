package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import dev.medley.thread.internal.Soon;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Some hundred streams whose clients leave at about the time of their replies, so that some replies are written while the
 * container ends the request. The rig checks that no request, permit or place in a queue is left over.
 */
class ClientGoneStressTest {

    private static final int CONNECTIONS = 6;
    /** Resets on one connection: below the number upon which Jetty closes it. */
    private static final int STREAMS = 60;
    /** The times between reset and reply, in steps: longer than a reset takes to its request. */
    private static final int STEPS = 30;

    private static final long STEP_NANOS = TimeUnit.MICROSECONDS.toNanos(10);

    /** The replies that mashups wait for. */
    private final BlockingQueue<CompletableFuture<Reply>> awaited = new LinkedBlockingQueue<>();

    @InEachMode
    void streamsThatAreResetWhileTheirRepliesAreWrittenLeaveNothingOver(ExecutionMode mode) throws Exception {
        try (CapturedLog log = new CapturedLog();
                RawPartner silent = RawPartner.start(Misbehaviour.NEVER_ANSWER);
                MashupRig rig =
                        MashupRig.in(mode).partner("silent", silent.uri()).serve(this::answer)) {
            for (int connection = 0; connection < CONNECTIONS; connection++) {
                try (H2Client client = new H2Client(rig.port())) {
                    for (int n = 0; n < STREAMS; n++) {
                        client.get(2 * n + 1, "/");
                        CompletableFuture<Reply> reply = reply();
                        client.cancel(2 * n + 1);
                        spin(n % STEPS * STEP_NANOS);
                        reply.complete(given(n));
                    }
                    // Closed while its reply is on its way.
                    client.get(2 * STREAMS + 1, "/");
                    reply().complete(given(connection));
                }
            }
            Soon.asserted(() -> assertThat(rig.replied()).hasSize(CONNECTIONS * (STREAMS + 1)));
            assertThat(rig.broker().ledger().totals().inFlight()).isZero();
            assertThat(log.ofMedley()).isEmpty();
        }
    }

    private CompletionStage<Reply> answer(Mashup mashup) {
        mashup.get("silent", "/");
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        awaited.add(reply);
        return reply;
    }

    private CompletableFuture<Reply> reply() throws InterruptedException {
        CompletableFuture<Reply> reply = awaited.poll(Soon.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(reply).as("a mashup that waits").isNotNull();
        return reply;
    }

    private static Reply given(int n) {
        return switch (n % 3) {
            case 0 -> Reply.text("a small reply");
            case 1 -> Reply.bytes("application/octet-stream", new byte[100_000]);
            default -> Reply.stream("application/octet-stream", new PiecesPublisher(new byte[10_000], 5));
        };
    }

    private static void spin(long nanos) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < nanos) {
            Thread.onSpinWait();
        }
    }
}
