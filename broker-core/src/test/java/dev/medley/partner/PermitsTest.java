package dev.medley.partner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class PermitsTest {

    /** Tasks handed to the pool, to be run when the test says so. */
    private final Deque<Runnable> pool = new ArrayDeque<>();

    private final List<String> served = new ArrayList<>();
    private final List<Permit> permits = new ArrayList<>();
    private final Permits two = new Permits(pool::add, 2, 3);

    @Test
    void permitsAreGrantedUpToTheLimitAndQueuedUpToTheirs() {
        assertThat(ask("a")).isEqualTo(Permits.Answer.GRANTED);
        assertThat(ask("b")).isEqualTo(Permits.Answer.GRANTED);
        assertThat(ask("c")).isEqualTo(Permits.Answer.QUEUED);
        assertThat(ask("d")).isEqualTo(Permits.Answer.QUEUED);
        assertThat(ask("e")).isEqualTo(Permits.Answer.QUEUED);
        assertThat(ask("f")).isEqualTo(Permits.Answer.REFUSED);
        assertThat(two.used()).isEqualTo(2);
        assertThat(two.queued()).isEqualTo(3);
    }

    @Test
    void whoHasWaitedLongestIsServedFirst() {
        occupyAndQueue("c", "d", "e");
        endOne();
        endOne();
        endOne();
        assertThat(served).containsExactly("c", "d", "e");
        assertThat(two.used()).isEqualTo(2);
        assertThat(two.queued()).isZero();
    }

    @Test
    void aWaiterIsNotServedOnTheStackOfWhoeverEnds() {
        occupyAndQueue("c");
        two.giveBack();
        assertThat(served).isEmpty();
        assertThat(two.used()).as("the permit is on its way").isEqualTo(2);
        runPool();
        assertThat(served).containsExactly("c");
    }

    @Test
    void nobodyOvertakesThoseWhoWait() {
        occupyAndQueue("c");
        two.giveBack();
        assertThat(ask("d")).as("while the permit of c is on its way").isEqualTo(Permits.Answer.QUEUED);
        runPool();
        two.giveBack();
        runPool();
        assertThat(served).containsExactly("c", "d");
    }

    @Test
    void aWaiterMayLeaveFromAnyPlaceInTheQueue() {
        for (int leaving = 0; leaving < 3; leaving++) {
            Permits one = new Permits(Runnable::run, 1, 3);
            one.ask(waiter("holder"));
            List<Waiter> waiting = List.of(waiter("x"), waiter("y"), waiter("z"));
            waiting.forEach(one::ask);
            served.clear();
            assertThat(one.withdraw(waiting.get(leaving))).isTrue();
            assertThat(one.withdraw(waiting.get(leaving))).as("again").isFalse();
            assertThat(one.queued()).isEqualTo(2);
            one.giveBack();
            one.giveBack();
            List<String> others = new ArrayList<>(List.of("x", "y", "z"));
            others.remove(leaving);
            assertThat(served).isEqualTo(others);
        }
    }

    @Test
    void whoIsServedCanNoLongerLeave() {
        Waiter waiter = waiter("c");
        occupyAndQueue();
        two.ask(waiter);
        two.giveBack();
        assertThat(two.withdraw(waiter)).isFalse();
    }

    @Test
    void whoNeverWaitedCannotLeave() {
        assertThat(two.withdraw(waiter("stranger"))).isFalse();
    }

    @Test
    void aPermitCountsOnceHoweverOftenItIsEnded() {
        occupyAndQueue("c");
        two.giveBack();
        runPool();
        Permit permit = permits.get(0);
        permit.end();
        permit.end();
        permit.end();
        assertThat(two.used()).isOne();
    }

    @Test
    void thePlaceOfWhoLeftIsFree() {
        Permits one = new Permits(Runnable::run, 1, 1);
        one.ask(waiter("holder"));
        Waiter leaver = waiter("leaver");
        one.ask(leaver);
        assertThat(one.ask(waiter("too many"))).isEqualTo(Permits.Answer.REFUSED);
        one.withdraw(leaver);
        assertThat(one.ask(waiter("next"))).isEqualTo(Permits.Answer.QUEUED);
    }

    private Permits.Answer ask(String name) {
        return two.ask(waiter(name));
    }

    private void occupyAndQueue(String... waiting) {
        ask("a");
        ask("b");
        List.of(waiting).forEach(this::ask);
    }

    private void endOne() {
        two.giveBack();
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
            protected void onPermit(Permit permit) {
                served.add(name);
                permits.add(permit);
            }
        };
    }
}
