package dev.medley.mashup;

import static dev.medley.mashup.MashupBench.failure;
import static dev.medley.mashup.MashupBench.value;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.medley.context.RequestId;
import dev.medley.context.RequestIds;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.partner.internal.limit.Priority;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.ManualClock;
import dev.medley.thread.internal.Soon;
import dev.medley.thread.internal.compute.Computations;
import dev.medley.thread.internal.compute.Drop;
import dev.medley.thread.internal.placement.Where;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Computations of mashups, of which one runs at a time. */
class ComputeTest {

    private static final int MANY = 10_000;

    private final BrokerPool pool = new BrokerPool(16, false);
    private final ManualClock clock = new ManualClock(pool);
    private final DefaultBroker broker =
            DefaultBroker.builder().pool(pool).clock(clock).build();
    private final CountDownLatch release = new CountDownLatch(1);
    private final List<Object> done = new CopyOnWriteArrayList<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(Computations.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void start() {
        broker.computations().limitThreads(1);
        pool.start();
        broker.start();
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void close() {
        logger.detachAppender(lines);
        release.countDown();
        Soon.asserted(() -> {
            assertThat(broker.computations().queued())
                    .as("computations that wait")
                    .isZero();
            assertThat(broker.computations().running())
                    .as("computations that run")
                    .isZero();
        });
        broker.close();
        pool.close();
    }

    // ---- Values and failures. -----------------------------------------------------------------------------------

    @Test
    void aValueIsComputedOnAThreadOfThePoolWithTheContextOfTheMashup() {
        DefaultMashup mashup = mashup();
        MDC.put("request-id", "r1");
        CompletionStage<String> stage;
        try {
            stage = mashup.compute(() ->
                    MDC.get("request-id") + " on " + Thread.currentThread().getName());
        } finally {
            MDC.remove("request-id");
        }

        assertThat(value(stage)).startsWith("r1 on medley-");
    }

    @Test
    void whatDependsOnAValueHasTheContextToo() {
        holdTheThread();
        MDC.put("request-id", "r2");
        CompletionStage<String> stage = mashup().compute(() -> 1).thenApply(one -> one + " " + MDC.get("request-id"));
        MDC.remove("request-id");
        release.countDown();

        assertThat(value(stage)).isEqualTo("1 r2");
    }

    @Test
    void theTimeOfAComputationIsThatOfItsRequest() {
        value(mashup().compute(() -> {
            clock.advance(Duration.ofMillis(70));
            return 1;
        }));

        Soon.asserted(() -> assertThat(broker.ledger().totals().inboundNanos())
                .isEqualTo(Duration.ofMillis(70).toNanos()));
    }

    @Test
    void aFailureIsThatOfTheStage() {
        IOException checked = new IOException("for the test");
        AssertionError error = new AssertionError("for the test");

        assertThat(failure(mashup().compute(() -> {
                    throw checked;
                })))
                .isSameAs(checked);
        assertThat(failure(mashup().compute(() -> {
                    throw error;
                })))
                .isSameAs(error);
        assertThat(value(mashup().compute(() -> "and the next one"))).isEqualTo("and the next one");
    }

    // ---- The queue. ---------------------------------------------------------------------------------------------

    @Test
    void thoseOfHigherPriorityPrecedeAndWithinOneTheFirstIsFirst() {
        holdTheThread();
        List<CompletionStage<Boolean>> all = List.of(
                note(mashup(Priority.LOW), "low 1"),
                note(mashup(Priority.NORMAL), "normal 1"),
                note(mashup(Priority.LOW), "low 2"),
                note(mashup(Priority.HIGH), "high 1"),
                note(mashup(Priority.NORMAL), "normal 2"),
                note(mashup(Priority.HIGH), "high 2"));
        release.countDown();
        all.forEach(MashupBench::value);

        assertThat(done).containsExactly("high 1", "high 2", "normal 1", "normal 2", "low 1", "low 2");
    }

    @Test
    void oneMoreThanMayWaitIsRefusedWith503() {
        broker.computations().limitQueued(2);
        holdTheThread();
        CompletionStage<Boolean> first = note(mashup(), "first");
        CompletionStage<Boolean> second = note(mashup(), "second");

        assertThat(failure(note(mashup(), "third")))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        x -> assertThat(x.problem().toReply().status()).isEqualTo(503));
        assertThat(broker.computations().dropped(Drop.QUEUE_FULL)).isEqualTo(1);
        release.countDown();
        value(first);
        value(second);
        assertThat(value(note(mashup(), "fourth"))).isTrue();
        assertThat(done).containsExactly("first", "second", "fourth");
    }

    @Test
    void thoseThatAreRefusedAreALineASecond() {
        broker.computations().limitQueued(1);
        holdTheThread();
        note(mashup(), "waits");
        note(mashup(), "refused");
        note(mashup(), "refused");
        clock.advance(Duration.ofSeconds(1));
        mashup().computeAll(List.of(1), 1, done::add);

        String refused = "a computation of mashup /test is refused, and its client gets a 503: as many wait as"
                + " server.compute.max-queued, 1, allows (%d others since the last such line)";
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(refused.formatted(0), refused.formatted(1));
        broker.computations().close();
        note(mashup(), "after the end");
        assertThat(lines.list).hasSize(2);
    }

    @Test
    void withoutAQueueOneComputesAtATime() {
        broker.computations().limitQueued(0);
        CompletionStage<Boolean> held = holdTheThread();

        assertThat(failure(note(mashup(), "beside it"))).isInstanceOf(ProblemException.class);
        release.countDown();
        value(held);
        Soon.until("the thread is free", () -> broker.computations().running() == 0);
        assertThat(value(note(mashup(), "after it"))).isTrue();
    }

    @Test
    void thoseOfAMashupThatIsOverNeverBegin() {
        holdTheThread();
        DefaultMashup over = mashup();
        CompletionStage<Boolean> dropped = note(over, "dropped");
        CompletionStage<Boolean> next = note(mashup(), "next");
        over.cancel(Drop.DEADLINE);

        assertThat(dropped.toCompletableFuture()).isCancelled();
        assertThat(broker.computations().queued()).isEqualTo(1);
        assertThat(broker.computations().dropped(Drop.DEADLINE)).isEqualTo(1);
        release.countDown();
        assertThat(value(next)).isTrue();
        assertThat(done).containsExactly("next");
    }

    @Test
    void manyThatLeaveLeaveNothing() {
        holdTheThread();
        List<DefaultMashup> mashups =
                IntStream.range(0, MANY - 1).mapToObj(i -> mashup()).toList();
        mashups.forEach(each -> note(each, "never"));
        CompletionStage<Boolean> last = note(mashup(), "last");
        assertThat(failure(note(mashup(), "one too many"))).isInstanceOf(ProblemException.class);
        assertThat(broker.computations().queued()).isEqualTo(MANY);
        mashups.forEach(each -> each.cancel(Drop.CLIENT_GONE));

        assertThat(broker.computations().queued()).isEqualTo(1);
        assertThat(broker.computations().dropped(Drop.CLIENT_GONE)).isEqualTo(MANY - 1);
        release.countDown();
        value(last);
        assertThat(done).containsExactly("last");
    }

    @Test
    void aStageThatIsCancelledNeedsNoValue() {
        holdTheThread();
        CompletionStage<Boolean> stage = note(mashup(), "cancelled");
        stage.toCompletableFuture().cancel(true);

        assertThat(broker.computations().queued()).isZero();
        assertThat(broker.computations().dropped(Drop.CANCELLED)).isEqualTo(1);
    }

    @Test
    void theBranchesOfARaceThatLoseNeedNoValue() {
        holdTheThread();
        DefaultMashup mashup = mashup();
        CompletableFuture<Boolean> winner = new CompletableFuture<>();
        CompletionStage<Boolean> raced = mashup.race(() -> note(mashup, "loser"), () -> winner);
        assertThat(broker.computations().queued()).isEqualTo(1);
        winner.complete(false);

        assertThat(value(raced)).isFalse();
        assertThat(broker.computations().queued()).isZero();
    }

    @Test
    void eitherAComputationBeginsOrItIsRemoved() {
        AtomicInteger began = new AtomicInteger();
        AtomicInteger values = new AtomicInteger();
        AtomicInteger dropped = new AtomicInteger();
        int rounds = 2000;
        for (int i = 0; i < rounds; i++) {
            DefaultMashup mashup = mashup();
            CompletionStage<Integer> stage = mashup.compute(began::incrementAndGet);
            CompletableFuture<Void> over = CompletableFuture.runAsync(mashup::cancel, pool);
            stage.handle((value, failure) -> (failure == null ? values : dropped).incrementAndGet());
            over.join();
        }

        Soon.asserted(() -> assertThat(values.get() + dropped.get()).isEqualTo(rounds));
        Soon.until("rest", () -> broker.computations().running() == 0);
        assertThat(began.get()).isGreaterThanOrEqualTo(values.get());
        assertThat(broker.computations().ended()).isEqualTo(began.get());
    }

    // ---- Those that have begun. ---------------------------------------------------------------------------------

    @Test
    void oneThatAsksForItIsInterruptedAndTheNextOneIsNot() throws InterruptedException {
        DefaultMashup mashup = mashup();
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        CompletionStage<Boolean> stage = mashup.computeInterruptibly(() -> {
            begun.countDown();
            try {
                return release.await(Soon.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException x) {
                interrupted.set(true);
                Thread.currentThread().interrupt();
                throw x;
            }
        });
        Soon.down(begun);
        mashup.cancel(Drop.CLIENT_GONE);

        assertThat(stage.toCompletableFuture()).isCancelled();
        assertThat(value(mashup().compute(() -> Thread.currentThread().isInterrupted())))
                .isFalse();
        assertThat(interrupted).isTrue();
    }

    @Test
    void oneThatDoesNotAskForItRunsToItsEndForNothing() throws InterruptedException {
        DefaultMashup mashup = mashup();
        CountDownLatch begun = new CountDownLatch(1);
        CompletionStage<Boolean> stage = mashup.compute(() -> {
            begun.countDown();
            Soon.down(release);
            return done.add("interrupted: " + Thread.currentThread().isInterrupted());
        });
        Soon.down(begun);
        mashup.cancel();

        assertThat(stage.toCompletableFuture()).isCancelled();
        release.countDown();
        Soon.asserted(() -> assertThat(done).containsExactly("interrupted: false"));
    }

    @Test
    void theFlagThatAComputationLeavesIsNotTheNextOnes() {
        value(mashup().compute(() -> {
            Thread.currentThread().interrupt();
            return 1;
        }));

        assertThat(value(mashup().compute(() -> Thread.currentThread().isInterrupted())))
                .isFalse();
    }

    @Test
    void oneThatGoesOnLongAfterItsMashupIsCounted() throws InterruptedException {
        DefaultMashup mashup = mashup();
        CountDownLatch begun = new CountDownLatch(1);
        mashup.computeInterruptibly(() -> {
            begun.countDown();
            while (release.getCount() > 0) {
                Thread.onSpinWait();
            }
            return 1;
        });
        Soon.down(begun);
        mashup.cancel();
        clock.advance(Duration.ofMillis(999));
        assertThat(broker.computations().overran()).isZero();
        clock.advance(Duration.ofMillis(1));

        assertThat(broker.computations().overran()).isEqualTo(1);
        release.countDown();
    }

    @Test
    void theLineAboutOneThatGoesOnHasTheIdOfItsRequest() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        DefaultMashup mashup = mashup();
        MDC.put("request-id", "r3");
        try {
            mashup.compute(() -> {
                begun.countDown();
                Soon.down(release);
                return 1;
            });
        } finally {
            MDC.remove("request-id");
        }
        Soon.down(begun);
        mashup.cancel();
        clock.advance(Duration.ofSeconds(1));

        assertThat(lines.list)
                .filteredOn(line -> line.getFormattedMessage()
                        .startsWith("a computation of mashup /test goes on 1000 ms after nobody needs it any more"))
                .singleElement()
                .satisfies(line -> assertThat(line.getMDCPropertyMap()).containsEntry("request-id", "r3"));
    }

    @Test
    void oneThatEndsInTimeLeavesNoAlarm() throws InterruptedException {
        DefaultMashup mashup = mashup();
        CountDownLatch begun = new CountDownLatch(1);
        int before = clock.alarms();
        mashup.compute(() -> {
            begun.countDown();
            Soon.down(release);
            return 1;
        });
        Soon.down(begun);
        mashup.cancel();
        assertThat(clock.alarms()).isEqualTo(before + 1);
        release.countDown();

        Soon.asserted(() -> assertThat(clock.alarms()).isEqualTo(before));
    }

    // ---- Many. --------------------------------------------------------------------------------------------------

    @Test
    void theValuesOfManyAreInTheOrderOfTheItems() {
        List<Integer> items = IntStream.range(0, 1000).boxed().toList();

        assertThat(value(mashup().computeAll(items, 3, item -> 2 * item)))
                .isEqualTo(items.stream().map(item -> 2 * item).toList());
        assertThat(broker.computations().ended()).as("computations").isLessThanOrEqualTo(3);
        assertThat(value(mashup().computeAll(List.of(), 1, item -> item))).isEmpty();
    }

    @Test
    void noMoreThanTheConcurrencyComputeAtATime() throws InterruptedException {
        DefaultBroker wide = wide();
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Integer> items = IntStream.range(0, 500).boxed().toList();
        try {
            value(mashup(wide, Priority.NORMAL).computeAll(items, 2, item -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                Thread.onSpinWait();
                return running.decrementAndGet();
            }));
        } finally {
            wide.close();
        }

        assertThat(most.get()).isBetween(1, 2);
    }

    @Test
    void theFirstFailureOfManyDropsWhatHasNotBegun() {
        AtomicInteger begun = new AtomicInteger();
        List<Integer> items = IntStream.range(0, 1000).boxed().toList();
        CompletionStage<List<Integer>> all = mashup().computeAll(items, 4, item -> {
            begun.incrementAndGet();
            if (item == 5) {
                throw new IllegalStateException("five");
            }
            return item;
        });

        assertThat(failure(all)).hasMessage("five");
        assertThat(begun.get()).isEqualTo(6);
    }

    @Test
    void theEndOfAMashupDropsTheItemsThatHaveNotBegun() throws InterruptedException {
        DefaultMashup mashup = mashup();
        CountDownLatch begun = new CountDownLatch(1);
        CompletionStage<List<Boolean>> all = mashup.computeAll(List.of(1, 2, 3, 4), 2, item -> {
            begun.countDown();
            await(release);
            return done.add(item);
        });
        Soon.down(begun);
        mashup.cancel();

        assertThat(all.toCompletableFuture()).isCancelled();
        release.countDown();
        Soon.asserted(() -> assertThat(done).containsExactly(1));
        assertThat(broker.computations().queued()).isZero();
    }

    @Test
    void manyGiveTheThreadToOthersOfNoLowerPriorityAfterAWhile() {
        holdTheThread();
        DefaultMashup mashup = mashup();
        CompletionStage<List<Boolean>> all = mashup.computeAll(List.of(1, 2, 3), 1, item -> {
            clock.advance(Duration.ofMillis(3));
            return done.add(item);
        });
        CompletionStage<Boolean> low = note(mashup(Priority.LOW), "low");
        CompletionStage<Boolean> equal = note(mashup(), "equal");
        release.countDown();
        value(all);
        value(low);
        value(equal);

        assertThat(done).containsExactly(1, 2, "equal", 3, "low");
    }

    @Test
    void ifTheQueueIsFullOneOfHigherPriorityTakesThePlaceOfTheLastOfTheLowest() {
        broker.computations().limitQueued(2);
        CompletionStage<Boolean> running = holdTheThread();
        CompletionStage<Boolean> normal = note(mashup(Priority.NORMAL), "normal");
        CompletionStage<Boolean> low = note(mashup(Priority.LOW), "low");

        CompletionStage<Boolean> high = note(mashup(Priority.HIGH), "high");
        assertThat(failure(low))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        x -> assertThat(x.problem().status()).isEqualTo(503));
        assertThat(failure(note(mashup(Priority.NORMAL), "one more"))).isInstanceOf(ProblemException.class);
        assertThat(broker.computations().queued()).isEqualTo(2);
        release.countDown();

        assertThat(value(running) && value(normal) && value(high)).isTrue();
        assertThat(done).containsExactly("high", "normal");
        assertThat(broker.computations().dropped(Drop.QUEUE_FULL)).isEqualTo(2);
    }

    @Test
    void manyComputeWithFewerIfTheQueueIsFull() {
        broker.computations().limitQueued(1);
        holdTheThread();
        CompletionStage<List<Integer>> all = mashup().computeAll(List.of(1, 2, 3), 3, item -> item);
        CompletionStage<List<Integer>> refused = mashup().computeAll(List.of(1, 2, 3), 3, item -> item);

        assertThat(failure(refused)).isInstanceOf(ProblemException.class);
        release.countDown();
        assertThat(value(all)).containsExactly(1, 2, 3);
    }

    @Test
    void anUndeclaredExceptionOfManyFailsThemAndTheThreadGoesOn() {
        IOException undeclared = new IOException("for the test");

        assertThat(failure(
                        mashup().computeAll(List.of(1, 2), 1, item -> ComputeTest.<RuntimeException>sneak(undeclared))))
                .isSameAs(undeclared);
        assertThat(value(mashup().compute(() -> "the next one"))).isEqualTo("the next one");
    }

    @Test
    void howeverManyMayComputeAtATimeTheyWaitAtNoMorePlacesThanThereAreThreads() {
        holdTheThread();
        CompletionStage<List<Integer>> all =
                mashup().computeAll(Collections.nCopies(20_000, 1), Integer.MAX_VALUE, item -> item);

        assertThat(broker.computations().queued()).isEqualTo(1);
        assertThat(broker.computations().dropped(Drop.QUEUE_FULL)).isZero();
        release.countDown();
        assertThat(value(all)).hasSize(20_000);
    }

    @Test
    void whatDependsOnAValueMayStartAnotherComputation() {
        DefaultMashup mashup = mashup();
        CompletionStage<Integer> stage = mashup.compute(() -> 1).thenCompose(one -> mashup.compute(() -> one + 1));

        assertThat(value(stage)).isEqualTo(2);
    }

    @Test
    void allThatADeadlineDropsAreCountedAsThat() {
        holdTheThread();
        DefaultMashup mashup = mashup();
        note(mashup, 1);
        note(mashup, 2);
        mashup.computeAll(List.of(3, 4), 2, done::add);
        mashup.cancel(Drop.DEADLINE);

        assertThat(broker.computations().dropped(Drop.DEADLINE)).isEqualTo(3);
        assertThat(broker.computations().dropped(Drop.CANCELLED)).isZero();
        release.countDown();
    }

    @Test
    void theFlagThatAnItemLeavesIsNotTheNextOnes() {
        CompletionStage<List<Boolean>> flags = mashup().computeAll(List.of(1, 2, 3), 1, item -> {
            boolean before = Thread.currentThread().isInterrupted();
            Thread.currentThread().interrupt();
            return before;
        });

        assertThat(value(flags)).containsExactly(false, false, false);
    }

    /** A thread that cannot be had, as without memory for it: here, since this JVM has no virtual ones. */
    @Test
    @EnabledForJreRange(max = JRE.JAVA_20)
    void aValueThatNoThreadTakesOverKeepsNoOtherFromItsTurn() {
        ExecutionTarget moved = ExecutionTarget.inline("/moved");
        CompletionStage<?> lost =
                mashup(broker, moved, Priority.NORMAL).compute(() -> moved.moveByOperator(Where.VIRTUAL));

        assertThat(value(mashup().compute(() -> 2))).isEqualTo(2);
        assertThat(lost.toCompletableFuture()).isNotDone();
    }

    @Test
    void theFlagThatADependentLeavesIsNotTheNextOnes() {
        holdTheThread();
        CompletionStage<Integer> stage = mashup().compute(() -> 1).thenApply(one -> {
            Thread.currentThread().interrupt();
            return one;
        });
        CompletionStage<Boolean> next =
                mashup().compute(() -> Thread.currentThread().isInterrupted());
        release.countDown();

        assertThat(value(stage)).isEqualTo(1);
        assertThat(value(next)).isFalse();
    }

    @Test
    void thoseThatWaitWhenTheBrokerClosesAreDropped() {
        holdTheThread();
        CompletionStage<Boolean> waiting = note(mashup(), 1);
        broker.computations().close();

        assertThat(waiting.toCompletableFuture()).isCompletedExceptionally();
        assertThat(failure(note(mashup(), 2))).isInstanceOf(ProblemException.class);
        release.countDown();
        assertThat(done).isEmpty();
    }

    @Test
    void aComputationThatWaitsForAStageFails() {
        assertThat(failure(mashup().compute(() -> waitFor(mashup()))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "join() of a stage that is not complete would block one of the few threads that compute: compose"
                                + " stages by thenCompose around compute");
    }

    @Test
    void whatDependsOnAValueIsNoComputation() {
        holdTheThread();
        DefaultMashup mashup = mashup();
        CompletionStage<Integer> dependent =
                mashup.compute(() -> 1).thenApply(one -> new BrokerStage<Integer>(pool).join());
        release.countDown();

        assertThat(failure(dependent))
                .hasMessageContaining("join() of a stage that is not complete would block the thread medley-");
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void oneOnAVirtualThreadThatWaitsForAStageFailsToo() {
        try (BrokerPool ofVirtual = new BrokerPool(16, true);
                DefaultBroker virtual =
                        DefaultBroker.builder().pool(ofVirtual).clock(clock).build()) {
            ofVirtual.start();
            virtual.start();
            DefaultMashup mashup = mashup(virtual, Priority.NORMAL);
            assertThat(failure(mashup.compute(() -> waitFor(mashup))))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageEndingWith("would block one of the few threads that compute: compose stages by"
                            + " thenCompose around compute");
            // What depends on it has a thread of its own.
            CompletionStage<Boolean> dependent = mashup.compute(() -> 1).thenApply(one -> BrokerPool.mayWait());
            assertThat(value(dependent)).isTrue();
        }
    }

    private static int waitFor(DefaultMashup mashup) {
        return mashup.compute(() -> 1).toCompletableFuture().join();
    }

    @SuppressWarnings("unchecked") // Undeclared, as other languages throw it.
    private static <X extends Throwable> int sneak(Throwable thrown) throws X {
        throw (X) thrown;
    }

    // ---- The bench. ---------------------------------------------------------------------------------------------

    /** Holds the one thread that computes until the release. */
    private CompletionStage<Boolean> holdTheThread() {
        CountDownLatch held = new CountDownLatch(1);
        CompletionStage<Boolean> stage = mashup(Priority.HIGH).compute(() -> {
            held.countDown();
            Soon.down(release);
            return true;
        });
        await(held);
        return stage;
    }

    private CompletionStage<Boolean> note(DefaultMashup mashup, Object what) {
        return mashup.compute(() -> done.add(what));
    }

    private DefaultMashup mashup() {
        return mashup(Priority.NORMAL);
    }

    private DefaultMashup mashup(Priority priority) {
        return mashup(broker, priority);
    }

    private static DefaultMashup mashup(DefaultBroker of, Priority priority) {
        return mashup(of, ExecutionTarget.inline("/test"), priority);
    }

    private static DefaultMashup mashup(DefaultBroker of, ExecutionTarget executionTarget, Priority priority) {
        RequestId id = RequestIds.create();
        DefaultMashup mashup = new DefaultMashup(
                of,
                new GivenInbound(Map.of()),
                RequestContext.of(
                        id,
                        RequestIds.DEFAULT_FIELD,
                        "GET",
                        "/",
                        executionTarget,
                        RequestContext.NO_DEADLINE,
                        null,
                        null));
        mashup.priority(priority);
        return mashup;
    }

    /** A broker that computes on all processors. */
    private static DefaultBroker wide() {
        return DefaultBroker.builder().build().start();
    }

    private static void await(CountDownLatch latch) {
        try {
            Soon.down(latch);
        } catch (InterruptedException x) {
            throw new AssertionError(x);
        }
    }
}
