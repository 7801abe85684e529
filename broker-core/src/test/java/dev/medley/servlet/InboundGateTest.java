package dev.medley.servlet;

import static dev.medley.servlet.InboundGate.Entry.ENTERED;
import static dev.medley.servlet.InboundGate.Entry.MUST_WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.medley.thread.Soon;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class InboundGateTest {

    /** What the gate has handed to the pool, to be run by the test. */
    private final Deque<Runnable> handedOver = new ArrayDeque<>();

    private final List<String> ran = new ArrayList<>();
    private final InboundGate gate = new InboundGate(handedOver::add, 2, 3);

    @Test
    void asManyEnterAsMay() {
        assertThat(gate.enter()).isEqualTo(ENTERED);
        assertThat(gate.enter()).isEqualTo(ENTERED);
        assertThat(gate.enter()).isEqualTo(MUST_WAIT);
    }

    @Test
    void whoLeavesMakesRoom() {
        fill();
        gate.leave();

        assertThat(gate.enter()).isEqualTo(ENTERED);
    }

    @Test
    void whoWaitsIsLetInWhenSomebodyLeavesInTheOrderOfArrival() {
        fill();
        queue("one");
        queue("two");
        gate.leave();
        runAll();
        assertThat(ran).containsExactly("one", "two");
    }

    @Test
    void oneIsLetInForEachWhoLeaves() {
        fill();
        queue("one");
        queue("two");
        gate.leave();

        assertThat(handedOver).hasSize(1);
    }

    @Test
    void nobodyOvertakesThoseWhoWait() {
        fill();
        queue("one");
        queue("two");
        gate.leave();

        assertThat(gate.enter()).isEqualTo(MUST_WAIT);
    }

    @Test
    void whoComesToWaitWhenRoomHasBeenMadeMeanwhileIsLetIn() {
        fill();
        assertThat(gate.enter()).isEqualTo(MUST_WAIT);
        gate.leave();
        queue("late");
        runAll();

        assertThat(ran).containsExactly("late");
    }

    @Test
    void asManyWaitAsMay() {
        fill();
        for (int i = 0; i < 3; i++) {
            assertThat(gate.queue(() -> {})).isTrue();
        }
        assertThat(gate.queue(() -> {})).isFalse();
    }

    @Test
    void whoQueuesWhereThereIsRoomIsLetInThoughNobodyMayWait() {
        InboundGate narrow = new InboundGate(handedOver::add, 1, 0);

        assertThat(narrow.queue(() -> ran.add("only"))).isTrue();
        assertThat(narrow.queue(() -> ran.add("too many"))).isFalse();
        runAll();
        assertThat(ran).containsExactly("only");
        assertThat(narrow.enter()).isEqualTo(ENTERED);
    }

    @Test
    void aTaskThatFailsLeavesAllTheSame() {
        fill();
        gate.queue(() -> {
            throw new IllegalStateException("a failure");
        });
        queue("next");
        gate.leave();

        assertThatIllegalStateException().isThrownBy(handedOver.remove()::run);
        runAll();
        assertThat(ran).containsExactly("next");
    }

    @Test
    void thereAreNeverMoreInsideThanMayAndAllGetIn() throws Exception {
        int most = 3;
        int tasks = 2000;
        ExecutorService pool = Executors.newFixedThreadPool(8);
        InboundGate busy = new InboundGate(pool, most, tasks);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger mostInside = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(tasks);
        for (int i = 0; i < tasks; i++) {
            Runnable task = () -> {
                mostInside.accumulateAndGet(inside.incrementAndGet(), Math::max);
                Thread.onSpinWait();
                inside.decrementAndGet();
                all.countDown();
            };
            pool.execute(() -> {
                if (busy.enter() == ENTERED) {
                    task.run();
                    busy.leave();
                } else if (!busy.queue(task)) {
                    refused.incrementAndGet();
                    all.countDown();
                }
            });
        }
        try {
            Soon.down(all);
        } finally {
            pool.shutdownNow();
        }

        assertThat(refused).hasValue(0);
        assertThat(mostInside).hasValueLessThanOrEqualTo(most);
    }

    private void fill() {
        gate.enter();
        gate.enter();
    }

    private void queue(String name) {
        assertThat(gate.queue(() -> ran.add(name))).isTrue();
    }

    private void runAll() {
        while (!handedOver.isEmpty()) {
            handedOver.remove().run();
        }
    }
}
