package dev.medley.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.exchange.internal.dispatch.SerialQueue;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.ManualClock;
import dev.medley.thread.internal.Soon;
import dev.medley.thread.internal.ledger.ThreadLedger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SerialQueueTest {

    private final ManualClock clock = ManualClock.inline();
    private final Recorded signals = new Recorded(new ThreadLedger(clock));
    private final List<String> done = new ArrayList<>();

    @Test
    void aTaskRunsAtOnceIfTheQueueIsIdle() {
        signals.signal(() -> done.add("a"));
        signals.signal(() -> done.add("b"));
        assertThat(done).containsExactly("a", "b");
    }

    @Test
    void aSignalWithinASignalWaitsForItsEnd() {
        signals.signal(() -> {
            signals.signal(() -> done.add("inner"));
            done.add("outer");
        });
        assertThat(done).containsExactly("outer", "inner");
    }

    @Test
    void signalsThatWaitAreWorkedOffInTheOrderInWhichTheyCame() {
        signals.signal(() -> {
            for (int i = 0; i < 5; i++) {
                String name = "inner " + i;
                signals.signal(() -> {
                    done.add(name);
                    signals.signal(() -> done.add("from " + name));
                });
            }
        });
        assertThat(done)
                .containsExactly(
                        "inner 0",
                        "inner 1",
                        "inner 2",
                        "inner 3",
                        "inner 4",
                        "from inner 0",
                        "from inner 1",
                        "from inner 2",
                        "from inner 3",
                        "from inner 4");
    }

    @Test
    void aSignalThatThrowsDoesNotKeepOthersFromTheirTurn() {
        signals.signal(() -> {
            signals.signal(() -> {
                throw new StackOverflowError("test");
            });
            signals.signal(() -> done.add("next"));
            throw new IllegalStateException("test");
        });
        signals.signal(() -> done.add("last"));
        assertThat(done).containsExactly("next", "last");
        assertThat(signals.defects).hasExactlyElementsOfTypes(IllegalStateException.class, StackOverflowError.class);
    }

    @Test
    void norDoesOneWhoseFailureCannotBeHandled() {
        signals.unfit = true;
        signals.signal(() -> {
            signals.signal(() -> done.add("next"));
            throw new IllegalStateException("test");
        });
        signals.signal(() -> done.add("last"));
        assertThat(done).containsExactly("next", "last");
        assertThat(signals.isAtRest()).isTrue();
    }

    @Test
    void aLongChainDoesNotBecomeADeepStack() {
        AtomicInteger left = new AtomicInteger(100_000);
        signals.signal(() -> next(left));
        assertThat(left).hasValue(0);
        assertThat(signals.defects).isEmpty();
    }

    @Test
    void theTimeAtWorkIsEnteredInTheLedger() {
        signals.signal(() -> clock.advance(Duration.ofNanos(5)));
        assertThat(signals.ledger().totals().exchangeNanos()).isEqualTo(5);
    }

    @Test
    void manyThreadsSignalAtOnceAndNothingIsLostOrOvertakenOrDoneTwice() {
        int threads = 8;
        int each = 50_000;
        List<List<Integer>> seen = new ArrayList<>();
        AtomicInteger atWork = new AtomicInteger();
        AtomicInteger overlaps = new AtomicInteger();
        AtomicInteger finished = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        for (int thread = 0; thread < threads; thread++) {
            List<Integer> mine = new ArrayList<>(each);
            seen.add(mine);
            pool.execute(() -> {
                for (int i = 0; i < each; i++) {
                    int number = i;
                    signals.signal(() -> {
                        if (atWork.incrementAndGet() != 1) {
                            overlaps.incrementAndGet();
                        }
                        mine.add(number);
                        finished.incrementAndGet();
                        atWork.decrementAndGet();
                    });
                }
            });
        }
        pool.shutdown();
        Soon.until("all signals", () -> finished.get() == threads * each);
        assertThat(overlaps).hasValue(0);
        for (List<Integer> mine : seen) {
            assertThat(mine).hasSize(each).isSorted();
        }
    }

    @Test
    void queuesThatRunWithinOneAnotherAreDrainedByThePoolBeyondASmallDepth() {
        ThreadLedger ledger = new ThreadLedger(clock);
        List<Recorded> queues = new ArrayList<>();
        nest(ledger, queues, 100);
        assertThat(queues).as("run on this stack").hasSize(SerialQueue.MAX_DEPTH + 1);
        Recorded last = queues.get(queues.size() - 1);
        assertThat(last.isAtRest()).as("waits for the pool").isFalse();
        while (queues.stream().anyMatch(queue -> !queue.later.isEmpty())) {
            List.copyOf(queues).forEach(queue -> {
                Runnable task = queue.later.poll();
                if (task != null) {
                    task.run();
                }
            });
        }
        assertThat(queues).hasSize(100).allMatch(SerialQueue::isAtRest);
    }

    @Test
    void aTaskThatIsAddedToAQueueThatWaitsForThePoolKeepsItsPlace() {
        ThreadLedger ledger = new ThreadLedger(clock);
        List<Recorded> queues = new ArrayList<>();
        nest(ledger, queues, SerialQueue.MAX_DEPTH + 1);
        Recorded waiting = queues.get(queues.size() - 1);
        waiting.signal(() -> done.add("second"));
        assertThat(done).isEmpty();
        waiting.later.remove().run();
        assertThat(done).containsExactly("innermost", "second");
    }

    @Test
    void anErrorInBeginningTheWorkLeavesTheQueueIdle() {
        Recorded broken = new Recorded(new ThreadLedger(new Clock() {
            @Override
            public long nanoTime() {
                throw new StackOverflowError("test");
            }

            @Override
            public ScheduledTask schedule(long delayNanos, Runnable task) {
                throw new UnsupportedOperationException();
            }
        }));
        assertThatThrownBy(() -> broken.signal(() -> done.add("never"))).isInstanceOf(StackOverflowError.class);
        assertThat(broken.isAtRest()).isTrue();
        assertThat(done).isEmpty();
    }

    /** Each queue runs within a task of the one before. */
    private void nest(ThreadLedger ledger, List<Recorded> queues, int left) {
        Recorded queue = new Recorded(ledger);
        queues.add(queue);
        queue.signal(left == 1 ? () -> done.add("innermost") : () -> nest(ledger, queues, left - 1));
    }

    private void next(AtomicInteger left) {
        if (left.decrementAndGet() > 0) {
            signals.signal(() -> next(left));
        }
    }

    private static final class Recorded extends SerialQueue {

        private final ThreadLedger ledger;
        private final List<Throwable> defects = new CopyOnWriteArrayList<>();
        private final Deque<Runnable> later = new ConcurrentLinkedDeque<>();
        private boolean unfit;

        Recorded(ThreadLedger ledger) {
            super(ExecutionTarget.NONE);
            this.ledger = ledger;
        }

        @Override
        public ThreadLedger ledger() {
            return ledger;
        }

        @Override
        public void executeLater(Runnable task) {
            later.add(task);
        }

        @Override
        public void failed(Throwable defect) {
            if (unfit) {
                throw new IllegalStateException("test, too", defect);
            }
            defects.add(defect);
        }
    }
}
