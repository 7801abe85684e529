package dev.medley.servlet.internal.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Snapshot;
import dev.medley.mashup.internal.DefaultMashup;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sets of schedules that follow each other, end, are many, and have many readers. */
class SchedulesTest {

    private static final Duration EVERY = Duration.ofMinutes(5);

    private final BrokerPool pool = new BrokerPool(8, false);
    private final ManualClock clock = ManualClock.inline();
    private DefaultBroker broker;
    private final Schedules schedules = new Schedules(() -> 0);
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

    private Schedule added(Schedules set, String path, Function<DefaultMashup, CompletionStage<Reply>> composer) {
        Schedule schedule = set.add(new ScheduledMashup(
                path,
                path,
                new ScheduleSettings(EVERY, Duration.ZERO, "code"),
                ExecutionTarget.inline(path),
                composer,
                () -> Duration.ofSeconds(10),
                () -> broker,
                new TopicSet(Epoch.next(), 0, clock),
                (target, compose) -> pool.execute(compose)));
        set.ready(schedule);
        return schedule;
    }

    private Schedule begun(Function<DefaultMashup, CompletionStage<Reply>> composer) {
        Schedule schedule = added(schedules, "/rates", composer);
        schedules.begin();
        return schedule;
    }

    private void awaitRuns(int number) {
        Soon.until("runs", () -> runs.size() == number);
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

    private Schedule withSnapshot() {
        Schedule schedule = begun(this::pending);
        awaitRuns(1);
        reply(0, "one");
        awaitIdle(schedule);
        return schedule;
    }

    @Test
    void readersWhoComeWhileASetTakesOverGetTheSnapshotThatThereIs() throws Exception {
        withSnapshot();
        Schedules next = new Schedules(() -> 0);
        Schedule same = added(next, "/rates", this::pending);

        CompletionStage<Reply> early = same.reply();
        next.succeed(schedules);

        assertThat(body(early)).isEqualTo("one");
        next.stop();
    }

    @Test
    void readersOfBothSetsGetTheFirstReplyIfThereIsNoSnapshotYet() throws Exception {
        Schedule before = begun(this::pending);
        awaitRuns(1);
        CompletionStage<Reply> old = before.reply();
        Schedules next = new Schedules(() -> 0);
        Schedule same = added(next, "/rates", this::pending);

        CompletionStage<Reply> early = same.reply();
        next.succeed(schedules);
        // A request that began with the old set may read it after its end.
        CompletionStage<Reply> late = before.reply();
        awaitRuns(2);
        reply(1, "first");

        for (CompletionStage<Reply> each : List.of(old, early, late)) {
            assertThat(body(each)).isEqualTo("first");
        }
        next.stop();
    }

    @Test
    void aSetThatFollowsOneThatWasStoppedBeginsNothing() {
        withSnapshot();
        Schedules next = new Schedules(() -> 0);
        Schedule same = added(next, "/rates", this::pending);

        schedules.stop();
        next.succeed(schedules);
        clock.advance(EVERY.multipliedBy(3));

        assertThat(same.phase()).isEqualTo(Phase.STOPPED);
        assertThat(runs).hasSize(1);
        assertThat(clock.alarms()).isZero();
    }

    @Test
    void aSetThatIsStoppedBeforeItTakesOverBeginsNothingAndHoldsNothing() {
        withSnapshot();
        Schedules next = new Schedules(() -> 0);
        Schedule same = added(next, "/rates", this::pending);

        next.stop();
        next.succeed(schedules);
        clock.advance(EVERY.multipliedBy(3));

        assertThat(same.phase()).isEqualTo(Phase.STOPPED);
        assertThat(runs).hasSize(1);
        assertThat(broker.heldBytes().used()).isZero();
    }

    @Test
    void aMashupThatIsReadyAfterTheEndDoesNotBegin() {
        withSnapshot();
        schedules.stop();

        Schedule late = added(schedules, "/late", this::pending);

        assertThat(late.phase()).isEqualTo(Phase.STOPPED);
        assertThat(runs).hasSize(1);
    }

    @Test
    void aRemovedMashupEndsInTheMiddleOfItsRunAndItsReadersFail() {
        Schedule removed = begun(this::pending);
        awaitRuns(1);
        CompletionStage<Reply> waiting = removed.reply();

        Schedules next = new Schedules(() -> 0);
        next.succeed(schedules);
        reply(0, "too late");

        assertThatThrownBy(() -> waiting.toCompletableFuture().get(10, TimeUnit.SECONDS))
                .hasCauseInstanceOf(ProblemException.class)
                .hasMessageContaining("no snapshot of /rates: its schedule has ended");
        assertThat(removed.phase()).isEqualTo(Phase.STOPPED);
        assertThat(broker.heldBytes().used()).isZero();
    }

    @Test
    void aRunWhoseFieldsThrowHasFailedAndTheNextOneFollows() throws Exception {
        AtomicBoolean throwing = new AtomicBoolean(true);
        Schedule schedule = begun(mashup -> {
            mashup.replyField("X-Made", () -> {
                if (throwing.get()) {
                    throw new IllegalStateException("no field");
                }
                return "yes";
            });
            return pending(mashup);
        });
        awaitRuns(1);
        reply(0, "one");
        awaitIdle(schedule);
        assertThat(Objects.requireNonNull(schedule.last()).cause()).contains("no field");

        throwing.set(false);
        clock.advance(Duration.ofSeconds(10));
        awaitRuns(2);
        reply(1, "two");
        awaitIdle(schedule);

        assertThat(body(schedule.reply())).isEqualTo("two");
    }

    @Test
    void whoIsToldOfTheEndMayThrow() throws Exception {
        Schedule schedule = begun(mashup -> {
            mashup.onReplied(end -> {
                throw new IllegalStateException("thrown by an observer");
            });
            return pending(mashup);
        });
        awaitRuns(1);
        reply(0, "one");
        awaitIdle(schedule);

        assertThat(body(schedule.reply())).isEqualTo("one");
    }

    @Test
    void readersByTheThousandGetWholeSnapshotsWhileThoseAreReplaced() throws Exception {
        AtomicInteger number = new AtomicInteger();
        Schedule schedule = begun(mashup -> {
            String digit = Integer.toString(number.getAndIncrement() % 10);
            return CompletableFuture.completedStage(Reply.text(digit.repeat(1000)));
        });
        awaitIdle(schedule);
        AtomicBoolean ended = new AtomicBoolean();
        AtomicInteger read = new AtomicInteger();
        List<Thread> readers = new ArrayList<>();
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread reader = new Thread(() -> {
                try {
                    while (!ended.get()) {
                        String body = body(schedule.reply());
                        assertThat(body).isEqualTo(body.substring(0, 1).repeat(1000));
                        Snapshot snapshot = schedules
                                .snapshot("rates")
                                .toCompletableFuture()
                                .get();
                        assertThat(snapshot.reply().body()).hasSize(1000);
                        read.incrementAndGet();
                    }
                } catch (Exception | AssertionError x) {
                    failures.add(x);
                }
            });
            reader.start();
            readers.add(reader);
        }

        for (int i = 0; i < 200; i++) {
            clock.advance(EVERY);
            awaitIdle(schedule);
        }
        Soon.until("read", () -> read.get() >= 4000 || !failures.isEmpty());
        ended.set(true);
        for (Thread each : readers) {
            each.join();
        }

        assertThat(failures).isEmpty();
        assertThat(schedule.runs(RunOutcome.COMPLETED)).isEqualTo(201);
        assertThat(broker.heldBytes().used()).isEqualTo(1000);
    }

    @Test
    void aThousandMashupsNeedNoThreadsOfTheirOwn() {
        for (int i = 0; i < 1000; i++) {
            added(schedules, "/m" + i, mashup -> CompletableFuture.completedStage(Reply.text("x")));
        }
        int before = Thread.activeCount();
        schedules.begin();
        // A run in flight has an alarm too, that of its deadline.
        Soon.until(
                "an alarm each",
                () -> clock.alarms() == 1000 && schedules.all().stream().allMatch(each -> each.phase() == Phase.IDLE));
        assertThat(schedules.all()).filteredOn(each -> each.last() != null).hasSize(1);

        clock.advance(Duration.ofSeconds(10));
        Soon.until(
                "one run each",
                () -> clock.alarms() == 1000
                        && schedules.all().stream().allMatch(each -> each.runs(RunOutcome.COMPLETED) == 1));
        clock.advance(EVERY);
        Soon.until(
                "two runs each",
                () -> clock.alarms() == 1000
                        && schedules.all().stream().allMatch(each -> each.runs(RunOutcome.COMPLETED) == 2));

        assertThat(Thread.activeCount()).isLessThanOrEqualTo(before + pool.use().max());
        assertThat(clock.alarms()).isEqualTo(1000);
        schedules.stop();
        assertThat(clock.alarms()).isZero();
        assertThat(broker.heldBytes().used()).isZero();
    }
}
