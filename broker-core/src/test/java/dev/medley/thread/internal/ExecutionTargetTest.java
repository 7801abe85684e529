package dev.medley.thread.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.thread.internal.BrokerThread.WorksFor;
import dev.medley.thread.internal.placement.Given;
import dev.medley.thread.internal.placement.Move;
import dev.medley.thread.internal.placement.MoveReason;
import dev.medley.thread.internal.placement.Placement;
import dev.medley.thread.internal.placement.Where;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExecutionTargetTest {

    private static final long LONG = 100;

    private final BrokerPool pool = new BrokerPool(16, false);
    private final BoundedExecutor share = new BoundedExecutor(pool, 2, WorksFor.MASHUPS);
    private final CountDownLatch release = new CountDownLatch(1);
    private final List<String> done = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() {
        pool.start();
    }

    @AfterEach
    void close() {
        release.countDown();
        pool.close();
    }

    /** The table of {@link Placement}: the state before, the event, then place and decision after, and whether it is a move. */
    @ParameterizedTest
    @CsvSource({
        "default,       stalls,       pool,    stalls,        true",
        "default,       quiet,        async,   default,       false",
        "default,       to pool,      pool,    operator,      true",
        "default,       to async,     async,   operator,      false",
        "default,       give back,    async,   default,       false",
        "default,       reload pool,  pool,    configuration, true",
        "default,       reload same,  async,   default,       false",
        "annotation,    stalls,       virtual, annotation,    false",
        "annotation,    to pool,      pool,    operator,      true",
        "annotation,    reload pool,  pool,    configuration, true",
        "configuration, stalls,       async,   configuration, false",
        "configuration, quiet,        async,   configuration, false",
        "configuration, to pool,      pool,    operator,      true",
        "configuration, give back,    async,   configuration, false",
        "configuration, reload pool,  pool,    configuration, true",
        "stalls,        stalls,       pool,    stalls,        false",
        "stalls,        quiet,        async,   default,       true",
        "stalls,        to pool,      pool,    operator,      false",
        "stalls,        to async,     async,   operator,      true",
        "stalls,        give back,    async,   default,       true",
        "stalls,        reload pool,  pool,    configuration, false",
        "stalls,        reload same,  pool,    stalls,        false",
        "operator,      stalls,       virtual, operator,      false",
        "operator,      quiet,        virtual, operator,      false",
        "operator,      to pool,      pool,    operator,      true",
        "operator,      give back,    async,   default,       true",
        "operator,      reload pool,  pool,    configuration, true",
        "operator,      reload same,  virtual, operator,      false",
        "replaced,      stalls,       async,   replaced,      false",
        "replaced,      to pool,      async,   replaced,      false",
        "replaced,      reload pool,  async,   replaced,      false",
    })
    void eachEventMovesAMashupByTheTable(String state, String event, String place, String decidedBy, boolean isMove) {
        ExecutionTarget executionTarget = in(state);
        Map<Move, Long> before = executionTarget.moves();

        Move move = move(executionTarget, event);

        assertThat(executionTarget.where().label()).isEqualTo(place);
        assertThat(executionTarget.placement().by().label()).isEqualTo(decidedBy);
        assertThat(move != null).isEqualTo(isMove);
        assertThat(executionTarget.moves().equals(before)).isEqualTo(!isMove);
        if (move != null) {
            assertThat(executionTarget.placement().lastMove()).isEqualTo(move);
        }
    }

    private ExecutionTarget in(String state) {
        return switch (state) {
            case "annotation" -> of(Given.annotated(Where.VIRTUAL));
            case "configuration" -> of(Given.configured(Where.INLINE));
            case "stalls" -> after("stalls");
            case "operator" -> after("to virtual");
            case "replaced" -> {
                ExecutionTarget replaced = of(Given.NOTHING);
                of(Given.NOTHING).succeed(replaced);
                yield replaced;
            }
            default -> of(Given.NOTHING);
        };
    }

    private ExecutionTarget after(String event) {
        ExecutionTarget executionTarget = of(Given.NOTHING);
        assertThat(move(executionTarget, event)).isNotNull();
        return executionTarget;
    }

    private ExecutionTarget of(Given given) {
        return ExecutionTarget.of("/quote", share, given);
    }

    private static @Nullable Move move(ExecutionTarget executionTarget, String event) {
        return switch (event) {
            case "stalls" -> executionTarget.moveAfterStalls(() -> 0, LONG);
            case "quiet" -> executionTarget.moveAfterQuiet(executionTarget.placement(), 0);
            case "to pool" -> executionTarget.moveByOperator(Where.POOL);
            case "to async" -> executionTarget.moveByOperator(Where.INLINE);
            case "to virtual" -> executionTarget.moveByOperator(Where.VIRTUAL);
            case "give back" -> executionTarget.moveByOperator(null);
            case "reload pool" -> executionTarget.moveByReload(Given.configured(Where.POOL));
            case "reload same" ->
                executionTarget.moveByReload(executionTarget.placement().given());
            default -> throw new IllegalArgumentException(event);
        };
    }

    @Test
    void aTryOfAnEarlierMoveHasNoEffect() {
        ExecutionTarget executionTarget = after("stalls");
        Placement earlier = executionTarget.placement();
        executionTarget.moveByOperator(null);
        executionTarget.moveAfterStalls(() -> 0, LONG);

        assertThat(executionTarget.moveAfterQuiet(earlier, 0)).isNull();
        assertThat(executionTarget.where()).isEqualTo(Where.POOL);
    }

    @Test
    void withoutThreadsInTheShareStallsMoveNothing() {
        ExecutionTarget executionTarget =
                ExecutionTarget.of("/quote", new BoundedExecutor(pool, 0, WorksFor.MASHUPS), Given.NOTHING);

        assertThat(executionTarget.moveAfterStalls(() -> 0, LONG)).isNull();
        assertThat(executionTarget.where()).isEqualTo(Where.INLINE);
    }

    @Test
    void aSuccessorKeepsTheOperatorsDecisionAndTheNumbersOfMoves() {
        ExecutionTarget before = after("to virtual");
        ExecutionTarget next = of(Given.NOTHING);

        assertThat(next.succeed(before)).isNull();
        assertThat(next.where()).isEqualTo(Where.VIRTUAL);
        assertThat(next.placement().by().label()).isEqualTo("operator");
        assertThat(next.moves())
                .containsExactly(Map.entry(new Move(Where.INLINE, Where.VIRTUAL, MoveReason.OPERATOR), 1L));
    }

    @Test
    void aSuccessorForWhichSomethingElseIsGivenIsThere() {
        ExecutionTarget before = after("to virtual");
        ExecutionTarget next = of(Given.annotated(Where.POOL));

        assertThat(next.succeed(before)).isEqualTo(new Move(Where.VIRTUAL, Where.POOL, MoveReason.RELOAD));
        assertThat(next.placement().by().label()).isEqualTo("annotation");
    }

    /** The stalls, an operator and a reload move it at the same time: each move begins where another one has ended. */
    @Test
    void movesOfManyThreadsFollowOneAnother() throws InterruptedException {
        ExecutionTarget executionTarget = of(Given.NOTHING);
        List<String> events =
                List.of("stalls", "to pool", "to async", "give back", "reload pool", "to virtual", "quiet");
        CountDownLatch over = new CountDownLatch(4);
        for (int thread = 0; thread < 4; thread++) {
            int first = thread;
            pool.execute(() -> {
                for (int i = 0; i < 10_000; i++) {
                    move(executionTarget, events.get((first + i) % events.size()));
                }
                over.countDown();
            });
        }
        Soon.down(over);

        for (Where place : Where.values()) {
            long left = count(executionTarget, place, true);
            long reached = count(executionTarget, place, false);
            long now = executionTarget.where() == place ? 1 : 0;
            long first = place == Where.INLINE ? 1 : 0;
            assertThat(reached - left).as("%s", place).isEqualTo(now - first);
        }
    }

    private static long count(ExecutionTarget executionTarget, Where place, boolean left) {
        return executionTarget.moves().entrySet().stream()
                .filter(each -> (left ? each.getKey().from() : each.getKey().to()) == place)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    @Test
    void codeOnThePoolLeavesEveryThreadOfThePoolButThoseOfTheShare() {
        ExecutionTarget executionTarget = of(Given.configured(Where.POOL));
        assertThat(executionTarget.otherThreads()).as("a container's thread").isNull();
        pool.execute(() -> {
            ExecutionTarget.OtherThreads others = Objects.requireNonNull(executionTarget.otherThreads());
            others.execute(() -> done.add("share " + (executionTarget.otherThreads() == null)));
        });
        Soon.asserted(() -> assertThat(done).containsExactly("share true"));
    }

    @Test
    void theTurnsOfAMashupThatStallsHaveMovedAreMeasured() {
        AtomicLong now = new AtomicLong();
        ExecutionTarget executionTarget = of(Given.NOTHING);
        executionTarget.moveAfterStalls(now::get, LONG);
        Placement moved = executionTarget.placement();
        now.addAndGet(Duration.ofHours(1).toNanos());
        assertThat(moved.untilQuiet()).as("without a turn").isPositive();

        pool.execute(() -> {
            ExecutionTarget.OtherThreads others = Objects.requireNonNull(executionTarget.otherThreads());
            for (int i = 0; i < 15; i++) {
                others.execute(() -> {});
                others.admit(() -> {}, 100);
            }
        });

        Soon.until("thirty turns", () -> moved.untilQuiet() == 0);
    }

    @Test
    void whatHasBeenHandedOverRunsOnceWhenTheMashupIsMovedMeanwhile() throws InterruptedException {
        ExecutionTarget executionTarget = of(Given.configured(Where.POOL));
        CountDownLatch held = new CountDownLatch(2);
        AtomicInteger runs = new AtomicInteger();
        for (int i = 0; i < 2; i++) {
            share.execute(() -> {
                held.countDown();
                down(release);
            });
        }
        Soon.down(held);
        pool.execute(() -> {
            ExecutionTarget.OtherThreads others = Objects.requireNonNull(executionTarget.otherThreads());
            executionTarget.moveByOperator(Where.INLINE);
            others.execute(runs::incrementAndGet);
            others.admit(runs::incrementAndGet, 10);
            done.add("handed over");
        });
        Soon.asserted(() -> assertThat(done).containsExactly("handed over"));
        assertThat(runs).hasValue(0);
        release.countDown();

        Soon.asserted(() -> assertThat(runs).hasValue(2));
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void whatWaitsForThePoolRunsOnVirtualThreadsOnceTheMashupIsMovedThere() throws InterruptedException {
        ExecutionTarget executionTarget = of(Given.configured(Where.POOL));
        CountDownLatch handedOver = new CountDownLatch(1);
        pool.execute(() -> {
            ExecutionTarget.OtherThreads others = Objects.requireNonNull(executionTarget.otherThreads());
            executionTarget.moveByOperator(Where.VIRTUAL);
            others.admit(() -> done.add("virtual " + BrokerPool.onVirtualThread()), 10);
            handedOver.countDown();
        });
        Soon.down(handedOver);

        Soon.asserted(() -> assertThat(done).containsExactly("virtual true"));
    }

    private static void down(CountDownLatch latch) {
        try {
            Soon.down(latch);
        } catch (InterruptedException x) {
            throw new AssertionError(x);
        }
    }
}
