package dev.medley.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.partner.PartnerSettings;
import dev.medley.thread.internal.Soon;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Fault 22: requests race the end of the connection that they are sent on. {@code -Dmedley.races=100000} is the long form,
 * which {@code loadtest/stale/run} runs.
 */
@Timeout(value = StaleConnectionRaceTest.MINUTES, unit = TimeUnit.MINUTES)
class StaleConnectionRaceTest {

    private static final int RACES = Integer.getInteger("medley.races", 2_000);
    private static final int AT_A_TIME = 4;
    /** For the long form. */
    static final long MINUTES = 60;

    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger completed = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger unsent = new AtomicInteger();
    private final AtomicInteger again = new AtomicInteger();

    @Test
    void aPostIsNeverDuplicated() throws Exception {
        try (ClosingPartner partner = ClosingPartner.start(RACES);
                DefaultBroker broker = broker(partner.url())) {
            run(number ->
                    broker.exchange("p").post("/" + number).body(Bodies.small()).start());
            int arrived = 0;
            for (int number = 0; number < RACES; number++) {
                assertThat(partner.arrived(number)).as("POST %d", number).isLessThanOrEqualTo(1);
                arrived += partner.arrived(number);
            }
            report("POST", partner.connections());
            assertThat(arrived).isBetween(completed.get(), RACES - unsent.get());
            assertThat(completed).hasPositiveValue();
        }
    }

    @Test
    void noGetFails() throws Exception {
        try (ClosingPartner partner = ClosingPartner.start(RACES);
                DefaultBroker broker = broker(partner.url())) {
            run(number -> broker.exchange("p").get("/" + number).start());
            report("GET", partner.connections());
            assertThat(failed).hasValue(0);
            for (int number = 0; number < RACES; number++) {
                assertThat(partner.arrived(number)).as("GET %d", number).isBetween(1, 2);
            }
        }
    }

    /** Starts exchanges, some at a time, and waits for all. */
    private void run(Numbered start) throws Exception {
        List<CompletableFuture<Void>> chains = Stream.generate(
                        () -> chain(start).toCompletableFuture())
                .limit(AT_A_TIME)
                .toList();
        CompletableFuture.allOf(chains.toArray(new CompletableFuture<?>[0])).get(MINUTES, TimeUnit.MINUTES);
        assertThat(completed.get() + failed.get()).isEqualTo(RACES);
    }

    /** One exchange after another, each as soon as the one before has ended. */
    private CompletionStage<Void> chain(Numbered start) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        follow(start, end);
        return end;
    }

    private void follow(Numbered start, CompletableFuture<Void> end) {
        int number = next.getAndIncrement();
        if (number >= RACES) {
            end.complete(null);
            return;
        }
        DefaultExchange exchange = start.exchange(number);
        exchange.response().whenComplete((response, failure) -> {
            count(exchange, failure);
            follow(start, end);
        });
    }

    private void count(DefaultExchange exchange, @Nullable Throwable failure) {
        again.addAndGet(exchange.timings().attempts().size() - 1);
        if (failure == null) {
            completed.incrementAndGet();
            return;
        }
        failed.incrementAndGet();
        ExchangeException cause = exchange.failure();
        if (cause != null && !cause.maybeSent()) {
            unsent.incrementAndGet();
        }
    }

    private void report(String what, long connections) {
        System.out.printf(
                "%s: %d races, %d completed, %d failed, %d attempts beyond the first, %d connections%n",
                what, RACES, completed.get(), failed.get(), again.get(), connections);
    }

    private static DefaultBroker broker(String url) {
        return DefaultBroker.builder()
                .partner(PartnerSettings.of("p", url)
                        .connectTimeout(Soon.PATIENCE)
                        .build())
                .build()
                .start();
    }

    private interface Numbered {

        DefaultExchange exchange(int number);
    }
}
