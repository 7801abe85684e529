package dev.medley.thread.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.thread.internal.ledger.ThreadLedger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Time is moved by hand; a thread of the pool holds a loop as long as the test says. */
class BlockedThreadCheckerTest {

    private static final long WARNING = Duration.ofMillis(100).toNanos();

    private final BrokerPool pool = new BrokerPool(8, false, 1);
    private final ManualClock clock = ManualClock.inline();
    private final ThreadLedger ledger = new ThreadLedger(clock);
    private final HandLoop loop = new HandLoop();
    private final List<HandLoop> loops = new ArrayList<>(List.of(loop));
    private final BlockedThreadChecker watch = new BlockedThreadChecker(clock, Duration.ofMillis(100), () -> loops);
    private final ExecutionTarget quote = ExecutionTarget.movable("/quote", pool.share());
    private final ExecutionTarget kept = ExecutionTarget.inline("/kept");

    @BeforeEach
    void start() {
        // Only so that threads note what holds them: the test itself looks.
        pool.watchStalls(Duration.ofHours(1));
        pool.start();
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void anIdleLoopNeedsNoLook() {
        assertThat(watch.look()).isEqualTo(IntervalThread.NO_WORK);
    }

    @Test
    void theLagIsThatOfTheLoopThatIsBusyLongest() {
        List<Long> lags = new ArrayList<>();
        watch.onLook(lags::add);
        HandLoop other = new HandLoop();
        loops.add(other);
        loop.busySince(clock.nanoTime());
        pass(30);
        other.busySince(clock.nanoTime());
        pass(10);

        assertThat(watch.look()).isEqualTo(WARNING);
        assertThat(lags).containsExactly(Duration.ofMillis(40).toNanos());
    }

    @Test
    void aMashupThatHoldsALoopIsLookedAtWhenTheWarningIsDue() throws Exception {
        holding(quote, () -> {
            watch.look();
            pass(60);
            assertThat(watch.look()).isEqualTo(Duration.ofMillis(40).toNanos());
            assertThat(quote.stalls()).isZero();
            pass(40);
            watch.look();
            assertThat(quote.stalls()).isOne();
        });
    }

    @Test
    void oneStallIsCountedOnce() throws Exception {
        holding(quote, () -> {
            for (int i = 0; i < 20; i++) {
                pass(100);
                watch.look();
            }
        });
        assertThat(quote.stalls()).isOne();
    }

    @Test
    void shortWorkInARowIsNoStall() throws Exception {
        for (int i = 0; i < 20; i++) {
            holding(quote, () -> {
                watch.look();
                pass(90);
                watch.look();
            });
        }
        assertThat(quote.stalls()).isZero();
    }

    @Test
    void theTimeOfAnotherMashupWithinItsCodeIsNotItsOwn() throws Exception {
        watch.look();
        holding(
                quote,
                () -> {
                    pass(40);
                    ledger.exchangeWork(kept).during(() -> pass(70));
                },
                () -> assertThat(watch.look()).isEqualTo(Duration.ofMillis(60).toNanos()));
    }

    @Test
    void aPauseOfTheProcessIsNoStall() throws Exception {
        holding(quote, () -> {
            watch.look();
            pass(3000);
            watch.look();
            assertThat(quote.stalls()).isZero();
            pass(100);
            watch.look();
            assertThat(quote.stalls()).isOne();
        });
    }

    @Test
    void aMashupThatStallsThreeTimesIsMovedToThePool() throws Exception {
        stall(quote);
        stall(quote);
        assertThat(quote.isMoved()).isFalse();
        stall(quote);

        assertThat(quote.isMoved()).isTrue();
        assertThat(quote.where()).isEqualTo(ExecutionTarget.Where.POOL);
    }

    @Test
    void aMashupWhoseExecutionIsGivenStays() throws Exception {
        for (int i = 0; i < 5; i++) {
            stall(kept);
        }
        assertThat(kept.where()).isEqualTo(ExecutionTarget.Where.INLINE);
        assertThat(kept.stalls()).isEqualTo(5);
    }

    @Test
    void codeThatComputesIsAStallOnceItHasUsedTheProcessorForHalfTheTime() throws Exception {
        computing(quote, () -> {
            watch.look();
            pass(100);
            assertThat(watch.look()).isEqualTo(WARNING / 2);
            assertThat(quote.stalls()).isZero();
            pass(50);
            loop.cpuNanos(Duration.ofMillis(30).toNanos());
            watch.look();
        });
        // Its first stall is warm-up, and its history is that of a mashup that computes.
        pass(11_000);
        computing(quote, () -> {
            watch.look();
            pass(100);
            watch.look();
            pass(50);
            loop.cpuNanos(Duration.ofMillis(60).toNanos());
            watch.look();
        });
        assertThat(quote.stalls()).isOne();
    }

    @Test
    void codeThatWaitsForTheCompilerOrForAProcessorIsNoStall() throws Exception {
        for (int i = 0; i < 5; i++) {
            pass(11_000);
            computing(quote, () -> {
                watch.look();
                pass(100);
                watch.look();
                pass(50);
                watch.look();
                pass(100);
                watch.look();
            });
        }
        assertThat(quote.stalls()).isZero();
        assertThat(quote.isMoved()).isFalse();
    }

    /** Runs {@code meanwhile} while a thread of the pool, the loop's, computes in code of {@code executionTarget}. */
    private void computing(ExecutionTarget executionTarget, Runnable meanwhile) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        CountDownLatch ended = new CountDownLatch(1);
        pool.execute(() -> {
            BrokerThread thread = (BrokerThread) Thread.currentThread();
            thread.loop(Objects.requireNonNull(pool.loops()).all().get(0));
            loop.runsOn(thread);
            try (ThreadLedger.Work work = ledger.inboundWork(executionTarget)) {
                assertThat(work.depth()).isOne();
                while (!over.get()) {
                    Thread.onSpinWait();
                }
            } finally {
                thread.loop(null);
                ended.countDown();
            }
        });
        Soon.until("the thread computes", () -> {
            Thread runner = loop.thread();
            return runner instanceof BrokerThread broker && broker.holder() != null;
        });
        try {
            meanwhile.run();
        } finally {
            over.set(true);
            Soon.down(ended);
        }
    }

    private void stall(ExecutionTarget executionTarget) throws Exception {
        holding(executionTarget, () -> {
            watch.look();
            pass(100);
            watch.look();
        });
    }

    /** Runs {@code meanwhile} while a thread of the pool, the loop's, waits in code of {@code executionTarget}. */
    private void holding(ExecutionTarget executionTarget, Runnable meanwhile) throws Exception {
        holding(executionTarget, () -> {}, meanwhile);
    }

    private void holding(ExecutionTarget executionTarget, Runnable before, Runnable meanwhile) throws Exception {
        CyclicBarrier held = new CyclicBarrier(2);
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        pool.execute(() -> {
            BrokerThread thread = (BrokerThread) Thread.currentThread();
            thread.loop(Objects.requireNonNull(pool.loops()).all().get(0));
            loop.runsOn(thread);
            try (ThreadLedger.Work work = ledger.inboundWork(executionTarget)) {
                assertThat(work.depth()).isOne();
                before.run();
                held.await();
                release.await();
            } catch (Exception x) {
                throw new AssertionError(x);
            } finally {
                thread.loop(null);
                over.countDown();
            }
        });
        held.await(Soon.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        Soon.until("the thread waits", () -> {
            Thread runner = loop.thread();
            return runner != null && runner.getState() == Thread.State.WAITING;
        });
        try {
            meanwhile.run();
        } finally {
            release.countDown();
            Soon.down(over);
        }
    }

    private void pass(long millis) {
        clock.advance(Duration.ofMillis(millis));
    }
}
