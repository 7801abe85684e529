package dev.medley.partner.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.partner.QueueOrder;
import dev.medley.partner.internal.limit.Limiter.Entry;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The queue of a limiter is bounded in length and in age, and has an order and priorities. */
class LimiterQueueTest {

    private static final Duration AGE = Duration.ofMillis(100);

    private final ManualClock clock = ManualClock.inline();
    private final List<String> calls = new ArrayList<>();

    @ParameterizedTest
    @EnumSource(QueueOrder.class)
    void aWaiterIsDroppedAtTheMaximumAge(QueueOrder order) {
        Limiter one = limiter(3, order);
        queue(one, "a");
        clock.advance(Duration.ofMillis(40));
        queue(one, "b");

        clock.advance(Duration.ofMillis(59));
        assertThat(calls).isEmpty();
        clock.advance(Duration.ofMillis(1));
        assertThat(calls).containsExactly("a TOO_OLD");
        assertThat(one.queued()).isOne();
        clock.advance(Duration.ofMillis(40));
        assertThat(calls).containsExactly("a TOO_OLD", "b TOO_OLD");
        assertThat(one.queued()).isZero();
        assertThat(one.totals()).isEqualTo(new LimiterTotals(0, 2, 0));
        assertThat(clock.alarms()).isZero();
    }

    @Test
    void aWaiterThatWasAdmittedOrCancelledIsNotDropped() {
        Limiter one = limiter(3, QueueOrder.OLDEST_FIRST);
        Waiter left = waiter("left", Priority.NORMAL);
        one.acquire(left);
        queue(one, "admitted");
        one.cancel(left);
        one.release();
        clock.advance(AGE.multipliedBy(2));

        assertThat(calls).containsExactly("admitted");
        assertThat(clock.alarms()).isZero();
    }

    @Test
    void aWaiterWhoseTimeIsOverIsNotAdmittedAlthoughItsAlarmIsLate() {
        LateClock late = new LateClock(clock);
        Limiter one = new Limiter(Runnable::run, late, 1, new QueueRules(3, AGE, QueueOrder.OLDEST_FIRST));
        one.tryAcquire();
        queue(one, "old");
        clock.advance(AGE.minusMillis(10));
        queue(one, "young");
        clock.advance(Duration.ofMillis(10));
        one.release();

        assertThat(calls).containsExactly("old TOO_OLD", "young");
        assertThat(one.used()).isOne();
    }

    @Test
    void aHigherLimitAdmitsNoneWhoseTimeIsOver() {
        LateClock late = new LateClock(clock);
        Limiter one = new Limiter(Runnable::run, late, 1, new QueueRules(3, AGE, QueueOrder.OLDEST_FIRST));
        one.tryAcquire();
        queue(one, "old");
        clock.advance(AGE);
        queue(one, "young");
        one.setLimit(3);

        assertThat(calls).containsExactly("old TOO_OLD", "young");
        assertThat(one.used()).isEqualTo(2);
    }

    @Test
    void newestFirstAdmitsTheLastThatCame() {
        Limiter one = limiter(3, QueueOrder.NEWEST_FIRST);
        queue(one, "a", "b", "c");
        one.release();
        one.release();

        assertThat(calls).containsExactly("c", "b");
    }

    @Test
    void inAFullQueueTheNewcomerIsRefusedOrTakesThePlaceOfTheOldest() {
        Limiter oldest = limiter(2, QueueOrder.OLDEST_FIRST);
        queue(oldest, "a", "b");
        assertThat(oldest.refuses(waiter("c", Priority.NORMAL))).isTrue();
        assertThat(oldest.acquire(waiter("c", Priority.NORMAL))).isEqualTo(Entry.REFUSED);
        assertThat(oldest.totals()).isEqualTo(new LimiterTotals(1, 0, 0));

        Limiter newest = limiter(2, QueueOrder.NEWEST_FIRST);
        queue(newest, "d", "e");
        assertThat(newest.refuses(waiter("f", Priority.NORMAL))).isFalse();
        queue(newest, "f");
        assertThat(calls).containsExactly("d DISPLACED");
        assertThat(newest.queued()).isEqualTo(2);
        assertThat(newest.totals()).isEqualTo(new LimiterTotals(0, 0, 1));
    }

    @Test
    void withoutAQueueNoneIsDisplaced() {
        Limiter none = limiter(0, QueueOrder.NEWEST_FIRST);
        assertThat(none.acquire(waiter("a", Priority.HIGH))).isEqualTo(Entry.REFUSED);
        assertThat(calls).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(QueueOrder.class)
    void aHigherPriorityIsAdmittedFirst(QueueOrder order) {
        Limiter one = limiter(3, order);
        one.acquire(waiter("low", Priority.LOW));
        one.acquire(waiter("high", Priority.HIGH));
        one.acquire(waiter("normal", Priority.NORMAL));
        one.release();
        one.release();
        one.release();

        assertThat(calls).containsExactly("high", "normal", "low");
    }

    @ParameterizedTest
    @EnumSource(QueueOrder.class)
    void aHigherPriorityTakesThePlaceOfTheLowestInAFullQueue(QueueOrder order) {
        Limiter one = limiter(3, order);
        one.acquire(waiter("normal", Priority.NORMAL));
        one.acquire(waiter("low", Priority.LOW));
        one.acquire(waiter("high", Priority.HIGH));
        assertThat(one.acquire(waiter("higher", Priority.HIGH))).isEqualTo(Entry.QUEUED);
        assertThat(calls).containsExactly("low DISPLACED");
        assertThat(one.acquire(waiter("lower", Priority.LOW))).isEqualTo(Entry.REFUSED);
    }

    @Test
    void theAgeIsBoundedForEachPriority() {
        Limiter one = limiter(3, QueueOrder.OLDEST_FIRST);
        one.acquire(waiter("low", Priority.LOW));
        clock.advance(Duration.ofMillis(50));
        one.acquire(waiter("high", Priority.HIGH));
        clock.advance(Duration.ofMillis(50));
        assertThat(calls).containsExactly("low TOO_OLD");
        clock.advance(Duration.ofMillis(50));
        assertThat(calls).containsExactly("low TOO_OLD", "high TOO_OLD");
    }

    /** A limiter of one permit, which is in use. */
    private Limiter limiter(int maxQueued, QueueOrder order) {
        Limiter one = new Limiter(Runnable::run, clock, 1, new QueueRules(maxQueued, AGE, order));
        assertThat(one.tryAcquire()).isTrue();
        return one;
    }

    private void queue(Limiter limiter, String... names) {
        for (String name : names) {
            assertThat(limiter.acquire(waiter(name, Priority.NORMAL))).isEqualTo(Entry.QUEUED);
        }
    }

    private Waiter waiter(String name, Priority priority) {
        return new Waiter() {
            @Override
            protected Priority priority() {
                return priority;
            }

            @Override
            protected void onAdmitted() {
                calls.add(name);
            }

            @Override
            protected void onDropped(Drop cause) {
                calls.add(name + " " + cause);
            }
        };
    }

    /** A clock whose tasks never run, as if all threads were busy. */
    private record LateClock(ManualClock time) implements Clock {

        @Override
        public long nanoTime() {
            return time.nanoTime();
        }

        @Override
        public ScheduledTask schedule(long delayNanos, Runnable task) {
            return () -> {};
        }
    }
}
