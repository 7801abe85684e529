package dev.medley.servlet.internal.schedule;

import dev.medley.connection.Header;
import dev.medley.context.Context;
import dev.medley.context.RequestId;
import dev.medley.context.RequestIds;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import dev.medley.mashup.ReplyEnd;
import dev.medley.mashup.Snapshot;
import dev.medley.mashup.Status;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.mashup.internal.Snapshots;
import dev.medley.partner.internal.limit.Priority;
import dev.medley.servlet.internal.reply.NoReplyException;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.QuiescenceTracker;
import dev.medley.trace.internal.InboundSpan;
import dev.medley.trace.internal.TracedRequest;
import dev.medley.trace.internal.Tracing;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One run of a mashup without a client. It is in no admission, and no count of inbound requests; its exchanges are as any others.
 * Its reply, its deadline and its cancellation race for it, and one compare-and-set on {@link #decided} decides. Thread-safe.
 */
final class ScheduledRun {

    private static final int FIRST_GOOD = 200;
    private static final int FIRST_NOT_GOOD = 300;

    private final ScheduledMashup scheduled;
    private final Consumer<RunResult> ended;
    private final DefaultBroker broker;
    private final DefaultMashup mashup;
    private final Duration time;
    private final long beganNanos;
    private final Context context;
    /** Null if there are none. */
    private final @Nullable InboundSpan span;

    private final AtomicBoolean decided = new AtomicBoolean();
    private volatile Clock.@Nullable ScheduledTask deadline;
    private volatile @Nullable ReplyCollector collector;
    /** Whether its code has a thread, or waits for one. */
    private volatile boolean composing;

    /** Creates a run, whose result {@code ended} receives unless the run is cancelled. */
    ScheduledRun(ScheduledMashup scheduled, Snapshots snapshots, Consumer<RunResult> ended) {
        this.scheduled = scheduled;
        this.ended = ended;
        broker = scheduled.broker().get();
        time = scheduled.deadline().get();
        beganNanos = broker.clock().nanoTime();
        RequestId id = RequestIds.create();
        Tracing tracing = broker.tracing();
        span = tracing == null ? null : tracing.run(scheduled.path(), id.value());
        RequestContext untraced = RequestContext.of(
                id,
                RequestIds.DEFAULT_FIELD,
                "GET",
                scheduled.path(),
                scheduled.executionTarget(),
                beganNanos + time.toNanos(),
                null,
                null);
        RequestContext request = span == null ? untraced : untraced.tracedBy(span);
        context = TracedRequest.context(request.id(), span);
        mashup = new DefaultMashup(broker, new ScheduledInbound(scheduled.path()), request, scheduled.topics());
        mashup.priority(Priority.LOW);
        mashup.snapshots(name -> ofOther(name, snapshots));
    }

    /** Its own snapshot would wait for this run. */
    private CompletionStage<Snapshot> ofOther(String name, Snapshots snapshots) {
        if (name.equals(scheduled.snapshot())) {
            throw new IllegalArgumentException("the snapshot '%s' cannot be made of itself".formatted(name));
        }
        return snapshots.snapshot(name);
    }

    /** Starts the deadline and the code of the mashup; does not wait for it. */
    void start() {
        deadline = broker.clock().schedule(time.toNanos(), this::expire);
        if (decided.get()) {
            cancelDeadline();
        }
        composing = true;
        try {
            scheduled.threads().execute(scheduled.executionTarget(), this::compose);
        } catch (RuntimeException | Error x) {
            composing = false;
            fail(x);
        }
    }

    /** Ends it, without a result. */
    void cancel() {
        if (decided.compareAndSet(false, true)) {
            finish(Status.SERVICE_UNAVAILABLE);
        }
    }

    /** Returns the time since it began, in nanoseconds. */
    long nanos() {
        return broker.clock().nanoTime() - beganNanos;
    }

    /** Returns whether its code has not returned yet. After the deadline, that is code that blocks. */
    boolean isComposing() {
        return composing;
    }

    private void compose() {
        try {
            if (!decided.get()) {
                composeHere();
            }
        } finally {
            composing = false;
        }
    }

    private void composeHere() {
        QuiescenceTracker.Stretch quiescence = broker.pool().quiescence().begin();
        Context.Scope scope = context.enter();
        try {
            CompletionStage<Reply> composed = scheduled.composer().apply(mashup);
            if (composed == null) {
                fail(new NoReplyException("compose returned null, expected a stage of a Reply"));
            } else {
                composed.whenComplete(this::composed);
            }
        } catch (RuntimeException | Error x) {
            fail(x);
        } finally {
            scope.close();
            quiescence.end();
        }
    }

    private void composed(@Nullable Reply reply, @Nullable Throwable failure) {
        if (failure != null) {
            fail(BrokerStage.unwrapped(failure));
        } else if (reply == null) {
            fail(new NoReplyException("the stage completed with null, expected a Reply"));
        } else if (reply.stream() == null) {
            complete(reply);
        } else {
            collect(reply, reply.stream());
        }
    }

    /** A snapshot is whole: a reply in parts is read first. */
    @SuppressWarnings("FutureReturnValueIgnored") // What depends on it is the result of the run.
    private void collect(Reply reply, Flow.Publisher<ByteBuffer> stream) {
        ReplyCollector whole = new ReplyCollector(broker.heldBytes().limit() / ReplyCollector.PART_OF_HELD);
        collector = whole;
        whole.body().whenComplete((body, failure) -> {
            if (failure == null) {
                complete(withBody(reply, body));
            } else {
                fail(BrokerStage.unwrapped(failure));
            }
        });
        stream.subscribe(whole);
        if (decided.get()) {
            whole.cancel();
        }
    }

    private static Reply withBody(Reply reply, byte[] body) {
        return Reply.bytes(reply.type(), body).status(reply.status()).headers(reply.headers());
    }

    private void complete(Reply reply) {
        if (!decided.compareAndSet(false, true)) {
            return;
        }
        RunResult result;
        try {
            result = result(reply);
        } catch (RuntimeException | Error x) {
            // What adds fields may be code of the mashup.
            result = new RunResult(RunOutcome.FAILED, null, Status.INTERNAL_SERVER_ERROR, x.toString(), x);
        }
        end(result);
    }

    private RunResult result(Reply reply) {
        if (reply.status() < FIRST_GOOD || reply.status() >= FIRST_NOT_GOOD) {
            return new RunResult(
                    RunOutcome.FAILED, null, reply.status(), "the status of the reply is " + reply.status(), null);
        }
        List<String> missing = mashup.missing();
        Reply whole = withFields(reply);
        return missing.isEmpty()
                ? new RunResult(RunOutcome.COMPLETED, whole, reply.status(), null, null)
                : new RunResult(
                        RunOutcome.INCOMPLETE, whole, reply.status(), String.join(", ", missing) + " is missing", null);
    }

    /** Returns the reply with the fields that it would have for a client, such as the manifest. */
    private Reply withFields(Reply reply) {
        List<Header> fields = new ArrayList<>(reply.headers());
        mashup.replyFields().forEach((name, text) -> {
            String value = text.get();
            if (value != null) {
                fields.removeIf(each -> each.name().equalsIgnoreCase(name));
                fields.add(new Header(name, value));
            }
        });
        return reply.headers(fields);
    }

    private void fail(Throwable failure) {
        if (decided.compareAndSet(false, true)) {
            Problem problem = Problem.of(failure);
            int status = problem == null ? Status.INTERNAL_SERVER_ERROR : problem.status();
            end(new RunResult(
                    RunOutcome.FAILED,
                    null,
                    status,
                    problem == null ? failure.toString() : problem.detail(),
                    problem == null ? failure : null));
        }
    }

    private void expire() {
        if (decided.compareAndSet(false, true)) {
            Problem problem = mashup.expired(time.toMillis());
            end(new RunResult(RunOutcome.EXPIRED, null, problem.status(), problem.detail(), null));
        }
    }

    /** The schedule goes on even if what is told of the end throws. */
    private void end(RunResult result) {
        try {
            finish(result.status());
        } finally {
            ended.accept(result);
        }
    }

    private void finish(int status) {
        context.run(() -> {
            cancelDeadline();
            ReplyCollector reads = collector;
            if (reads != null) {
                reads.cancel();
            }
            mashup.cancel();
            if (span != null) {
                span.missing(mashup.missing());
                span.end(status, false);
            }
            mashup.replied(new ReplyEnd(status, nanos(), false));
            mashup.release();
        });
    }

    private void cancelDeadline() {
        Clock.ScheduledTask scheduledTask = deadline;
        if (scheduledTask != null) {
            scheduledTask.cancel();
        }
    }
}
