package dev.medley.servlet.internal.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.mashup.ReplyEnd;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.mashup.internal.ReplyObserver;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.ManualClock;
import dev.medley.thread.internal.Soon;
import dev.medley.topic.internal.Epoch;
import dev.medley.topic.internal.TopicSet;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ScheduleTest {

    private static final Duration EVERY = Duration.ofMinutes(5);
    private static final Duration JITTER = Duration.ofSeconds(30);
    /** With half of the jitter. */
    private static final Duration INTERVAL = EVERY.plusSeconds(15);

    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private final BrokerPool pool = new BrokerPool(8, false);
    private final ManualClock clock = ManualClock.inline();
    private DefaultBroker broker;
    private final Schedules schedules = new Schedules(() -> 0.5);
    /** The stage of each run's reply, which a test completes. */
    private final List<CompletableFuture<Reply>> runs = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() {
        broker = DefaultBroker.builder().pool(pool).clock(clock).build();
        pool.start();
        broker.start();
    }

    @AfterEach
    void stop() {
        schedules.stop();
        broker.close();
        pool.close();
    }

    private CompletionStage<Reply> pending(Mashup mashup) {
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        runs.add(reply);
        return reply;
    }

    private ScheduledMashup mashup(String path, Object code, Function<DefaultMashup, CompletionStage<Reply>> composer) {
        return new ScheduledMashup(
                path,
                path,
                new ScheduleSettings(EVERY, JITTER, code),
                ExecutionTarget.inline(path),
                composer,
                () -> DEADLINE,
                () -> broker,
                new TopicSet(Epoch.next(), 0, clock),
                (target, compose) -> compose.run());
    }

    private Schedule begun(Function<DefaultMashup, CompletionStage<Reply>> composer) {
        Schedule schedule = schedules.add(mashup("/rates", "code", composer));
        schedules.ready(schedule);
        schedules.begin();
        return schedule;
    }

    private void reply(int run, String text) {
        runs.get(run).complete(Reply.text(text));
    }

    private static String body(CompletionStage<Reply> reply) throws Exception {
        return new String(reply.toCompletableFuture().get(10, TimeUnit.SECONDS).body(), StandardCharsets.UTF_8);
    }

    /** It is idle a moment before it has set the alarm of its next run. */
    private void awaitIdle(Schedule schedule) {
        Soon.until("idle", () -> schedule.phase() == Phase.IDLE && clock.alarms() == 1);
    }

    @Test
    void aMashupRunsAtOnceAndThenAtEachIntervalAfterTheEndOfTheRunBefore() throws Exception {
        Schedule schedule = begun(this::pending);
        assertThat(runs).hasSize(1);
        clock.advance(Duration.ofSeconds(8));
        reply(0, "one");
        awaitIdle(schedule);

        clock.advance(EVERY.plus(JITTER.dividedBy(2)).minusMillis(1));
        assertThat(runs).hasSize(1);
        clock.advance(Duration.ofMillis(1));
        assertThat(runs).hasSize(2);
        assertThat(body(schedule.reply())).isEqualTo("one");

        reply(1, "two");
        awaitIdle(schedule);
        assertThat(body(schedule.reply())).isEqualTo("two");
        assertThat(schedule.runs(RunOutcome.COMPLETED)).isEqualTo(2);
    }

    @Test
    void aSnapshotSaysItsAge() throws Exception {
        Schedule schedule = begun(this::pending);
        reply(0, "one");
        awaitIdle(schedule);
        clock.advance(Duration.ofSeconds(90));

        Reply reply = schedule.reply().toCompletableFuture().get();

        assertThat(reply.headers())
                .anySatisfy(
                        field -> assertThat(field.name() + ": " + field.value()).isEqualTo("Age: 90"));
        assertThat(schedules.snapshot("rates").toCompletableFuture().get().age())
                .isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void runsDoNotPileUpWhenTheClockMovesByHours() {
        Schedule schedule = begun(this::pending);

        for (int hours = 0; hours < 7; hours++) {
            clock.advance(Duration.ofHours(1));
            // Each run but the one in flight, if there is one, has ended.
            Soon.until("one run at most", () -> runs.size() - schedule.runs(RunOutcome.EXPIRED) <= 1);
        }

        assertThat(runs.size()).isGreaterThan(1);
    }

    @Test
    void aRunThatFailsThrowsOrHasAnotherStatusLeavesTheLastGoodOne() throws Exception {
        Schedule schedule = begun(mashup -> {
            if (runs.size() == 3) {
                runs.add(new CompletableFuture<>());
                throw new IllegalStateException("thrown");
            }
            return pending(mashup);
        });
        reply(0, "good");
        awaitIdle(schedule);

        clock.advance(INTERVAL);
        runs.get(1).completeExceptionally(new ProblemException(502, "no rates"));
        awaitIdle(schedule);
        assertThat(Objects.requireNonNull(schedule.last()).cause()).isEqualTo("no rates");
        clock.advance(INTERVAL);
        runs.get(2).complete(Reply.text("not found").status(404));
        awaitIdle(schedule);
        assertThat(Objects.requireNonNull(schedule.last()).cause()).isEqualTo("the status of the reply is 404");
        clock.advance(INTERVAL);
        Soon.until("thrown", () -> schedule.runs(RunOutcome.FAILED) == 3);

        assertThat(Objects.requireNonNull(schedule.last()).cause()).contains("thrown");
        assertThat(body(schedule.reply())).isEqualTo("good");
    }

    @Test
    void aRunThatHangsEndsAtItsDeadlineAndTheNextOneFollows() throws Exception {
        Schedule schedule = begun(this::pending);
        clock.advance(DEADLINE);
        awaitIdle(schedule);
        assertThat(schedule.runs(RunOutcome.EXPIRED)).isEqualTo(1);

        // Too late.
        reply(0, "late");
        clock.advance(Duration.ofSeconds(10));
        reply(1, "in time");
        awaitIdle(schedule);

        assertThat(body(schedule.reply())).isEqualTo("in time");
    }

    @Test
    void readersBeforeTheFirstSnapshotWaitForTheRunInFlight() throws Exception {
        Schedule schedule = begun(this::pending);
        List<CompletionStage<Reply>> readers = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            readers.add(schedule.reply());
        }
        assertThat(readers).noneMatch(each -> each.toCompletableFuture().isDone());

        reply(0, "first");

        for (CompletionStage<Reply> each : readers) {
            assertThat(body(each)).isEqualTo("first");
        }
    }

    @Test
    void readersFailWithTheFirstRunAndLearnWhenTheNextOneIs() {
        Schedule schedule = begun(this::pending);
        CompletionStage<Reply> waiting = schedule.reply();
        runs.get(0).completeExceptionally(new ProblemException(502, "no rates"));
        awaitIdle(schedule);

        for (CompletionStage<Reply> each : List.of(waiting, schedule.reply())) {
            assertThatThrownBy(() -> each.toCompletableFuture().get(10, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOfSatisfying(ProblemException.class, x -> {
                        assertThat(x.problem().status()).isEqualTo(503);
                        assertThat(x.problem().headers())
                                .anySatisfy(field -> assertThat(field.name() + ": " + field.value())
                                        .isEqualTo("Retry-After: 10"));
                    });
        }
    }

    @Test
    void aReplyThatLacksSomethingIsKeptOnlyWhileThereIsNoCompleteOne() throws Exception {
        Schedule schedule = begun(mashup -> {
            if (runs.size() != 1) {
                mashup.onReplied(new Lacking());
            }
            return pending(mashup);
        });
        reply(0, "incomplete");
        awaitIdle(schedule);
        assertThat(body(schedule.reply())).isEqualTo("incomplete");
        assertThat(schedule.isIncomplete()).isTrue();

        clock.advance(INTERVAL);
        reply(1, "complete");
        awaitIdle(schedule);
        clock.advance(INTERVAL);
        reply(2, "incomplete again");
        awaitIdle(schedule);

        assertThat(body(schedule.reply())).isEqualTo("complete");
        assertThat(schedule.runs(RunOutcome.INCOMPLETE)).isEqualTo(2);
        assertThat(Objects.requireNonNull(schedule.last()).cause()).isEqualTo("news is missing");
    }

    @Test
    void whatIsStoppedInTheMiddleOfARunKeepsNothingAndBeginsNothing() throws Exception {
        Schedule schedule = begun(this::pending);
        reply(0, "one");
        awaitIdle(schedule);
        clock.advance(INTERVAL);

        schedules.stop();
        reply(1, "two");
        clock.advance(Duration.ofDays(1));

        assertThat(runs).hasSize(2);
        assertThat(body(schedule.reply())).isEqualTo("one");
        assertThat(clock.alarms()).isZero();
        assertThat(broker.heldBytes().used()).isZero();
    }

    @Test
    void anUnchangedMashupKeepsItsSnapshotAndTheTimeOfItsNextRun() throws Exception {
        Schedule schedule = begun(this::pending);
        reply(0, "one");
        awaitIdle(schedule);
        clock.advance(EVERY.dividedBy(2));

        Schedules next = new Schedules(() -> 0.5);
        Schedule same = next.add(mashup("/rates", "code", this::pending));
        next.ready(same);
        next.succeed(schedules);

        assertThat(runs).hasSize(1);
        assertThat(body(same.reply())).isEqualTo("one");
        clock.advance(EVERY.dividedBy(2).plus(JITTER));
        assertThat(runs).hasSize(2);
        next.stop();
    }

    @Test
    void aChangedMashupRunsAtOnceAndTheReplyOfTheOldCodeIsNotTakenForItsOwn() throws Exception {
        Schedule schedule = begun(this::pending);
        reply(0, "old");
        awaitIdle(schedule);
        clock.advance(INTERVAL);

        Schedules next = new Schedules(() -> 0.5);
        Schedule changed = next.add(mashup("/rates", "other code", this::pending));
        next.ready(changed);
        next.succeed(schedules);
        assertThat(runs).hasSize(3);
        reply(1, "of the old code, in flight");
        assertThat(body(changed.reply())).isEqualTo("old");

        reply(2, "new");
        awaitIdle(changed);
        assertThat(body(changed.reply())).isEqualTo("new");
        assertThat(changed.runs(RunOutcome.COMPLETED)).isEqualTo(2);
        next.stop();
    }

    @Test
    void readersOfAReplacedMashupGetTheFirstReplyOfItsSuccessor() throws Exception {
        Schedule schedule = begun(this::pending);
        CompletionStage<Reply> waiting = schedule.reply();

        Schedules next = new Schedules(() -> 0.5);
        Schedule changed = next.add(mashup("/rates", "other code", this::pending));
        next.ready(changed);
        next.succeed(schedules);
        reply(1, "new");

        assertThat(body(waiting)).isEqualTo("new");
        next.stop();
    }

    @Test
    void theBytesOfASnapshotCountAsHeld() {
        Schedule schedule = begun(this::pending);
        reply(0, "12345");
        awaitIdle(schedule);
        assertThat(broker.heldBytes().used()).isEqualTo(5);

        clock.advance(INTERVAL);
        reply(1, "123");
        awaitIdle(schedule);
        assertThat(broker.heldBytes().used()).isEqualTo(3);
    }

    @Test
    void aSnapshotThatHasNoRoomIsNotKept() throws Exception {
        broker.heldBytes().limit(4);
        Schedule schedule = begun(this::pending);
        reply(0, "123");
        awaitIdle(schedule);
        clock.advance(INTERVAL);

        reply(1, "12345");
        awaitIdle(schedule);

        assertThat(Objects.requireNonNull(schedule.last()).outcome()).isEqualTo(RunOutcome.FAILED);
        assertThat(Objects.requireNonNull(schedule.last()).cause()).contains("no room for a snapshot of 5 bytes");
        assertThat(body(schedule.reply())).isEqualTo("123");
    }

    @Test
    void onDemandItRunsWhenItIsReadAndAtNoOtherTime() throws Exception {
        schedules.onDemand();
        Schedule schedule = begun(this::pending);
        clock.advance(EVERY.multipliedBy(3));
        assertThat(runs).isEmpty();

        CompletionStage<Reply> read = schedule.reply();
        reply(0, "asked for");

        assertThat(body(read)).isEqualTo("asked for");
        clock.advance(EVERY.multipliedBy(3));
        assertThat(runs).hasSize(1);
    }

    @Test
    void aNameWithoutAScheduleIsRefusedWithThoseThatThereAre() {
        begun(this::pending);

        assertThatThrownBy(() -> schedules.snapshot("rate"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no snapshot 'rate'; expected rates");
    }

    @Test
    void aRunHasNeitherClientNorCaller() {
        List<DefaultMashup> seen = new ArrayList<>();
        begun(mashup -> {
            seen.add(mashup);
            return pending(mashup);
        });

        Mashup mashup = seen.get(0);
        assertThat(mashup.caller()).isNull();
        assertThat(mashup.inbound().method()).isEqualTo("GET");
        assertThat(mashup.inbound().headers()).isEmpty();
        assertThat(mashup.inbound().query()).isNull();
        assertThatThrownBy(mashup::streamedBody).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void onlyTheTransitionsOfTheTableAreAllowed() {
        for (Phase from : Phase.values()) {
            for (Phase to : Phase.values()) {
                boolean allowed = switch (to) {
                    case NEW -> false;
                    case RUNNING -> from == Phase.NEW || from == Phase.IDLE;
                    case IDLE -> from == Phase.NEW || from == Phase.RUNNING;
                    case STOPPED -> from != Phase.STOPPED;
                };
                assertThat(from.canBecome(to)).as(from + " to " + to).isEqualTo(allowed);
            }
        }
    }

    private static final class Lacking implements ReplyObserver {

        @Override
        public List<String> missing() {
            return List.of("news");
        }

        @Override
        public void accept(ReplyEnd end) {
            // The test reads what is missing.
        }
    }
}
