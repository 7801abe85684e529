package dev.medley.thread.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.thread.internal.ledger.ThreadLedger;
import dev.medley.thread.internal.placement.Given;
import dev.medley.thread.internal.placement.Move;
import dev.medley.thread.internal.placement.MoveReason;
import dev.medley.thread.internal.placement.Where;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    private final ExecutionTarget quote = ExecutionTarget.of("/quote", pool.share(), Given.NOTHING);
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
        assertThat(quote.where()).isEqualTo(Where.POOL);
    }

    @Test
    void aMashupWhoseExecutionIsGivenStays() throws Exception {
        for (int i = 0; i < 5; i++) {
            stall(kept);
        }
        assertThat(kept.where()).isEqualTo(Where.INLINE);
        assertThat(kept.stalls()).isEqualTo(5);
    }

    @Test
    void aMovedMashupThatIsQuietForFiveMinutesIsTriedOnTheLoopsAgain() throws Exception {
        stallThrice();
        takeShortTurns();
        passMinutes(4);
        assertThat(quote.where()).isEqualTo(Where.POOL);
        passMinutes(1);

        assertThat(quote.where()).isEqualTo(Where.INLINE);
        assertThat(quote.isMoved()).isFalse();
        assertThat(quote.moves())
                .isEqualTo(Map.of(
                        new Move(Where.INLINE, Where.POOL, MoveReason.STALLS), 1L,
                        new Move(Where.POOL, Where.INLINE, MoveReason.QUIET), 1L));
    }

    @Test
    void aMovedMashupThatBlocksNowAndThenStaysOnThePool() throws Exception {
        stallThrice();
        for (int minutes = 0; minutes < 60; minutes += 4) {
            takeShortTurns();
            takeTurn(Duration.ofNanos(WARNING));
            passMinutes(4);
        }
        assertThat(quote.where()).isEqualTo(Where.POOL);

        takeShortTurns();
        passMinutes(5);
        assertThat(quote.where()).isEqualTo(Where.INLINE);
    }

    @Test
    void aMovedMashupThatHoldsAThreadAllTheTimeIsNotQuiet() throws Exception {
        stallThrice();
        takeShortTurns();
        turn(quote, () -> {
            passMinutes(60);
            assertThat(quote.where()).isEqualTo(Where.POOL);
        });
        takeShortTurns();
        passMinutes(5);
        assertThat(quote.where()).isEqualTo(Where.INLINE);
    }

    @Test
    void aMovedMashupThatNobodyAsksForStaysUntilItHasShownThatItIsQuiet() throws Exception {
        stallThrice();
        passMinutes(60);
        assertThat(quote.where()).isEqualTo(Where.POOL);

        takeShortTurns();
        passMinutes(1);
        assertThat(quote.where()).isEqualTo(Where.INLINE);
    }

    @Test
    void theQuietTimeIsDoubledWithEachTryThatFailsUpToAnHour() throws Exception {
        for (int minutes : new int[] {5, 10, 20, 40, 60, 60}) {
            stallThrice();
            takeShortTurns();
            passMinutes(minutes - 1);
            assertThat(quote.where()).as("after %d minutes", minutes - 1).isEqualTo(Where.POOL);
            passMinutes(1);
            assertThat(quote.where()).as("after %d minutes", minutes).isEqualTo(Where.INLINE);
        }
    }

    @Test
    void afterAnHourOnTheLoopsTheQuietTimeIsTheShortestAgain() throws Exception {
        for (int i = 0; i < 2; i++) {
            stallThrice();
            takeShortTurns();
            passMinutes(10);
            assertThat(quote.where()).isEqualTo(Where.INLINE);
        }
        passMinutes(60);
        stallThrice();
        takeShortTurns();
        passMinutes(5);

        assertThat(quote.where()).isEqualTo(Where.INLINE);
    }

    @Test
    void theOperatorsDecisionEndsTheTry() throws Exception {
        stallThrice();
        takeShortTurns();
        quote.moveByOperator(Where.POOL);
        passMinutes(60);

        assertThat(quote.where()).isEqualTo(Where.POOL);
        assertThat(clock.alarms()).isZero();
    }

    @Test
    void whatTheOperatorKeepsOnTheLoopsStallsDoNotMove() throws Exception {
        quote.moveByOperator(Where.INLINE);
        stallThrice();
        assertThat(quote.where()).isEqualTo(Where.INLINE);
        assertThat(quote.stalls()).isEqualTo(3);

        quote.moveByOperator(null);
        stallThrice();
        assertThat(quote.where()).isEqualTo(Where.POOL);
    }

    @Test
    void whereAReloadReplacesAMovedMashupItsSuccessorIsTried() throws Exception {
        stallThrice();
        ExecutionTarget next = ExecutionTarget.of("/quote", pool.share(), Given.NOTHING);
        assertThat(next.succeed(quote)).isNull();
        watch.tryAgainLater(next);
        takeShortTurns(next);
        passMinutes(5);

        assertThat(next.where()).isEqualTo(Where.INLINE);
        assertThat(quote.where()).as("of its last requests").isEqualTo(Where.POOL);
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

    private void stallThrice() throws Exception {
        pass(Duration.ofMinutes(1).toMillis());
        for (int i = 0; i < 3; i++) {
            stall(quote);
        }
    }

    private void takeShortTurns() {
        takeShortTurns(quote);
    }

    private void takeShortTurns(ExecutionTarget executionTarget) {
        for (int i = 0; i < 30; i++) {
            takeTurn(executionTarget, Duration.ofMillis(1));
        }
    }

    private void takeTurn(Duration held) {
        takeTurn(quote, held);
    }

    /** Has code of {@code executionTarget} hold a thread of the pool for {@code held}. */
    private void takeTurn(ExecutionTarget executionTarget, Duration held) {
        turn(executionTarget, () -> clock.advance(held));
    }

    private static void turn(ExecutionTarget executionTarget, Runnable code) {
        Objects.requireNonNull(executionTarget.placement().turns()).take(code);
    }

    private void passMinutes(int minutes) {
        clock.advance(Duration.ofMinutes(minutes));
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
