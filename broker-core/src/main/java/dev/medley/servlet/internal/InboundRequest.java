package dev.medley.servlet.internal;

import dev.medley.context.Context;
import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import dev.medley.partner.internal.limit.Priority;
import dev.medley.servlet.internal.admission.AdmittedRequest;
import dev.medley.servlet.internal.admission.Decision;
import dev.medley.servlet.internal.admission.HeldAdmission;
import dev.medley.servlet.internal.admission.Priorities;
import dev.medley.servlet.internal.inbound.RefusedBy;
import dev.medley.servlet.internal.reply.BrokenOff;
import dev.medley.servlet.internal.reply.NoReplyException;
import dev.medley.servlet.internal.reply.ReplyWriter;
import dev.medley.servlet.internal.reply.SentActions;
import dev.medley.thread.internal.BodyExecutor;
import dev.medley.thread.internal.QuiescenceTracker;
import dev.medley.thread.internal.ledger.RequestPhase;
import dev.medley.thread.internal.ledger.ThreadLedger;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One inbound request from its arrival to its reply: what decides on it, and what the execution modes use. An
 * {@link InboundReply} carries the decision out.
 *
 * <p>The reply of the mashup, the deadline, and a client that leaves or is too slow race for it; one compare-and-set on
 * {@link #outcome} decides, and the losers do nothing. If the request is suspended, the winner writes the reply without
 * blocking; if a thread waits for it, that thread does. A reply larger than a buffer is written to a suspended request in any
 * case, until the deadline, which holds for the reply to its end. A deadline that finds the container's thread within
 * {@code compose} overtakes it, see {@link #containerThread}.
 */
public final class InboundRequest extends ArrivedRequest implements AdmittedRequest {

    private static final Logger LOG = LoggerFactory.getLogger(InboundRequest.class);

    private final InboundReply reply = new InboundReply(this);
    private final AtomicReference<@Nullable Decision> outcome = new AtomicReference<>();
    private final CountDownLatch done = new CountDownLatch(1);
    /**
     * The place of the thread that the container gave the request. While it is within {@code compose}, the container neither
     * sends a small reply nor reports that writing is possible; so a deadline then takes over from it and writes its reply
     * through to the client.
     */
    private final AtomicReference<ContainerThread> containerThread = new AtomicReference<>(ContainerThread.ELSEWHERE);

    private volatile boolean writtenThrough;
    /** Of a request that waits for a thread. */
    private volatile @Nullable Runnable queueExit;

    private volatile @Nullable AsyncContext suspension;
    /** Before, it waits: for the admission, or for a thread. */
    private volatile boolean hasBegun;

    /** Creates a request that is answered when it is {@linkplain MashupRuntime#answer given to the runtime}. */
    public InboundRequest(
            MashupSet mashups, ServedMashup served, HttpServletRequest request, HttpServletResponse response) {
        super(mashups, served, request, response);
        mashup().priority(priority(runtime().admission().priorityField()));
    }

    // ---- For the admission and the execution modes. -------------------------------------------------------------

    @Override
    public Priority priority(@Nullable String field) {
        return Priorities.of(field == null ? null : request().getHeader(field), served().priority());
    }

    @Override
    public void hold(HeldAdmission given) {
        reply.hold(given);
    }

    /** Runs {@code leave} once the request is decided, or now if it is: it needs its place in a queue for a thread no more. */
    void queued(Runnable leave) {
        queueExit = leave;
        if (outcome.get() != null) {
            leave.run();
        }
    }

    /** Replies that the mashup, or a filter before it, is in the way of its suspension. */
    void refuse() throws IOException {
        boolean byFilter = request().isAsyncStarted();
        replyAtOnce(new Decision(
                (byFilter ? failures().ofFilter() : failures().ofRegistration()).toReply(), Decision.Cause.REPLY));
        if (byFilter) {
            request().getAsyncContext().complete();
        }
    }

    /** Replies with a small reply, in any mode on the calling thread. */
    void replyAtOnce(Decision small) throws IOException {
        decide(small);
        replyHere();
    }

    @Override
    public void refuseAtOnce(Reply small, RefusedBy by) throws IOException {
        replyAtOnce(new Decision(small, Decision.Cause.REPLY, by));
    }

    @Override
    public void refuse(Reply reply, RefusedBy by) {
        decide(new Decision(reply, Decision.Cause.REPLY, by));
    }

    @Override
    public void run() throws IOException {
        runtime().execution().run(this);
    }

    @Override
    public void resume() {
        runtime().execution().resume(this);
    }

    @Override
    public void suspend() {
        startAsync();
    }

    private AsyncContext startAsync() {
        AsyncContext suspended = request().startAsync(request(), response());
        suspended.setTimeout(0);
        suspended.addListener(new ContainerReports(this));
        suspension = suspended;
        watchClient();
        return suspended;
    }

    /** As {@link #compose()}, on the thread that the container gave the request. */
    void composeOnContainerThread() {
        watchClient();
        containerThread.set(ContainerThread.COMPOSING);
        try {
            compose();
        } finally {
            containerThread.compareAndSet(ContainerThread.COMPOSING, ContainerThread.ELSEWHERE);
        }
    }

    /** Runs the mashup. Does not wait for its reply. */
    void compose() {
        startDeadline();
        ThreadLedger.Work work = work().of(RequestPhase.COMPOSING, phases());
        QuiescenceTracker.Stretch quiescence =
                snapshot().broker().pool().quiescence().begin();
        Context.Scope scope = context().enter();
        try {
            composeWithin();
        } finally {
            scope.close();
            quiescence.end();
            work.close();
        }
    }

    private void composeWithin() {
        try {
            if (outcome.get() == null) {
                hasBegun = true;
                CompletionStage<Reply> composed = served().composer().apply(mashup());
                captureContext();
                if (composed == null) {
                    decideFailure(new NoReplyException("compose returned null, expected a stage of a Reply"));
                } else {
                    composed.whenComplete(this::completed);
                }
            }
        } catch (RuntimeException | Error x) {
            captureContext();
            decideFailure(x);
        }
    }

    /** Waits for the decision, which the deadline bounds. */
    void await() {
        try {
            done.await();
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            decide(Problem.of(Status.SERVICE_UNAVAILABLE, "the server is shutting down")
                    .toReply());
        }
    }

    /** Writes the reply on the thread that waited for it; a large one continues without that thread. */
    void replyHere() throws IOException {
        Decision decision = Objects.requireNonNull(outcome.get(), "the request is not decided");
        if (decision.cause() == Decision.Cause.CLIENT_GONE) {
            context().run(() -> reply.ended(decision.reply().status(), true));
            return;
        }
        if (containerThread.get() == ContainerThread.OVERTAKEN) {
            if (!writtenThrough) {
                throw new IOException(BrokenOff.MESSAGE);
            }
            return;
        }
        ThreadLedger.Work work = work();
        Context.Scope scope = context().enter();
        try {
            ReplyWriter writer = reply.writer(decision);
            if (writer.isSmall()) {
                writer.writeHere();
            } else {
                reply.write(writer, startAsync());
            }
        } finally {
            scope.close();
            work.close();
        }
    }

    /** Ends a request that its execution mode could not run, or whose reply could not be written; unless it has ended. */
    void abandon() {
        context().run(() -> reply.ended(Status.INTERNAL_SERVER_ERROR, false));
    }

    private void decide(Reply given) {
        decide(new Decision(given, Decision.Cause.REPLY));
    }

    // ---- The race, and its result. ------------------------------------------------------------------------------

    @Override
    @Nullable
    Decision decision() {
        return outcome.get();
    }

    @Override
    void expire() {
        Problem problem = expired();
        if (decide(new Decision(problem.toReply(), Decision.Cause.DEADLINE, hasBegun ? null : RefusedBy.LIMIT))) {
            reply.boundUnwritten();
        } else {
            reply.expire(problem);
        }
    }

    private void completed(@Nullable Reply composed, @Nullable Throwable failure) {
        if (composed != null) {
            decide(composed);
        } else {
            decideFailure(
                    failure != null
                            ? failure
                            : new NoReplyException("the stage completed with null, expected a Reply"));
        }
    }

    private void decideFailure(Throwable failure) {
        // Once it is decided, a failure is not logged: usually it follows from the cancellation.
        if (outcome.get() == null) {
            context().run(() -> decide(SentActions.reply(failures().of(failure), mashup().exchanges())));
        }
    }

    private boolean decide(Decision decision) {
        if (!outcome.compareAndSet(null, decision)) {
            return false;
        }
        ThreadLedger.Work work = work();
        phases().decided(work.sinceNanos());
        Context.Scope scope = context().enter();
        try {
            if (decision.reply().stream() == null) {
                cancelOutstanding();
            }
            reply.decided(decision);
            Runnable leave = queueExit;
            if (leave != null) {
                leave.run();
            }
            carryOut(decision);
        } finally {
            scope.close();
            work.close();
            done.countDown();
        }
        return true;
    }

    private void carryOut(Decision decision) {
        if (decision.cause() == Decision.Cause.CLIENT_GONE) {
            inbound().markClientGone();
        }
        AsyncContext suspended = suspension;
        if (decision.cause().overtakes()
                && containerThread.compareAndSet(ContainerThread.COMPOSING, ContainerThread.OVERTAKEN)) {
            writtenThrough = reply.writer(decision).writeThrough(suspended);
        } else if (suspended != null && decision.cause() == Decision.Cause.CLIENT_GONE) {
            reply.ended(decision.reply().status(), true);
        } else if (suspended != null) {
            BodyExecutor bodies = snapshot().broker().pool().bodies();
            if (bodies.isFor(reply.bytesToRead(decision))) {
                bodies.execute(
                        () -> within(() -> reply.writerLater(decision)),
                        (writer, failure) -> writeLater(writer, failure, decision, suspended));
            } else {
                writeNow(decision, suspended);
            }
        }
    }

    private void writeNow(Decision decision, AsyncContext suspended) {
        ReplyWriter writer;
        try {
            writer = reply.writer(decision);
        } catch (RuntimeException | Error x) {
            writeLater(null, x, decision, suspended);
            return;
        }
        reply.write(writer, suspended);
    }

    private void writeLater(
            @Nullable ReplyWriter writer, @Nullable Throwable failure, Decision decision, AsyncContext suspended) {
        try {
            within(() -> {
                reply.writeLater(writer, failure, decision, suspended);
                return decision;
            });
        } catch (RuntimeException | Error x) {
            LOG.error("{}: internal error in writing its reply", this, x);
            // Nobody else would end it.
            abandon();
            if (reply.beginsEnding()) {
                BrokenOff.breakOff(suspended);
            }
        }
    }

    private <T> T within(Supplier<T> task) {
        ThreadLedger.Work work = work();
        Context.Scope scope = context().enter();
        try {
            return task.get();
        } finally {
            scope.close();
            work.close();
        }
    }

    /** The container has ended the request, or does so, because the client has left or another component has completed it. */
    void leave() {
        reply.markClientGone();
        decide(Decision.CLIENT_GONE);
        reply.leave();
    }

    /** The server reports that the client has left. The container drops its own report unless its thread has come back. */
    @Override
    void left() {
        leave();
        AsyncContext suspended = suspension;
        if (suspended != null && Decision.CLIENT_GONE.equals(outcome.get()) && reply.beginsEnding()) {
            BrokenOff.complete(suspended);
        }
    }

    /** The body comes too slowly. Returns false if the reply has been decided on before. */
    @Override
    boolean refuseBody() {
        Problem problem = Problem.of(Status.REQUEST_TIMEOUT, "the body came too slowly");
        return decide(new Decision(problem.toReply(), Decision.Cause.SLOW_BODY, RefusedBy.SLOW));
    }

    /** The container has ended a suspended request: the reply is written, or has failed. */
    void completed() {
        if (reply.isEnding()) {
            reply.written();
        } else {
            // Another component than Medley has completed the request, such as a filter: no reply can be written.
            leave();
        }
    }
}
