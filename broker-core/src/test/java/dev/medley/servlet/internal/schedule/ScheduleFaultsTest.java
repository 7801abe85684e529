package dev.medley.servlet.internal.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.format.Format;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.mashup.ReplyEnd;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.mashup.internal.ReplyObserver;
import dev.medley.stubs.PartnerStubs;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.ManualClock;
import dev.medley.thread.internal.Soon;
import dev.medley.topic.internal.Epoch;
import dev.medley.topic.internal.TopicSet;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** Schedules whose mashups fail, block, wait for each other, or are many. */
class ScheduleFaultsTest {

    private static final Duration EVERY = Duration.ofHours(24);
    private static final Duration DEADLINE = Duration.ofSeconds(10);

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

    private Schedule added(
            Schedules set, String path, Object code, Function<DefaultMashup, CompletionStage<Reply>> composer) {
        Schedule schedule = set.add(new ScheduledMashup(
                path,
                path,
                new ScheduleSettings(EVERY, Duration.ZERO, code),
                ExecutionTarget.inline(path),
                composer,
                () -> DEADLINE,
                () -> broker,
                new TopicSet(Epoch.next(), 0, clock),
                (target, compose) -> pool.execute(compose)));
        set.ready(schedule);
        return schedule;
    }

    private Schedule begun(Function<DefaultMashup, CompletionStage<Reply>> composer) {
        Schedule schedule = added(schedules, "/rates", "code", composer);
        schedules.begin();
        return schedule;
    }

    private void awaitRuns(int number) {
        Soon.until("runs", () -> runs.size() == number);
    }

    private void fail(int run) {
        runs.get(run).completeExceptionally(new ProblemException(502, "no rates"));
    }

    /** It is idle a moment before it has set the alarm of its next run. */
    private void awaitIdle(Schedule schedule) {
        Soon.until("idle", () -> schedule.phase() == Phase.IDLE && clock.alarms() == 1);
    }

    private static String body(CompletionStage<Reply> reply) throws Exception {
        return new String(reply.toCompletableFuture().get(10, TimeUnit.SECONDS).body(), StandardCharsets.UTF_8);
    }

    private static void assertUnavailable(CompletionStage<Reply> reply, String retryAfter) {
        assertThatThrownBy(() -> reply.toCompletableFuture().get(10, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(ProblemException.class, x -> {
                    assertThat(x.problem().status()).isEqualTo(503);
                    assertThat(x.problem().headers())
                            .anyMatch(field -> field.value().equals(retryAfter));
                });
    }

    @Test
    void firstRunsBeginOneAfterAnotherAndAReaderDoesNotWaitForItsTurn() throws Exception {
        for (int i = 0; i < 100; i++) {
            added(schedules, "/m%02d".formatted(i), "code", mashup -> {
                runs.add(new CompletableFuture<>());
                return CompletableFuture.completedStage(Reply.text("x"));
            });
        }
        schedules.begin();
        awaitRuns(1);
        clock.advance(Duration.ofMillis(500));
        awaitRuns(51);

        Schedule last = schedules.all().get(99);
        assertThat(body(last.reply())).isEqualTo("x");
        awaitRuns(52);

        clock.advance(Duration.ofSeconds(1));
        awaitRuns(100);
        Soon.until("an alarm each", () -> clock.alarms() == 100);
        assertThat(last.runs(RunOutcome.COMPLETED)).isEqualTo(1);
    }

    @Test
    void withoutASnapshotAFailedRunIsRepeatedSoonAndLessAndLessOften() throws Exception {
        Schedule schedule = begun(this::pending);
        int number = 0;
        for (int seconds = 10; seconds < 100; seconds *= 2) {
            awaitRuns(++number);
            fail(number - 1);
            awaitIdle(schedule);
            assertUnavailable(schedule.reply(), Integer.toString(seconds));
            clock.advance(Duration.ofSeconds(seconds));
        }
        awaitRuns(++number);
        runs.get(number - 1).complete(Reply.text("good"));
        awaitIdle(schedule);
        assertThat(schedule.nextRunNanos()).isEqualTo(EVERY.toNanos());

        clock.advance(EVERY);
        awaitRuns(++number);
        fail(number - 1);
        awaitIdle(schedule);
        assertThat(schedule.nextRunNanos()).isEqualTo(EVERY.toNanos());
        assertThat(body(schedule.reply())).isEqualTo("good");
    }

    @Test
    void afterAReloadReadersOfAMashupThatHasFailedLearnWhenTheNextRunIs() {
        Schedule schedule = begun(this::pending);
        awaitRuns(1);
        fail(0);
        awaitIdle(schedule);
        clock.advance(Duration.ofSeconds(3));

        Schedules next = new Schedules(() -> 0);
        Schedule same = added(next, "/rates", "code", this::pending);
        next.succeed(schedules);

        assertUnavailable(same.reply(), "7");
        assertThat(same.phase()).isEqualTo(Phase.IDLE);
        assertThat(runs).hasSize(1);
        next.stop();
    }

    @Test
    void anIncompleteReplyOfChangedCodeIsBetterThanACompleteOneOfTheOldCode() throws Exception {
        Schedule schedule = begun(this::pending);
        awaitRuns(1);
        runs.get(0).complete(Reply.text("old"));
        awaitIdle(schedule);

        Schedules next = new Schedules(() -> 0);
        Schedule changed = added(next, "/rates", "other code", mashup -> {
            mashup.onReplied(new Lacking());
            return pending(mashup);
        });
        next.succeed(schedules);
        awaitRuns(2);
        runs.get(1).complete(Reply.text("new"));
        awaitIdle(changed);

        assertThat(body(changed.reply())).isEqualTo("new");
        next.stop();
    }

    @Test
    void codeThatBlocksBeyondItsDeadlineHoldsOneThreadAndNotOneMoreWithEachRun() {
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger blocked = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Schedule schedule = begun(mashup -> {
            most.accumulateAndGet(blocked.incrementAndGet(), Math::max);
            try {
                end.await();
            } catch (InterruptedException x) {
                Thread.currentThread().interrupt();
            }
            blocked.decrementAndGet();
            return pending(mashup);
        });
        Soon.until("its code", () -> blocked.get() == 1);
        for (int i = 0; i < 5; i++) {
            clock.advance(EVERY);
            awaitIdle(schedule);
        }
        assertThat(schedule.runs(RunOutcome.EXPIRED)).isEqualTo(1);
        assertThat(most).hasValue(1);

        end.countDown();
        Soon.until("its end", () -> blocked.get() == 0 && runs.size() == 1);
        Soon.until("the next run", () -> {
            clock.advance(EVERY);
            return runs.size() >= 2;
        });
    }

    @Test
    void aMashupThatReadsItsOwnSnapshotFailsAndDoesNotWaitForItself() {
        Schedule schedule = begun(mashup -> mashup.snapshot("rates").thenApply(own -> own.reply()));
        awaitIdle(schedule);

        assertThat(Objects.requireNonNull(schedule.last()).cause())
                .endsWith("the snapshot 'rates' cannot be made of itself");
    }

    @Test
    void aReplyInPartsThatDoesNotEndIsLeftAtTheDeadline() {
        AtomicBoolean left = new AtomicBoolean();
        begun(mashup -> CompletableFuture.completedStage(Reply.stream(
                "text/plain",
                subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
                    @Override
                    public void request(long parts) {
                        // Nothing comes.
                    }

                    @Override
                    public void cancel() {
                        left.set(true);
                    }
                }))));
        Soon.until("the subscription, then the deadline", () -> {
            clock.advance(DEADLINE);
            return left.get();
        });
    }

    @Test
    void aRunThatAReaderBeginsHasNothingOfTheReadersContext() throws Exception {
        added(schedules, "/a", "code", this::pending);
        Schedule second = added(
                schedules,
                "/b",
                "code",
                mashup -> CompletableFuture.completedStage(Reply.text("tenant " + MDC.get("tenant"))));
        schedules.begin();

        MDC.put("tenant", "acme");
        try {
            assertThat(body(second.reply())).isEqualTo("tenant null");
        } finally {
            MDC.remove("tenant");
        }
    }

    @Test
    void aRunIsATraceOfItsOwnToItsPartnersToo() {
        InMemorySpanExporter exporter = InMemorySpanExporter.create();
        try (PartnerStubs partner = PartnerStubs.builder()
                        .threads(2)
                        .answer("GET", "/a", 200, "1")
                        .start();
                OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder()
                        .setTracerProvider(SdkTracerProvider.builder()
                                .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                                .build())
                        .build()) {
            broker.close();
            broker = DefaultBroker.builder()
                    .pool(pool)
                    .clock(clock)
                    .partner("p", partner.uri().toString())
                    .openTelemetry(telemetry)
                    .build();
            broker.start();
            begun(mashup -> mashup.read("p", Format.TEXT, "/a").thenApply(Reply::text));

            Soon.until("the spans", () -> exporter.getFinishedSpanItems().size() == 3);
            SpanData run = exporter.getFinishedSpanItems().stream()
                    .filter(each -> each.getName().equals("run /rates"))
                    .findFirst()
                    .orElseThrow();
            assertThat(run.getParentSpanContext().isValid()).isFalse();
            assertThat(exporter.getFinishedSpanItems())
                    .allMatch(each -> each.getTraceId().equals(run.getTraceId()));
            assertThat(partner.recorded("GET", "/a").get(0).header("traceparent"))
                    .contains(run.getTraceId());
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
