package dev.medley.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.thread.ManualClock;
import dev.medley.thread.Soon;
import dev.medley.thread.ThreadLedger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
    void aSignalIsWorkedOffAtOnceIfNobodyIsAtWork() {
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

    private void next(AtomicInteger left) {
        if (left.decrementAndGet() > 0) {
            signals.signal(() -> next(left));
        }
    }

    private static final class Recorded extends SerialQueue {

        private final ThreadLedger ledger;
        private final List<Throwable> defects = new CopyOnWriteArrayList<>();
        private boolean unfit;

        Recorded(ThreadLedger ledger) {
            this.ledger = ledger;
        }

        @Override
        ThreadLedger ledger() {
            return ledger;
        }

        @Override
        void failed(Throwable defect) {
            if (unfit) {
                throw new IllegalStateException("test, too", defect);
            }
            defects.add(defect);
        }
    }
}
