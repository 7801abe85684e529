package dev.medley.thread.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.junit.jupiter.api.Test;

class PoolClockTest {

    private static final Duration TICK = Duration.ofNanos(1 << 20);

    private final ManualClock time = ManualClock.inline();
    private final CountingScheduler scheduler = new CountingScheduler(time);
    private final List<String> ran = new ArrayList<>();
    /** The time by which the clock is ahead of the scheduler, as after a pause of the process. */
    private long pause;

    private final PoolClock clock = new PoolClock(scheduler, Runnable::run, time::nanoTime);

    @Test
    void aTaskRunsNeverBeforeItsTimeAndWithinATick() {
        time.advance(Duration.ofNanos(12_345));
        clock.schedule(Duration.ofSeconds(60).toNanos(), () -> ran.add("task"));
        time.advance(Duration.ofSeconds(60).minusNanos(1));
        assertThat(ran).isEmpty();
        time.advance(TICK);
        assertThat(ran).containsExactly("task");
    }

    @Test
    void aTaskOfAnEarlierTimeIsNotKeptWaitingByALaterOne() {
        clock.schedule(Duration.ofSeconds(60).toNanos(), () -> ran.add("late"));
        clock.schedule(Duration.ofMillis(5).toNanos(), () -> ran.add("early"));
        time.advance(Duration.ofMillis(7));
        assertThat(ran).containsExactly("early");
        time.advance(Duration.ofSeconds(60));
        assertThat(ran).containsExactly("early", "late");
    }

    @Test
    void aTaskThatATaskSchedulesRuns() {
        clock.schedule(
                Duration.ofSeconds(1).toNanos(),
                () -> clock.schedule(Duration.ofSeconds(1).toNanos(), () -> ran.add("second")));
        time.advance(Duration.ofSeconds(2).minusNanos(1));
        assertThat(ran).isEmpty();
        time.advance(TICK.multipliedBy(2));
        assertThat(ran).containsExactly("second");
    }

    @Test
    void timeOutsThatAreCancelledHardlyReachTheScheduler() {
        for (int i = 0; i < 1000; i++) {
            clock.schedule(Duration.ofSeconds(60).toNanos(), () -> ran.add("task"))
                    .cancel();
            time.advance(Duration.ofMillis(10));
        }
        time.advance(Duration.ofHours(1));
        assertThat(ran).isEmpty();
        assertThat(scheduler.tasks).as("tasks of the scheduler").hasValue(1);
        assertThat(time.alarms()).as("tasks left").isZero();
    }

    @Test
    void aTaskScheduledBeforeTheSchedulerHasStartedRunsOnceItHas() {
        scheduler.running = false;
        clock.schedule(Duration.ofSeconds(1).toNanos(), () -> ran.add("before"));
        scheduler.running = true;
        clock.wakeUp();
        clock.schedule(Duration.ofSeconds(2).toNanos(), () -> ran.add("after"));
        time.advance(Duration.ofSeconds(3));
        assertThat(ran).containsExactly("before", "after");
    }

    @Test
    void aTaskThatThePoolRejectsKeepsNoOtherOneFromRunning() {
        PoolClock rejected = new PoolClock(
                scheduler,
                task -> {
                    ran.add("asked");
                    throw new RejectedExecutionException("for the test");
                },
                time::nanoTime);
        rejected.schedule(1, () -> {});
        rejected.schedule(1, () -> {});
        rejected.schedule(Duration.ofSeconds(1).toNanos(), () -> {});
        time.advance(Duration.ofSeconds(2));
        assertThat(ran).hasSize(3);
    }

    @Test
    void whatBecameDueInAPauseWaitsForAsLongAgain() {
        PoolClock paused = new PoolClock(scheduler, Runnable::run, () -> time.nanoTime() + pause);
        paused.schedule(Duration.ofMillis(10).toNanos(), () -> ran.add("time-out"));
        pause = Duration.ofMillis(400).toNanos();

        time.advance(Duration.ofMillis(20));
        assertThat(ran).isEmpty();
        paused.schedule(Duration.ofMillis(1).toNanos(), () -> ran.add("another"));
        time.advance(Duration.ofMillis(370));
        assertThat(ran).isEmpty();
        time.advance(Duration.ofMillis(30));
        assertThat(ran).containsExactlyInAnyOrder("time-out", "another");
    }

    @Test
    void theGraceAfterALongPauseIsASecondAndIsNotPutOffAgain() {
        PoolClock paused = new PoolClock(scheduler, Runnable::run, () -> time.nanoTime() + pause);
        paused.schedule(Duration.ofMillis(10).toNanos(), () -> ran.add("time-out"));
        pause = Duration.ofHours(1).toNanos();
        time.advance(Duration.ofMillis(20));
        pause += Duration.ofHours(1).toNanos();

        time.advance(Duration.ofMillis(1001));

        assertThat(ran).containsExactly("time-out");
    }

    @Test
    void aShortDelayOfTheSchedulerPutsNothingOff() {
        PoolClock late = new PoolClock(scheduler, Runnable::run, () -> time.nanoTime() + pause);
        late.schedule(Duration.ofMillis(10).toNanos(), () -> ran.add("time-out"));
        pause = Duration.ofMillis(80).toNanos();

        time.advance(Duration.ofMillis(12));

        assertThat(ran).containsExactly("time-out");
    }

    @Test
    void theLongestTimeDoesNotOverflow() {
        Clock.ScheduledTask task = clock.schedule(Long.MAX_VALUE, () -> ran.add("task"));
        time.advance(Duration.ofDays(365));
        assertThat(ran).isEmpty();
        task.cancel();
    }

    /** Runs tasks by a clock that the test moves. */
    private static final class CountingScheduler extends AbstractLifeCycle implements Scheduler {

        private final ManualClock time;
        private final AtomicInteger tasks = new AtomicInteger();
        private boolean running = true;

        CountingScheduler(ManualClock time) {
            this.time = time;
        }

        @Override
        public Task schedule(Runnable task, long delay, TimeUnit unit) {
            if (!running) {
                return () -> false;
            }
            tasks.incrementAndGet();
            Clock.ScheduledTask scheduled = time.schedule(unit.toNanos(delay), task);
            return () -> {
                scheduled.cancel();
                return true;
            };
        }
    }
}
