package dev.medley.thread.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class StallHistoryTest {

    private final StallHistory history = new StallHistory();

    @Test
    void threeStallsWithinAMinuteAreTooMany() {
        assertThat(history.add(waiting(0))).isFalse();
        assertThat(history.add(waiting(30))).isFalse();
        assertThat(history.add(waiting(60))).isTrue();
    }

    @Test
    void stallsOfMoreThanAMinuteAgoDoNotCount() {
        history.add(waiting(0));
        history.add(waiting(30));
        assertThat(history.add(waiting(61))).isFalse();
        assertThat(history.add(waiting(89))).isTrue();
    }

    @Test
    void runningIsWarmUpInTheFirstTenSecondsFromTheFirstStall() {
        assertThat(history.isWarmUp(running(5))).isTrue();
        assertThat(history.isWarmUp(running(14))).isTrue();
        assertThat(history.isWarmUp(running(15))).isFalse();
    }

    @Test
    void waitingIsNeverWarmUp() {
        assertThat(history.isWarmUp(waiting(0))).isFalse();
    }

    @Test
    void threeStallsAMinuteAreLogged() {
        for (int second = 0; second < 3; second++) {
            assertThat(history.isToBeLogged(waiting(second))).isTrue();
        }
        assertThat(history.isToBeLogged(waiting(3))).isFalse();
        assertThat(history.isToBeLogged(waiting(61))).isTrue();
    }

    @Test
    void theLogHasTheTopOfTheStack() {
        StackTraceElement frame = new StackTraceElement("Quote", "compose", "Quote.java", 7);
        Stall deep = new Stall("medley-1", 0, 0, Thread.State.RUNNABLE, Collections.nCopies(45, frame));
        assertThat(deep.toThrowable()).hasMessage("medley-1");
        assertThat(deep.toThrowable().getStackTrace()).hasSize(40).containsOnly(frame);
    }

    private static Stall waiting(long second) {
        return stall(second, Thread.State.TIMED_WAITING);
    }

    private static Stall running(long second) {
        return stall(second, Thread.State.RUNNABLE);
    }

    private static Stall stall(long second, Thread.State state) {
        return new Stall("medley-1", Duration.ofSeconds(second).toNanos(), 0, state, List.of());
    }
}
