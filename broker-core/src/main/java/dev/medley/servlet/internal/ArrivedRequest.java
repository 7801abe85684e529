package dev.medley.servlet.internal;

import dev.medley.account.internal.ClientAccount;
import dev.medley.caller.Caller;
import dev.medley.context.Context;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.servlet.internal.access.Access;
import dev.medley.servlet.internal.access.AccessControl;
import dev.medley.servlet.internal.admission.Decision;
import dev.medley.servlet.internal.inbound.RefusedBy;
import dev.medley.servlet.internal.inbound.RequestSummary;
import dev.medley.servlet.internal.inbound.ServletInbound;
import dev.medley.servlet.internal.inbound.TakenRequest;
import dev.medley.servlet.internal.quota.TakenTokens;
import dev.medley.servlet.internal.reply.Failures;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.compute.Drop;
import dev.medley.thread.internal.ledger.RequestPhases;
import dev.medley.thread.internal.ledger.ThreadLedger;
import dev.medley.trace.internal.InboundSpan;
import dev.medley.trace.internal.TracedRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What an inbound request has from its arrival to its end: the container's request and response, the mashup and its
 * configuration, the account of the client, the watch for the client, and the deadline.
 */
abstract class ArrivedRequest implements TakenRequest {

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
    private final RequestPhases phases;
    /** Of the thread that the request arrived on, and once {@code compose} has returned, as that left it. */
    private volatile Context context;
    /** Breaks off what the container writes to the client; null while the client is not watched. */
    private volatile @Nullable Runnable breakOff;

    private volatile Clock.@Nullable ScheduledTask deadline;
    private final CompletableFuture<RequestSummary> end = new CompletableFuture<>();
    /** Null if no quota is for it. */
    private volatile @Nullable TakenTokens tokens;

    ArrivedRequest(MashupSet mashups, ServedMashup served, HttpServletRequest request, HttpServletResponse response) {
        runtime = mashups.runtime();
        snapshot = mashups.snapshot();
        this.served = served;
        Duration own = served.deadline();
        time = own == null ? snapshot.deadline() : own;
        this.request = request;
        this.response = response;
        arrivedNanos = clock().nanoTime();
        ClientWatch watch = runtime.clientWatch();
        phases = new RequestPhases(clock(), watch == null ? arrivedNanos : watch.beganNanos(request), arrivedNanos);
        account = watch == null ? snapshot.broker().heldBytes().common() : watch.account(request);
        requestContext = snapshot.replyFields()
                .requestContext(
                        request,
                        served.executionTarget(),
                        arrivedNanos + time.toNanos(),
                        account,
                        phases,
                        snapshot.broker().tracing());
        InboundSpan span = requestContext.span();
        if (span != null) {
            span.route(served.name());
        }
        context = TracedRequest.context(requestContext.id(), span);
        inbound = new ServletInbound(
                request,
                served.description(),
                served.executionTarget(),
                snapshot.maxRequestBody(),
                snapshot.broker().pool(),
                account,
                phases,
                snapshot.broker().ledger(),
                this::bodyBrokenOff);
        request.setAttribute(TakenRequest.ATTRIBUTE, this);
        mashup = new DefaultMashup(snapshot.broker(), inbound, requestContext, runtime.topics());
        mashup.snapshots(mashups.schedules());
        failures = new Failures(served.name(), requestContext, runtime.loggedOnce());
    }

    /** The decision on it, or null before. */
    abstract @Nullable Decision decision();

    // ---- For logs. ----------------------------------------------------------------------------------------------

    @Override
    public final String name() {
        return served.name();
    }

    @Override
    public final List<Exchange> exchanges() {
        return mashup.exchanges();
    }

    @Override
    public final List<String> missing() {
        return mashup.missing();
    }

    @Override
    public final CompletionStage<RequestSummary> end() {
        return end;
    }

    /** The reply has ended: tells metrics, and then the logs that wait for it. */
    final void reportEnd(RequestSummary summary) {
        runtime.replied(summary);
        end.complete(summary);
    }

    // ---- What happens to it. ------------------------------------------------------------------------------------

    /** The deadline has passed. */
    abstract void expire();

    /** The server reports that the client has left. */
    abstract void left();

    /** The body comes too slowly. Returns false if the reply has been decided on before. */
    abstract boolean refuseBody();

    final MashupRuntime runtime() {
        return runtime;
    }

    final ConfigSnapshot snapshot() {
        return snapshot;
    }

    final ServedMashup served() {
        return served;
    }

    final HttpServletRequest request() {
        return request;
    }

    final HttpServletResponse response() {
        return response;
    }

    final ServletInbound inbound() {
        return inbound;
    }

    /** The account of its client. */
    public final ClientAccount account() {
        return account;
    }

    final RequestContext requestContext() {
        return requestContext;
    }

    final DefaultMashup mashup() {
        return mashup;
    }

    final Failures failures() {
        return failures;
    }

    final long arrivedNanos() {
        return arrivedNanos;
    }

    /** Where its time goes. */
    final RequestPhases phases() {
        return phases;
    }

    final Context context() {
        return context;
    }

    /** The code of the mashup has returned: what follows has the context that it left. */
    final void captureContext() {
        context = Context.capture();
    }

    final Clock clock() {
        return snapshot.broker().clock();
    }

    /** The placement of its mashup. */
    final ExecutionTarget executionTarget() {
        return served.executionTarget();
    }

    /** A stretch of work of the calling thread for this request. */
    final ThreadLedger.Work work() {
        return snapshot.broker().ledger().inboundWork(executionTarget());
    }

    /** Returns whether the container lets the request be suspended. */
    final boolean maySuspend() {
        return request.isAsyncSupported() && !request.isAsyncStarted();
    }

    /** Returns whether it has to be suspended before its mashup runs, because the mashup may read its body. */
    final boolean mayHaveBody() {
        return inbound.mayHaveBody();
    }

    /**
     * The decision on a request that {@code compose} does not run for: by its path or method, because its caller may not make it, or
     * because it is one too many; null to go on.
     */
    final @Nullable Decision decisionInstead() {
        Reply instead = served.description().replyInstead(inbound.method(), inbound.match());
        if (instead != null) {
            return decision(instead, inbound.match() == null ? RefusedBy.PATH : RefusedBy.METHOD);
        }
        try {
            return refusalOfCaller();
        } catch (ProblemException x) {
            // A condition, or a quota by an expression, reads what the client has sent malformed.
            return decision(x.problem().toReply(), RefusedBy.MALFORMED);
        }
    }

    /** What is no error, such as the reply to OPTIONS, is no refusal. */
    private static Decision decision(Reply reply, RefusedBy by) {
        return new Decision(reply, Decision.Cause.REPLY, reply.status() < Status.BAD_REQUEST ? null : by);
    }

    private @Nullable Decision refusalOfCaller() {
        AccessControl control = snapshot.access();
        Access access = control == null ? Access.OPEN : control.decide(inbound, served.access());
        Caller caller = access.caller();
        if (caller != null) {
            mashup.calledBy(caller, access.token(), access.field());
            request.setAttribute(RequestSummary.CALLER, caller.name());
        }
        Reply refusal = access.refusal();
        return refusal == null ? refusalByQuota(caller) : decision(refusal, RefusedBy.CALLER);
    }

    /** Returns {@code reply} as caches between may keep it. */
    final Reply forCaches(Reply reply) {
        AccessControl control = snapshot.access();
        return control == null ? reply : control.forCaches(reply, mashup.isCalled());
    }

    private @Nullable Decision refusalByQuota(@Nullable Caller caller) {
        TakenTokens taken = snapshot.quotas().take(inbound, caller, served.paths(), served.cost(), clock());
        if (taken == null) {
            return null;
        }
        tokens = taken;
        Reply refusal = taken.refusal();
        if (refusal == null) {
            mashup.replyFields(Map.of(TakenTokens.POLICY, taken::policy, TakenTokens.STATE, taken::state));
        }
        return refusal == null ? null : decision(refusal, RefusedBy.QUOTA);
    }

    /** The request has ended: its quotas count what its mashup has asked of partners. */
    final void settleTokens() {
        TakenTokens taken = tokens;
        if (taken != null) {
            taken.settle(mashup.exchanges().size());
        }
    }

    /** Cancels the exchanges in flight, the computations, and the reading of the request. */
    final void cancelOutstanding() {
        Decision decided = decision();
        mashup.cancel(decided == null ? Drop.OVER : decided.cause().drop());
        inbound.over();
    }

    // ---- The client. --------------------------------------------------------------------------------------------

    /** A container reports for suspended requests only that the client has left. */
    final void watchClient() {
        ClientWatch watch = runtime.clientWatch();
        if (watch != null && breakOff == null) {
            breakOff = watch.watch(request, this::left);
            if (inbound.mayHaveBody()) {
                watch.watchBody(request, this::refuseBody, this::left);
            }
        }
    }

    /** The container writes the reply with its own thread; runs {@code written} at the end. */
    final void watchReply(ClientWatch watch, Runnable written) {
        // A refusal has neither yet.
        if (breakOff == null) {
            breakOff = watch.watch(request, this::left);
        }
        startDeadline();
        watch.watchReply(request, written);
    }

    /** Breaks off what the container writes to the client. */
    final void breakOffClient() {
        Runnable ending = breakOff;
        if (ending != null) {
            ending.run();
        }
    }

    /** The mashup may not mind, and no other report may come: Jetty makes none beside a read that waits. */
    private void bodyBrokenOff() {
        ClientWatch watch = runtime.clientWatch();
        if (watch != null && decision() == null) {
            watch.watch(request, this::left);
        }
    }

    // ---- The deadline. ------------------------------------------------------------------------------------------

    /** Starts the deadline, unless it has started. */
    public final void startDeadline() {
        if (deadline == null) {
            deadline = clock().schedule(time.toNanos(), this::expire);
        }
    }

    /** The problem of a mashup whose time is over. */
    final Problem expired() {
        return mashup.expired(time.toMillis());
    }

    /** The deadline has passed: runs {@code next} unless the request ends within {@code more}. */
    final void extendDeadline(Duration more, Runnable next) {
        deadline = clock().schedule(more.toNanos(), next);
    }

    final void cancelDeadline() {
        Clock.ScheduledTask scheduled = deadline;
        if (scheduled != null) {
            scheduled.cancel();
        }
    }
}
