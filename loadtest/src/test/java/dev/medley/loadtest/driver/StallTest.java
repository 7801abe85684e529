package dev.medley.loadtest.driver;

import static dev.medley.loadtest.driver.Plans.get;
import static dev.medley.loadtest.driver.Plans.millis;
import static dev.medley.loadtest.driver.Plans.runWell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.driver.plan.LoadProtocol;
import dev.medley.loadtest.driver.plan.Phase;
import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.driver.result.PhaseResult;
import dev.medley.stubs.PartnerStubs;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server that is fast, but once gives no answer for most of a second, as in a long garbage collection. */
class StallTest {

    private static final Duration STALL = millis(800);

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "H2C"})
    void showsInTheCorrectedLatenciesOfTheClosedLoopOnly(LoadProtocol protocol) {
        try (PartnerStubs server = stalling()) {
            LoadResult result = runWell(get(server.uri(), "/partner/1?delay=5")
                    .protocol(protocol)
                    .closed(1)
                    .duration(millis(1800)));

            PhaseResult load = result.total();
            // The user met the stall once, and did not ask again while it lasted.
            assertThat(load.raw().maxMillis()).isGreaterThan(600);
            assertThat(load.raw().p90Millis()).isLessThan(300);
            assertThat(load.corrected().p90Millis()).isGreaterThan(400);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "H2C"})
    void showsInTheLatenciesOfTheOpenLoop(LoadProtocol protocol) {
        try (PartnerStubs server = stalling()) {
            LoadResult result = runWell(
                    get(server.uri(), "/partner/1?delay=5").protocol(protocol).open(Phase.ofRate(200, millis(1800))));

            assertThat(result.total().started()).isEqualTo(360);
            assertThat(result.total().corrected().p90Millis()).isGreaterThan(400);
        }
    }

    private static PartnerStubs stalling() {
        return PartnerStubs.builder().port(0).timer(new StallingTimer()).start();
    }

    /** From 0.5 s after its first alarm on, alarms wait for the end of the stall. */
    private static final class StallingTimer implements BiFunction<Runnable, Duration, Runnable> {

        private final AtomicLong first = new AtomicLong();

        @Override
        public Runnable apply(Runnable task, Duration delay) {
            // Those of minutes are the stubs' own.
            long nanos = delay.toMillis() > 1000 ? delay.toNanos() : delayed(delay.toNanos());
            CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS, Runnable::run)
                    .execute(task);
            // A request that its caller gives up is over, and its task does nothing.
            return () -> {};
        }

        private long delayed(long nanos) {
            long now = System.nanoTime();
            first.compareAndSet(0, now);
            long begin = first.get() + millis(500).toNanos();
            long end = begin + STALL.toNanos();
            boolean within = now + nanos - begin >= 0 && now + nanos - end < 0;
            return within ? end - now : nanos;
        }
    }
}
