package dev.medley.exchange;

import dev.medley.exchange.internal.call.DefaultExchange;

import static dev.medley.exchange.BrokerRig.AT_ONCE;
import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.RecordedRequest;
import dev.medley.thread.internal.Soon;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Cancelling, completing and timing out race for the end of an exchange. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class ExchangeRaceTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    @RegisterExtension
    final BrokerRig rig;

    ExchangeRaceTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    private final ExecutorService racers = Executors.newFixedThreadPool(3);

    @AfterEach
    void close() {
        racers.shutdownNow();
    }

    @Test
    void exactlyOneOfThemWins() {
        PartnerStubs stubs = rig.stubs();
        rig.start(at(stubs.uri()).timeout(TIMEOUT).connectTimeout(TIMEOUT.multipliedBy(2)));
        Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
        for (int i = 0; i < 600; i++) {
            RecordingListener exchange = rig.get("/partner/0?size=64");
            // The later the two start to run, the further has the exchange come.
            int headStart = (i % 30) * 300;
            CompletableFuture<Boolean> first = cancelAfter(headStart, exchange.exchange());
            CompletableFuture<Boolean> second = cancelAfter(headStart, exchange.exchange());
            CompletableFuture<Void> late = i % 3 == 0
                    ? CompletableFuture.runAsync(() -> rig.clock().advance(TIMEOUT), racers)
                    : CompletableFuture.completedFuture(null);
            CompletableFuture.allOf(first, second, late).join();
            exchange.awaitEnd();
            Outcome outcome = exchange.exchange().outcome();
            int won = (first.join() ? 1 : 0) + (second.join() ? 1 : 0);
            assertThat(won).as("%s", outcome).isEqualTo(outcome == Outcome.CANCELLED ? 1 : 0);
            assertThat(exchange.exchange().cancel()).isFalse();
            outcomes.merge(outcome, 1, Integer::sum);
        }
        assertThat(outcomes).as("%s", outcomes).containsKey(Outcome.CANCELLED).doesNotContainKey(Outcome.FAILED);
    }

    @Test
    void aRequestThatCountsAsUnsentDoesNotArrive() {
        PartnerStubs stubs = rig.stubs();
        rig.start(at(stubs.uri()).timeout(TIMEOUT));
        Set<String> unsent = new HashSet<>();
        for (int i = 0; i < 500; i++) {
            String path = "/partner/" + i;
            int headStart = 500 + (i % 100) * 25;
            CompletableFuture<RecordingListener> started = new CompletableFuture<>();
            rig.broker().pool().execute(() -> {
                started.complete(rig.start(rig.exchange().request("POST", path)));
                // Over HTTP/2 the request is written after this.
                spin(2_000);
            });
            RecordingListener exchange = started.join();
            spin(headStart);
            rig.broker().pool().execute(() -> exchange.exchange().cancel());
            exchange.awaitEnd();
            ExchangeException failure = exchange.exchange().failure();
            if (failure != null && !failure.maybeSent()) {
                unsent.add(path);
            }
        }
        rig.assertNothingLeft();
        assertThat(stubs.recorded().stream().map(RecordedRequest::path).filter(unsent::contains))
                .isEmpty();
    }

    @Test
    void aThousandAtATimeLeaveNothingBehind() {
        PartnerStubs stubs = rig.stubs();
        rig.start(at(stubs.uri()).timeout(TIMEOUT).maxConnections(40).limits(l -> l.maxQueued(2_000)));
        List<RecordingListener> exchanges = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            exchanges.add(rig.start(
                    switch (i % 4) {
                        case 0 -> rig.exchange().get("/partner/0?size=100000");
                        case 1 -> rig.exchange().post("/partner/1").body(Bodies.small());
                        case 2 -> rig.exchange().get("/partner/2?delay=2").expectJson();
                        default -> rig.exchange().get("/partner/3");
                    }));
            if (i % 3 == 0) {
                RecordingListener exchange = exchanges.get(exchanges.size() - 1);
                racers.execute(() -> exchange.exchange().cancel());
            }
        }
        exchanges.forEach(RecordingListener::awaitEnd);
        assertThat(exchanges)
                .extracting(exchange -> exchange.exchange().outcome())
                .containsOnly(Outcome.COMPLETED, Outcome.CANCELLED);
        assertThat(rig.partner().connections().opened()).isPositive();
        rig.assertNothingLeft();
    }

    @Test
    void timingsMayBeReadByAnyoneAtAnyTime() {
        PartnerStubs stubs = rig.stubs();
        // The clock does not move: one budget for all 50 exchanges with 50 retries each.
        rig.start(at(stubs.uri())
                .retries(3)
                .retry(r -> r.connectRetries(50))
                .retry(AT_ONCE.andThen(r -> r.budget(0).minRetries(50 * 50))));
        stubs.close();
        AtomicInteger read = new AtomicInteger();
        for (int i = 0; i < 50; i++) {
            RecordingListener exchange = rig.get("/");
            CompletableFuture<Void> reader = CompletableFuture.runAsync(
                    () -> {
                        while (!exchange.exchange().state().isEnd()) {
                            Timings timings = exchange.exchange().timings();
                            assertThat(timings.totalNanos()).isNotNegative();
                            read.addAndGet(timings.attempts().size());
                        }
                    },
                    racers);
            exchange.assertEnded(Outcome.FAILED, Reason.CONNECT_FAILED);
            assertThat(reader).succeedsWithin(Soon.PATIENCE);
            assertThat(exchange.exchange().timings().attempts()).hasSize(51);
        }
        assertThat(read.get()).isPositive();
    }

    private CompletableFuture<Boolean> cancelAfter(int spins, DefaultExchange exchange) {
        return CompletableFuture.supplyAsync(
                () -> {
                    spin(spins);
                    return exchange.cancel();
                },
                racers);
    }

    private static void spin(int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }
}
