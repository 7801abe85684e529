package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Reply;
import dev.medley.stubs.PartnerStubs;
import dev.medley.thread.internal.Soon;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Fault 44: whatever ends requests while they wait, run and are refused, no permit leaks. The rig checks it at its end. */
class InboundAdmissionRaceTest {

    private static final int ROUNDS = 30;
    private static final int CLIENTS = 20;

    @InEachMode
    void permitsDoNotLeakWhenClientsLeaveAndDeadlinesPassWhileRequestsWait(ExecutionMode mode) throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().threads(2).start();
                MashupRig rig = MashupRig.in(mode)
                        .partner("stub", stubs.uri())
                        .deadline(Duration.ofMillis(25))
                        .admission(admission ->
                                admission.maxConcurrent(3).maxQueued(8).maxQueueAge(Duration.ofMillis(5)))
                        .serve(mashup ->
                                mashup.get("stub", "/partner/0?delay=4").json().thenApply(Reply::json))) {
            for (int round = 0; round < ROUNDS; round++) {
                List<RawClient> clients = new ArrayList<>();
                for (int i = 0; i < CLIENTS; i++) {
                    clients.add(RawClient.get(rig.port(), "/"));
                }
                for (RawClient client : clients) {
                    leaveOrRead(client);
                }
            }
            Soon.asserted(() -> {
                assertThat(rig.admission().used()).isZero();
                assertThat(rig.admission().queued()).isZero();
            });
            // One may take longer than its deadline, on a machine that is busy.
            Soon.asserted(() -> assertThat(rig.get("/").statusCode()).isEqualTo(200));
        }
    }

    @InEachMode(except = ExecutionMode.BLOCKING)
    void aStreamThatIsResetWhileItWaitsLeavesTheQueue(ExecutionMode mode) throws Exception {
        HeldReplies mashup = new HeldReplies();
        try (MashupRig rig = MashupRig.in(mode)
                        .admission(admission -> admission.maxConcurrent(1).maxQueueAge(Duration.ZERO))
                        .serve(mashup);
                H2Client client = new H2Client(rig.port())) {
            client.get(1, "/?id=1");
            mashup.awaitRunning("1");
            client.get(3, "/?id=2");
            Soon.until("one waits", () -> rig.admission().queued() == 1);
            rig.awaitSuspended();
            client.cancel(3);
            Soon.until("none waits", () -> rig.admission().queued() == 0);
            mashup.end("1");
            client.awaitHead();
            assertThat(mashup.hasRun("2")).isFalse();
        }
    }

    private static void leaveOrRead(RawClient client) throws IOException {
        if (ThreadLocalRandom.current().nextBoolean()) {
            client.reset();
        } else {
            assertThat(client.readHead()).matches("(?s)HTTP/1.1 (200|503|504) .*");
            client.close();
        }
    }
}
