package dev.medley.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.exchange.internal.call.AttemptDeadlines;
import dev.medley.exchange.internal.request.ExchangeOptions;
import dev.medley.thread.internal.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AttemptDeadlinesTest {

    private final ManualClock clock = ManualClock.inline();

    @Test
    void aDeadlineThatIsCheckedAfterTheConnectIsOverLeavesNoTaskBehind() {
        ExchangeOptions options = TestOptions.of(Duration.ofSeconds(30), Duration.ofSeconds(2), false);
        AttemptDeadlines deadlines = new AttemptDeadlines(clock, options, clock.nanoTime(), () -> {});
        long horizon = clock.nanoTime() + options.timeout().toNanos();
        deadlines.connecting(horizon);
        // Its task waits in the call's queue, behind the lease.
        clock.advance(Duration.ofSeconds(2));
        deadlines.connected(horizon, clock.nanoTime());
        assertThat(deadlines.due(horizon, clock.nanoTime())).isEqualTo(AttemptDeadlines.Due.NONE);
        assertThat(clock.alarms()).isOne();
        deadlines.cancel();
        assertThat(clock.alarms()).isZero();
    }
}
