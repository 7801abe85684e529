package dev.medley.server.internal.admin.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.server.internal.admin.ManualClock;
import dev.medley.server.internal.admin.Scene;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.ThreadTime;
import dev.medley.thread.internal.ledger.Law;
import dev.medley.thread.internal.ledger.ThreadLedger;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LawSamplerTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ManualClock clock = new ManualClock();
    private final DefaultBroker broker = DefaultBroker.builder().clock(clock).build();
    private final LawSampler sampler = new LawSampler(broker);

    @Test
    void withoutInboundRequestsEverythingIsZero() {
        sampler.start();
        clock.pass(SECOND);

        assertThat(sampler.overWindow().law().concurrency()).isZero();
        assertThat(sampler.overWindow().law().threads()).isZero();
        assertThat(sampler.overWindow().measuredThreads()).isZero();
    }

    @Test
    void theWindowHasTheLastTenSeconds() {
        sampler.start();
        for (int second = 0; second < 20; second++) {
            inboundRequest(Duration.ofMillis(500), Duration.ofMillis(20));
        }

        Law law = sampler.overWindow().law();
        assertThat(law.elapsedNanos()).isBetween(SECOND.toNanos() * 10, SECOND.toNanos() * 11);
        assertThat(law.ended()).isEqualTo(10);
        assertThat(law.concurrency()).isCloseTo(0.5, within(0.02));
        assertThat(law.demandMillis()).isCloseTo(20, within(1e-6));
        assertThat(law.serviceMillis()).isCloseTo(500, within(1e-6));
        assertThat(law.threads()).isCloseTo(0.02, within(0.001));
    }

    @Test
    void theWindowDropsOlderRequests() {
        sampler.start();
        inboundRequest(Duration.ofMillis(500), Duration.ofMillis(20));
        clock.pass(SECOND.multipliedBy(11));

        assertThat(sampler.overWindow().law().ended()).isZero();
        assertThat(sampler.sinceStart().law().ended()).isEqualTo(1);
        assertThat(sampler.sinceStart().law().elapsedNanos())
                .isEqualTo(SECOND.multipliedBy(12).toNanos());
    }

    @Test
    void theWindowBeginsAtTheStartIfThatIsLater() {
        sampler.start();
        clock.pass(SECOND.multipliedBy(3));

        assertThat(sampler.overWindow().law().elapsedNanos())
                .isEqualTo(SECOND.multipliedBy(3).toNanos());
    }

    @Test
    void nothingIsScheduledBeforeTheFirstRequestAndOnceTheWindowHasNone() {
        sampler.start();
        clock.pass(SECOND.multipliedBy(30));
        assertThat(clock.alarms()).isZero();

        inboundRequest(Duration.ofMillis(500), Duration.ofMillis(20));
        assertThat(clock.alarms()).isEqualTo(1);

        clock.pass(SECOND.multipliedBy(11));
        assertThat(clock.alarms()).isZero();
        assertThat(sampler.overWindow().law().ended()).isZero();
        assertThat(sampler.overWindow().law().elapsedNanos())
                .isEqualTo(SECOND.multipliedBy(10).toNanos());
    }

    @Test
    void aRequestThatIsInFlightKeepsTheSamplerAwake() {
        sampler.start();
        broker.ledger().inboundStarted();
        clock.pass(SECOND.multipliedBy(30));

        assertThat(clock.alarms()).isEqualTo(1);
    }

    @Test
    void theFirstRequestAfterAPauseHasAFullWindow() {
        sampler.start();
        inboundRequest(Duration.ofMillis(500), Duration.ofMillis(20));
        clock.pass(SECOND.multipliedBy(3600));
        inboundRequest(Duration.ofMillis(500), Duration.ofMillis(20));

        Law law = sampler.overWindow().law();
        assertThat(law.ended()).isEqualTo(1);
        assertThat(law.elapsedNanos()).isBetween(SECOND.toNanos() * 10, SECOND.toNanos() * 11);
    }

    @Test
    void aClosedSamplerSetsNoAlarm() {
        sampler.start();
        inboundRequest(Duration.ofMillis(500), Duration.ofMillis(20));
        sampler.close();

        assertThat(clock.alarms()).isZero();
    }

    @Test
    void utilizedThreadsAreMeasuredOnARealPool() throws Exception {
        try (Scene scene = Scene.of();
                BusyThreads busy = BusyThreads.on(scene.broker().pool(), 3)) {
            Scene.eventually().until(() -> measured(scene) > 2);

            assertThat(measured(scene)).isLessThan(3.5);
            assertThat(busy.count()).isEqualTo(3);
        }
    }

    @Test
    void selectorsThatWaitAreNotUtilized() throws Exception {
        try (RunningServer server = new ServerBuilder().port(0).start()) {
            BrokerPool pool = server.broker().pool();
            Scene.eventually().until(() -> pool.use().utilized() == 0);
            ThreadTime begin = pool.threadTime();
            Scene.eventually().until(() -> pool.threadTime().atNanos() - begin.atNanos() > SECOND.toNanos() / 2);

            assertThat(pool.threadTime().meanSince(begin)).isLessThan(0.5);
        }
    }

    private static double measured(Scene scene) {
        return scene.metrics().value("medley_law_threads_measured");
    }

    /** An inbound request at the beginning of a second that passes. */
    private void inboundRequest(Duration service, Duration demand) {
        ThreadLedger ledger = broker.ledger();
        ledger.inboundStarted();
        ThreadLedger.Work work = ledger.inboundWork();
        clock.pass(demand);
        work.close();
        clock.pass(service.minus(demand));
        ledger.inboundEnded(service.toNanos());
        clock.pass(SECOND.minus(service));
    }
}
