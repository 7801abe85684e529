package dev.medley.servlet.internal;

import dev.medley.account.internal.ClientAccount;
import dev.medley.connection.ConnectionInfo;
import dev.medley.connection.Protocol;
import dev.medley.context.Context;
import dev.medley.context.RequestId;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import dev.medley.mashup.ReplyEnd;
import dev.medley.mashup.Status;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.mashup.internal.ExpiringStream;
import dev.medley.partner.internal.limit.Priority;
import dev.medley.servlet.internal.admission.AdmittedRequest;
import dev.medley.servlet.internal.admission.Decision;
import dev.medley.servlet.internal.admission.HeldAdmission;
import dev.medley.servlet.internal.admission.Priorities;
import dev.medley.servlet.internal.inbound.RequestSummary;
import dev.medley.servlet.internal.inbound.ServletInbound;
import dev.medley.servlet.internal.reply.BrokenOff;
import dev.medley.servlet.internal.reply.Failures;
import dev.medley.servlet.internal.reply.NoReplyException;
import dev.medley.servlet.internal.reply.ReplyHead;
import dev.medley.servlet.internal.reply.ReplyWriter;
import dev.medley.servlet.internal.reply.SentActions;
import dev.medley.servlet.internal.routing.AllowedMethods;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.QuiescenceTracker;
import dev.medley.thread.internal.ledger.ThreadLedger;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One inbound request from its arrival to its reply.
 *
 * <p>The reply of the mashup, the deadline, and a client that leaves or is too slow race for it; one compare-and-set on
 * {@link #outcome} decides, and the losers do nothing. If the request is suspended, the winner writes the reply without
 * blocking; if a thread waits for it, that thread does. A reply larger than a buffer is written to a suspended request in any
 * case, until the deadline, which holds for the reply to its end. A deadline that finds the container's thread within
 * {@code compose} overtakes it, see {@link #containerThread}.
 */
public final class InboundRequest implements AdmittedRequest {

    /** The time that a stream has for its last part after the deadline, and the container for a reply that it has. */
    private static final Duration TIME_TO_EXPIRE = Duration.ofSeconds(1);
    /** Bytes of a streamed reply that are held while it waits for its client, and of the container's buffer beside a small one. */
    private static final int PART = 16 * 1024;

    /** Bytes that a partner may send over HTTP/2 of a body that is not read meanwhile: the window of a stream. */
    private static final int WINDOW = 64 * 1024;

    private static final int BUFFER = 4 * 1024;
    private static final int NOT_GIVEN = 0;

    private final MashupRuntime runtime;
    /** The configuration of its arrival, which it keeps to its end. */
    private final ConfigSnapshot snapshot;

    private final ServedMashup served;
    /** From the arrival to the end of the reply. */
    private final Duration time;

    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final ServletInbound inbound;
    private final ClientAccount account;
    private final RequestContext requestContext;
    private final DefaultMashup mashup;
    private final Failures failures;
    private final long arrivedNanos;
    private final AtomicReference<@Nullable Decision> outcome = new AtomicReference<>();
    private final CountDownLatch done = new CountDownLatch(1);
    /**
     * The place of the thread that the container gave the request. While it is within {@code compose}, the container neither
     * sends a small reply nor reports that writing is possible; so a deadline then takes over from it and writes its reply
     * through to the client.
     */
    private final AtomicReference<ContainerThread> containerThread = new AtomicReference<>(ContainerThread.ELSEWHERE);
    /** True once Medley gives the request back to the container, which otherwise has ended it by itself. */
    private final AtomicBoolean ending = new AtomicBoolean();

    private final AtomicBoolean reported = new AtomicBoolean();
    /** The status of a reply that the container has and writes; {@link #NOT_GIVEN} before. */
    private volatile int given = NOT_GIVEN;
    /** Bytes of the reply that the account holds while they wait to be written. */
    private final AtomicLong unwritten = new AtomicLong();

    private volatile boolean clientGone;
    /** Set once the deadline has passed while the reply was being written. */
    private volatile @Nullable Problem overdue;

    private volatile @Nullable ReplyWriter writing;
    private volatile boolean writtenThrough;
    /** Of the thread that the request arrived on, and once {@code compose} has returned, as that left it. */
    private volatile Context context;

    private volatile HeldAdmission held = HeldAdmission.NONE;
    /** Of a request that waits for a thread. */
    private volatile @Nullable Runnable queueExit;

    private volatile @Nullable AsyncContext suspension;
    private volatile @Nullable Runnable breakOff;
    private volatile Clock.@Nullable ScheduledTask deadline;

    /** Creates a request that is answered when it is {@linkplain MashupRuntime#answer given to the runtime}. */
    public InboundRequest(
            MashupSet mashups, ServedMashup served, HttpServletRequest request, HttpServletResponse response) {
        runtime = mashups.runtime();
        snapshot = mashups.snapshot();
        this.served = served;
        Duration own = served.deadline();
        time = own == null ? snapshot.deadline() : own;
        this.request = request;
        this.response = response;
        arrivedNanos = clock().nanoTime();
        ClientWatch watch = runtime.clientWatch();
        account = watch == null ? snapshot.broker().heldBytes().common() : watch.account(request);
        requestContext = snapshot.replyFields()
                .requestContext(request, served.executionTarget(), arrivedNanos + time.toNanos(), account);
        context = Context.captureWith(RequestId.MDC_KEY, requestContext.id());
        inbound = new ServletInbound(
                request,
                served.description(),
                served.executionTarget(),
                snapshot.maxRequestBody(),
                snapshot.broker().pool(),
                account,
                this::bodyBrokenOff);
        mashup = new DefaultMashup(snapshot.broker(), inbound, requestContext);
        failures = new Failures(served.name(), requestContext, runtime.loggedOnce());
    }

    // ---- For the execution modes. -------------------------------------------------------------------------------

    /** Returns whether the container lets the request be suspended. */
    boolean maySuspend() {
        return request.isAsyncSupported() && !request.isAsyncStarted();
    }

    /** Returns whether it has to be suspended before its mashup runs, as the mashup may read its body. */
    boolean mayHaveBody() {
        return inbound.mayHaveBody();
    }

    /** The reply to a request that {@code compose} does not run for, by its path or method; null to compose one. */
    @Nullable
    Reply replyInstead() {
        return served.description().replyInstead(inbound.method(), inbound.match());
    }

    ServedMashup served() {
        return served;
    }

    @Override
    public ClientAccount account() {
        return account;
    }

    @Override
    public Priority priority(@Nullable String field) {
        return Priorities.of(field == null ? null : request.getHeader(field), served.priority());
    }

    @Override
    public void hold(HeldAdmission given) {
        held = given;
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
        boolean byFilter = request.isAsyncStarted();
        replyAtOnce((byFilter ? failures.ofFilter() : failures.ofRegistration()).toReply());
        if (byFilter) {
            request.getAsyncContext().complete();
        }
    }

    @Override
    public void replyAtOnce(Reply reply) throws IOException {
        decide(reply);
        replyHere();
    }

    @Override
    public void run() throws IOException {
        runtime.execution().run(this);
    }

    @Override
    public void resume() {
        runtime.execution().resume(this);
    }

    @Override
    public void suspend() {
        startAsync();
    }

    private AsyncContext startAsync() {
        AsyncContext context = request.startAsync(request, response);
        context.setTimeout(0);
        context.addListener(new ContainerReports(this));
        suspension = context;
        watchClient();
        return context;
    }

    /** A container reports for suspended requests only that the client has left. */
    private void watchClient() {
        ClientWatch watch = runtime.clientWatch();
        if (watch != null && breakOff == null) {
            breakOff = watch.watch(request, this::left);
            if (inbound.mayHaveBody()) {
                watch.watchBody(request, this::refuseBody, this::left);
            }
        }
    }

    /** The mashup may not mind, and no other report may come: Jetty makes none beside a read that waits. */
    private void bodyBrokenOff() {
        ClientWatch watch = runtime.clientWatch();
        if (watch != null && outcome.get() == null) {
            watch.watch(request, this::left);
        }
    }

    @Override
    public void startDeadline() {
        if (deadline == null) {
            deadline = clock().schedule(time.toNanos(), this::expire);
        }
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
        ThreadLedger.Work work = work();
        QuiescenceTracker.Stretch quiescence =
                snapshot.broker().pool().quiescence().begin();
        Context.Scope scope = context.enter();
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
                CompletionStage<Reply> composed = served.composer().apply(mashup);
                context = Context.capture();
                if (composed == null) {
                    decideFailure(new NoReplyException("compose returned null, expected a stage of a Reply"));
                } else {
                    composed.whenComplete(this::completed);
                }
            }
        } catch (RuntimeException | Error x) {
            context = Context.capture();
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
            context.run(() -> ended(decision.reply().status(), true));
            return;
        }
        if (containerThread.get() == ContainerThread.OVERTAKEN) {
            if (!writtenThrough) {
                throw new IOException(BrokenOff.MESSAGE);
            }
            return;
        }
        ThreadLedger.Work work = work();
        Context.Scope scope = context.enter();
        try {
            ReplyWriter writer = writer(decision);
            if (writer.isSmall()) {
                writer.writeHere();
            } else {
                write(writer, startAsync());
            }
        } finally {
            scope.close();
            work.close();
        }
    }

    /** Ends a request that its execution mode could not run, or whose reply could not be written; unless it has ended. */
    void abandon() {
        context.run(() -> ended(Status.INTERNAL_SERVER_ERROR, false));
    }

    /** The placement of its mashup. */
    ExecutionTarget executionTarget() {
        return served.executionTarget();
    }

    /** A stretch of work of the calling thread for this request. */
    ThreadLedger.Work work() {
        return snapshot.broker().ledger().inboundWork(executionTarget());
    }

    @Override
    public void decide(Reply reply) {
        decide(new Decision(reply, Decision.Cause.REPLY));
    }

    // ---- The race, and its result. ------------------------------------------------------------------------------

    void expire() {
        Problem problem = mashup.expired(time.toMillis());
        if (!decide(new Decision(problem.toReply(), Decision.Cause.DEADLINE))) {
            Decision decided = outcome.get();
            if (decided != null && decided.reply().stream() instanceof ExpiringStream stream) {
                deadline = clock().schedule(TIME_TO_EXPIRE.toNanos(), () -> breakOffExpired(problem));
                stream.expire(problem);
                return;
            }
            breakOff(problem);
        }
        boundUnwritten();
    }

    /** The stream has had its time. It may have ended since, and wait in the container; else a problem may replace it, which has time, too. */
    private void breakOffExpired(Problem problem) {
        breakOffUnwritten();
        if (!reported.get()) {
            breakOff(problem);
            boundUnwritten();
        }
    }

    private void boundUnwritten() {
        if (!reported.get()) {
            deadline = clock().schedule(TIME_TO_EXPIRE.toNanos(), this::breakOffUnwritten);
        }
    }

    /** Ends a reply that the container has been given and has not written. */
    private void breakOffUnwritten() {
        int status = given;
        if (status != NOT_GIVEN && !reported.get()) {
            Runnable ending = breakOff;
            if (ending != null) {
                ending.run();
            }
            context.run(() -> ended(status, true));
        }
    }

    private void breakOff(Problem problem) {
        overdue = problem;
        ReplyWriter writer = writing;
        if (writer != null) {
            writer.breakOff(problem);
        }
    }

    private void completed(@Nullable Reply reply, @Nullable Throwable failure) {
        if (reply != null) {
            decide(reply);
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
            context.run(() -> decide(SentActions.reply(failures.of(failure), mashup.exchanges())));
        }
    }

    private boolean decide(Decision decision) {
        if (!outcome.compareAndSet(null, decision)) {
            return false;
        }
        ThreadLedger.Work work = work();
        Context.Scope scope = context.enter();
        try {
            if (decision.reply().stream() == null) {
                cancelOutstanding();
            }
            held.decided(decision);
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
            inbound.markClientGone();
        }
        AsyncContext suspended = suspension;
        if (decision.cause().overtakes()
                && containerThread.compareAndSet(ContainerThread.COMPOSING, ContainerThread.OVERTAKEN)) {
            writtenThrough = writer(decision).writeThrough(suspended);
        } else if (suspended != null && decision.cause() == Decision.Cause.CLIENT_GONE) {
            ended(decision.reply().status(), true);
        } else if (suspended != null) {
            write(writer(decision), suspended);
        }
    }

    private void write(ReplyWriter writer, AsyncContext suspended) {
        writing = writer;
        writer.writeAndComplete(suspended);
        // The client may have left, or the deadline passed, before the writer was set.
        if (clientGone) {
            writer.clientGone();
        }
        Problem late = overdue;
        if (late != null) {
            writer.breakOff(late);
        }
    }

    /** The container has ended the request, or does so, as the client has left or another component has completed it. */
    void leave() {
        clientGone = true;
        decide(Decision.CLIENT_GONE);
        // A reply that was decided before may wait for a partner's next part, or for the client.
        ReplyWriter writer = writing;
        if (writer != null) {
            writer.clientGone();
        }
    }

    /** The server reports that the client has left. The container drops its own report unless its thread has come back. */
    private void left() {
        leave();
        AsyncContext suspended = suspension;
        if (suspended != null && Decision.CLIENT_GONE.equals(outcome.get()) && ending.compareAndSet(false, true)) {
            BrokenOff.complete(suspended);
        }
    }

    /** The body comes too slowly. Returns false if the reply has been decided on before. */
    private boolean refuseBody() {
        Problem problem = Problem.of(Status.REQUEST_TIMEOUT, "the body came too slowly");
        return decide(new Decision(problem.toReply(), Decision.Cause.SLOW_BODY));
    }

    /** The container has ended a suspended request: the reply is written, or has failed. */
    void completed() {
        if (ending.get()) {
            written();
        } else {
            // Another component than Medley has completed the request, such as a filter: no reply can be written.
            leave();
        }
    }

    /** The container has written a reply that it was given, or has failed to. */
    private void written() {
        int status = given;
        if (status != NOT_GIVEN) {
            context.run(() -> ended(status, clientGone));
        }
    }

    /** The reply is written, or has failed. */
    private void ended(int status, boolean gone) {
        if (!reported.compareAndSet(false, true)) {
            return;
        }
        Clock.ScheduledTask scheduled = deadline;
        if (scheduled != null) {
            scheduled.cancel();
        }
        cancelOutstanding();
        held.end();
        inbound.release();
        account.release(unwritten.getAndSet(0));
        long nanos = clock().nanoTime() - arrivedNanos;
        mashup.replied(new ReplyEnd(status, nanos, gone));
        mashup.release();
        runtime.replied(new RequestSummary(served.name(), status, nanos, gone));
    }

    /** Cancels the exchanges in flight, and the reading of the request. */
    private void cancelOutstanding() {
        mashup.cancel();
        inbound.over();
    }

    private ReplyWriter writer(Decision decision) {
        return new ReplyWriter(
                new ReplyWriter.Target(
                        response,
                        AllowedMethods.hasNoBody(inbound.method()),
                        new ReplyHead(
                                snapshot.replyFields().withTiming(served.timing()),
                                requestContext.id(),
                                mashup,
                                clock(),
                                arrivedNanos),
                        failures,
                        new EndOfReply()),
                decision.reply());
    }

    private Clock clock() {
        return snapshot.broker().clock();
    }

    private final class EndOfReply implements ReplyWriter.Ended {

        @Override
        public boolean isClientGone() {
            return clientGone || inbound.brokenOff();
        }

        @Override
        public void waitsForClient(boolean waits) {
            if (waits) {
                holdUnwritten(PART + unreadOfPartners());
            } else {
                account.release(unwritten.getAndSet(0));
            }
            held.waitsForClient(waits);
        }

        @Override
        public boolean isBodyBrokenOff() {
            return !clientGone && inbound.brokenOff();
        }

        @Override
        public void ending() {
            ending.set(true);
            inbound.over();
        }

        @Override
        public void ending(int status) {
            ending();
            give(status);
        }

        @Override
        public void given(int status) {
            ClientWatch watch = runtime.clientWatch();
            if (watch == null) {
                InboundRequest.this.ended(status, false);
            } else {
                give(status);
                // A refusal has neither yet.
                if (breakOff == null) {
                    breakOff = watch.watch(request, InboundRequest.this::left);
                }
                startDeadline();
                watch.watchReply(request, InboundRequest.this::written);
            }
        }

        private void give(int status) {
            holdUnwritten(BUFFER);
            given = status;
        }

        /** What may come of streamed bodies while the reply waits; over HTTP/1.1 it stays with the partner. */
        private long unreadOfPartners() {
            long bytes = 0;
            for (Exchange each : mashup.exchanges()) {
                ConnectionInfo connection = each.isStreamed() && each.outcome() == null ? each.connection() : null;
                if (connection != null && connection.protocol() == Protocol.HTTP_2) {
                    bytes += WINDOW;
                }
            }
            return bytes;
        }

        private void holdUnwritten(long least) {
            Decision decided = outcome.get();
            long bytes = least + (decided == null ? 0 : decided.reply().body().length);
            account.take(bytes);
            unwritten.addAndGet(bytes);
            if (reported.get()) {
                account.release(unwritten.getAndSet(0));
            }
        }

        @Override
        public void ended(int status, boolean gone) {
            InboundRequest.this.ended(status, gone);
        }
    }
}
