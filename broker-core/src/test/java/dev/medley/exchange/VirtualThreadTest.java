package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.PartnerStubs;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.CountedPool;
import dev.medley.thread.internal.Soon;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Exchanges that virtual threads start, and wait for. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
@EnabledForJreRange(min = JRE.JAVA_21)
class VirtualThreadTest {

    @RegisterExtension
    final BrokerRig rig;

    VirtualThreadTest(BrokerRig.Way way) {
        rig = new BrokerRig(way, CountedPool.startVirtual());
    }

    @Test
    void aVirtualThreadMayWaitForItsAnswer() {
        PartnerStubs stubs = rig.stubs();
        rig.start(at(stubs.uri()));
        CompletableFuture<String> answer = new CompletableFuture<>();
        BrokerPool.startVirtualThread(() -> answer.complete(rig.exchange()
                .get("/partner/7?size=64")
                .start()
                .response()
                .toCompletableFuture()
                .join()
                .text()));
        assertThat(answer).succeedsWithin(Soon.PATIENCE).asString().contains("\"partner\":7");
    }

    @Test
    void eventsComeOnBrokerThreadsFromAnyCaller() {
        PartnerStubs stubs = rig.stubs();
        rig.start(at(stubs.uri()));
        RecordingListener listener = rig.listener();
        CompletableFuture<Boolean> virtual = new CompletableFuture<>();
        BrokerPool.startVirtualThread(() -> {
            rig.start(rig.exchange().get("/partner/7"), listener);
            virtual.complete(BrokerPool.onVirtualThread());
        });
        assertThat(virtual).succeedsWithin(Soon.PATIENCE).isEqualTo(true);
        listener.assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void moreVirtualThreadsMayWaitThanThePoolHas() {
        PartnerStubs stubs = rig.stubs();
        rig.start(at(stubs.uri()));
        List<CompletableFuture<Integer>> answers = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            CompletableFuture<Integer> answer = new CompletableFuture<>();
            answers.add(answer);
            BrokerPool.startVirtualThread(() -> answer.complete(rig.exchange()
                    .get("/partner/1?delay=20")
                    .start()
                    .response()
                    .toCompletableFuture()
                    .join()
                    .status()));
        }
        for (CompletableFuture<Integer> answer : answers) {
            assertThat(answer).succeedsWithin(Soon.PATIENCE).isEqualTo(200);
        }
    }
}
