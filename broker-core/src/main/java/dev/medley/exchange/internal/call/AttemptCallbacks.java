package dev.medley.exchange.internal.call;

import dev.medley.connection.ResponseHead;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.Lease;
import dev.medley.connection.internal.SecretNames;
import dev.medley.connection.internal.Transfer;
import dev.medley.connection.internal.address.Address;
import dev.medley.exchange.BodyPart;
import dev.medley.exchange.ExchangeState;
import dev.medley.exchange.Reason;
import dev.medley.exchange.internal.content.BufferedResponse;
import dev.medley.exchange.internal.timing.DefaultAttemptTimings;
import dev.medley.exchange.internal.timing.StateTimestamps;
import dev.medley.partner.internal.Endpoint;
import dev.medley.partner.internal.limit.Permit;
import dev.medley.partner.internal.policy.AttemptResult;
import dev.medley.thread.internal.BodyExecutor;
import dev.medley.trace.internal.AttemptSpan;
import dev.medley.trace.internal.ExchangeSpan;
import dev.medley.trace.internal.Tracing;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The part of an {@link Attempt} that has its states and deadlines, and that is called: by permits, leases and transfers, on any broker thread. Each call becomes a
 * task of the call's queue. What has arrived of the response is kept by the thread that reads it.
 */
abstract class AttemptCallbacks extends LeaseHolder implements ResponseReader.Receiver {

    final Call call;
    final ResponseReader response;
    private final boolean beside;
    /** Null if its trace is not recorded. */
    private final @Nullable AttemptSpan span;

    private final long[] entered = StateTimestamps.none();
    private volatile AttemptState state = AttemptState.QUEUED;
    private @Nullable AttemptDeadlines deadlines;
    private long permitNanos;
    /** The head of a complete response, which may wait for its turn to be the answer; null before. */
    @Nullable
    ResponseHead answered;
    /** While its response is read on another thread: what waits for the end of that; null otherwise. */
    private @Nullable List<Runnable> afterReading;

    AttemptCallbacks(Call call, boolean beside) {
        this.call = call;
        this.beside = beside;
        response = new ResponseReader(call);
        ExchangeSpan parent = call.attempts().span();
        span = parent == null
                ? null
                : parent.attempt(
                        call.attempts().request().method(), call.attempts().started(), beside);
        StateTimestamps.enter(entered, ExchangeState.QUEUED, now());
    }

    @Override
    protected void onAdmitted() {
        Permit<AttemptResult> mine = call.partner().admission().permit();
        call.signal(() -> {
            event("admitted");
            granted(mine);
        });
    }

    @Override
    protected void onDropped(Drop cause) {
        call.signal(() -> failBy(AttemptFailure.noCapacity(call.partner().refusal(cause))));
    }

    @Override
    public void onHandshaking() {
        call.signal(this::handshaking);
    }

    @Override
    public void onConnectionEstablished(Lease free) {
        call.signal(() -> connected(free));
    }

    @Override
    public void onConnectionFailed(Throwable failure) {
        call.signal(() -> connectFailed(failure));
    }

    @Override
    public void onRequestPart(boolean sending) {
        response.requestPart(sending);
    }

    @Override
    public void onWaitingForResponse() {
        response.requestSent();
        call.signal(this::sent);
    }

    @Override
    public void onHeadersCompleted(ResponseHead received) {
        ResponseHead head = response.begin(received);
        call.signal(() -> headersCompleted(head));
    }

    @Override
    public boolean onBodyPart(ByteBuffer bytes) {
        Transfer active = transfer();
        return active != null && response.read(bytes, active, this);
    }

    @Override
    public void onPart(BodyPart part) {
        call.signal(() -> bodyPart(part));
    }

    @Override
    public void onFault(AttemptFailure fault) {
        call.signal(() -> failBy(fault));
    }

    @Override
    public void onBodyCompleted() {
        call.signal(this::bodyCompleted);
    }

    @Override
    public void onConnectionIdle() {
        call.signal(this::connectionIdle);
    }

    @Override
    public void onEnded(@Nullable Throwable failure) {
        call.signal(() -> ended(failure));
    }

    // ---- The answer. --------------------------------------------------------------------------------------------

    /** The response is the answer once it has been read: if it is large, on another thread than a loop. */
    final void answerInTurn(ResponseHead head) {
        BodyExecutor bodies = call.services().pool().bodies();
        if (bodies.isFor(response.length())) {
            afterReading = new ArrayList<>();
            bodies.execute(
                    () -> call.read(head, response.body()),
                    (arrived, failure) -> call.signal(() -> read(arrived, failure)));
        } else {
            call.runInTurnOf(call.client(), this::answer);
        }
    }

    private void answer() {
        ResponseHead head = answered;
        if (head != null && !state.isEnd()) {
            // May need memory that there is not, before the attempt has ended: then its bytes are given back.
            answer(new BufferedResponse(head, response.body()));
        }
    }

    private void read(@Nullable BufferedResponse arrived, @Nullable Throwable failure) {
        List<Runnable> next = Objects.requireNonNull(afterReading);
        afterReading = null;
        if (arrived == null || state.isEnd()) {
            response.release();
        }
        try {
            if (arrived != null && !state.isEnd()) {
                answer(arrived);
            } else if (failure != null) {
                call.failed(failure);
            }
        } finally {
            next.forEach(Runnable::run);
        }
    }

    /** Answers now if the response waits for its turn. If it is being read, returns false, and {@code after} runs after that. */
    final boolean answerNow(Runnable after) {
        if (afterReading != null) {
            afterReading.add(after);
            return false;
        }
        answer();
        return true;
    }

    // ---- States and deadlines. ----------------------------------------------------------------------------------

    final AttemptState state() {
        return state;
    }

    /** When it began to send the request, by the clock. */
    public final long sendingSinceNanos() {
        return entered[StateTimestamps.index(ExchangeState.SENDING)];
    }

    final AttemptDeadlines deadlines() {
        AttemptDeadlines mine = deadlines;
        if (mine == null) {
            mine = new AttemptDeadlines(
                    call.clock(), call.options(), permitNanos, () -> call.signal(this::checkDeadlines));
            deadlines = mine;
        }
        return mine;
    }

    final void cancelDeadlines() {
        AttemptDeadlines mine = deadlines;
        if (mine != null) {
            mine.cancel();
        }
    }

    final void become(AttemptState next) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException("an attempt in state " + state + " may not become " + next);
        }
        state = next;
        StateTimestamps.enter(entered, next.exchangeState(), now());
        if (next.isTraced()) {
            event(next.name().toLowerCase(Locale.ROOT));
        }
        if (!next.isEnd()) {
            report(exchange -> exchange.become(next.exchangeState()));
        }
    }

    private void event(String name) {
        if (span != null) {
            span.event(name);
        }
    }

    final @Nullable AttemptSpan span() {
        return span;
    }

    /** Returns {@code request} as it is sent to the endpoint: the spans of the partner are children of the span of this attempt. */
    final DefaultOutboundRequest traced(DefaultOutboundRequest request) {
        // A trace that the mashup sets itself is not mixed with this.
        return span == null || !call.partner().settings().requestId() || request.has(Tracing.TRACE_PARENT)
                ? request
                : new DefaultOutboundRequest(
                        request.method(), request.target(), span.addedTo(request.headers()), request.body());
    }

    /** Describes where it goes, as far as the mashup has said that: a credential is added later, under whatever name. */
    @Override
    final void goesTo(Address address) {
        if (span != null) {
            String target = SecretNames.masked(call.attempts().request().target());
            span.goesTo(address.host(), address.port(), address.scheme() + "://" + address.authority() + target);
        }
    }

    /** Reports an event, if it leads. */
    final void report(Consumer<DefaultExchange> event) {
        call.attempts().report(this, event);
    }

    final long now() {
        return call.clock().nanoTime();
    }

    /** The time of its permit, by the clock; now if it has none. */
    final long permitNanos() {
        return permitNanos == 0 ? now() : permitNanos;
    }

    /** It has a permit, or needs none, since {@code nanos}, by the clock. */
    final void permitted(long nanos) {
        permitNanos = nanos;
    }

    final boolean hasPermitTime() {
        return permitNanos != 0;
    }

    /** Lets deadlines go that are those of the call. */
    final void keepDeadlinesIfScheduled() {
        deadlines = deadlines().isScheduled() ? deadlines : null;
    }

    final DefaultExchangeException exception(
            Reason reason, boolean maybeSent, String detail, @Nullable Throwable cause) {
        return new DefaultExchangeException(
                call.partner().name(), state.exchangeState(), reason, maybeSent, detail, cause);
    }

    /** The endpoint, for a message, where the partner has several. */
    final String placeOf() {
        Endpoint at = endpoint();
        return at == null || call.partner().endpoints().size() == 1 ? "" : " (endpoint " + at + ")";
    }

    /** Returns whether it was started beside another one, and not in place of it. */
    final boolean isBeside() {
        return beside;
    }

    final DefaultAttemptTimings timings(long now) {
        Endpoint at = endpoint();
        return new DefaultAttemptTimings(entered, now, at == null ? null : at.address(), beside);
    }

    /** The state in which an exchange fails that does so by this attempt: an attempt that has ended has had its body. */
    final ExchangeState phaseOfEnd() {
        return state.isEnd() ? ExchangeState.BODY : state.exchangeState();
    }

    abstract void checkDeadlines();

    // ---- Tasks of the call's queue. -----------------------------------------------------------------------------

    abstract void granted(Permit<AttemptResult> granted);

    abstract void handshaking();

    abstract void connected(Lease free);

    abstract void connectFailed(Throwable failure);

    abstract void sent();

    abstract void headersCompleted(ResponseHead head);

    abstract void bodyPart(BodyPart part);

    /** Fails by {@code fault}, unless it has ended. */
    abstract void failBy(AttemptFailure fault);

    abstract void bodyCompleted();

    /** Ends with {@code arrived}, which is complete. */
    abstract void answer(BufferedResponse arrived);

    abstract void connectionIdle();

    abstract void ended(@Nullable Throwable failure);
}
