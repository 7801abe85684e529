package dev.medley.partner.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class LimiterTest {

    /** Tasks handed to the pool, to be run when the test says so. */
    private final Deque<Runnable> pool = new ArrayDeque<>();

    private final List<String> served = new ArrayList<>();
    private final Limiter two = new Limiter(pool::add, 2, 3);

    @Test
    void waitersAreAdmittedUpToTheLimitAndQueuedUpToTheirs() {
        assertThat(acquire("a")).isEqualTo(Limiter.Entry.ADMITTED);
        assertThat(acquire("b")).isEqualTo(Limiter.Entry.ADMITTED);
        assertThat(acquire("c")).isEqualTo(Limiter.Entry.QUEUED);
        assertThat(acquire("d")).isEqualTo(Limiter.Entry.QUEUED);
        assertThat(acquire("e")).isEqualTo(Limiter.Entry.QUEUED);
        assertThat(acquire("f")).isEqualTo(Limiter.Entry.REFUSED);
        assertThat(two.used()).isEqualTo(2);
        assertThat(two.queued()).isEqualTo(3);
    }

    @Test
    void theFirstInTheQueueIsAdmittedFirst() {
        occupyAndQueue("c", "d", "e");
        endOne();
        endOne();
        endOne();
        assertThat(served).containsExactly("c", "d", "e");
        assertThat(two.used()).isEqualTo(2);
        assertThat(two.queued()).isZero();
    }

    @Test
    void aWaiterIsNotCalledOnTheStackOfARelease() {
        occupyAndQueue("c");
        two.release();
        assertThat(served).isEmpty();
        assertThat(two.used()).as("the waiter is about to be called").isEqualTo(2);
        runPool();
        assertThat(served).containsExactly("c");
    }

    @Test
    void noneOvertakesThoseThatWait() {
        occupyAndQueue("c");
        two.release();
        assertThat(acquire("d")).as("while c is about to be called").isEqualTo(Limiter.Entry.QUEUED);
        runPool();
        two.release();
        runPool();
        assertThat(served).containsExactly("c", "d");
    }

    @Test
    void aWaiterMayBeCancelledInAnyPlaceOfTheQueue() {
        for (int leaving = 0; leaving < 3; leaving++) {
            Limiter one = new Limiter(Runnable::run, 1, 3);
            one.acquire(waiter("holder"));
            List<Waiter> waiting = List.of(waiter("x"), waiter("y"), waiter("z"));
            waiting.forEach(one::acquire);
            served.clear();
            assertThat(one.cancel(waiting.get(leaving))).isTrue();
            assertThat(one.cancel(waiting.get(leaving))).as("again").isFalse();
            assertThat(one.queued()).isEqualTo(2);
            one.release();
            one.release();
            List<String> others = new ArrayList<>(List.of("x", "y", "z"));
            others.remove(leaving);
            assertThat(served).isEqualTo(others);
        }
    }

    @Test
    void anAdmittedWaiterCannotBeCancelled() {
        Waiter waiter = waiter("c");
        occupyAndQueue();
        two.acquire(waiter);
        two.release();
        assertThat(two.cancel(waiter)).isFalse();
    }

    @Test
    void aWaiterThatWasNeverQueuedCannotBeCancelled() {
        assertThat(two.cancel(waiter("stranger"))).isFalse();
    }

    @Test
    void thePlaceOfACancelledWaiterIsFree() {
        Limiter one = new Limiter(Runnable::run, 1, 1);
        one.acquire(waiter("holder"));
        Waiter leaver = waiter("leaver");
        one.acquire(leaver);
        assertThat(one.acquire(waiter("too many"))).isEqualTo(Limiter.Entry.REFUSED);
        one.cancel(leaver);
        assertThat(one.acquire(waiter("next"))).isEqualTo(Limiter.Entry.QUEUED);
    }

    @Test
    void aHigherLimitAdmitsThoseThatWaitAtOnce() {
        occupyAndQueue("c", "d", "e");
        two.setLimit(4);
        runPool();
        assertThat(served).containsExactly("c", "d");
        assertThat(two.used()).isEqualTo(4);
        assertThat(two.queued()).isOne();
        assertThat(two.limit()).isEqualTo(4);
    }

    @Test
    void aLowerLimitAdmitsNoneUntilEnoughHaveBeenReleased() {
        occupyAndQueue("c");
        two.setLimit(1);
        endOne();
        assertThat(served)
                .as("one of two is still admitted, as the limit allows")
                .isEmpty();
        assertThat(two.used()).isOne();
        endOne();
        assertThat(served).containsExactly("c");
        assertThat(two.used()).isOne();
    }

    @Test
    void aShorterQueueKeepsThoseThatAreInIt() {
        occupyAndQueue("c", "d");
        two.setMaxQueued(1);
        assertThat(acquire("e")).isEqualTo(Limiter.Entry.REFUSED);
        assertThat(two.queued()).isEqualTo(2);
        assertThat(two.maxQueued()).isOne();
    }

    private Limiter.Entry acquire(String name) {
        return two.acquire(waiter(name));
    }

    private void occupyAndQueue(String... waiting) {
        acquire("a");
        acquire("b");
        List.of(waiting).forEach(this::acquire);
    }

    private void endOne() {
        two.release();
        runPool();
    }

    private void runPool() {
        while (!pool.isEmpty()) {
            pool.remove().run();
        }
    }

    private Waiter waiter(String name) {
        return new Waiter() {
            @Override
            protected void onAdmitted() {
                served.add(name);
            }

            @Override
            protected void onDropped(Drop cause) {
                served.add(name + " dropped: " + cause);
            }
        };
    }
}
