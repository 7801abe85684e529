package dev.medley.servlet.internal.admission;

import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import dev.medley.partner.internal.limit.AdaptiveLimit;
import dev.medley.partner.internal.limit.Limiter;
import dev.medley.partner.internal.limit.Priority;
import dev.medley.partner.internal.limit.Waiter;
import dev.medley.thread.internal.Clock;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The right of one inbound request to be in flight: its place in the bulkhead of its mashup, and its permit of the server's
 * limiter or its place in the queue for one. The request ends it once, whatever it has by then.
 */
final class InboundPermit extends Waiter implements HeldAdmission {

    private final InboundAdmission owner;
    private final AdmittedRequest request;
    private final Priority priority;
    private final @Nullable Bulkhead bulkhead;
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
    /** By the clock; written before the request runs. */
    private volatile long admittedNanos;

    InboundPermit(InboundAdmission owner, AdmittedRequest request, Priority priority, @Nullable Bulkhead bulkhead) {
        this.owner = owner;
        this.request = request;
        this.priority = priority;
        this.bulkhead = bulkhead;
        owner.entered(request.account());
    }

    /**
     * The states. {@code WAITING} to {@code ADMITTED} or to {@code ENDED}, {@code ADMITTED} to {@code LENT} and back, and both to
     * {@code ENDED}; each by one compare-and-set, or by {@code getAndSet} for the end.
     */
    private enum State {
        /** Has no permit of the limiter, and may be in its queue. */
        WAITING,
        /** Has what the request needs to be in flight. */
        ADMITTED,
        /** Has given its permit back while the reply waited for its client, and goes on without one if none is free after that. */
        LENT,
        /** Has given everything back. */
        ENDED
    }

    /** The request is admitted without a wait, by the limiter or as there is none. */
    void admittedAtOnce(Clock clock) {
        admittedNanos = clock.nanoTime();
        state.set(State.ADMITTED);
    }

    @Override
    protected Priority priority() {
        return priority;
    }

    @Override
    protected void onAdmitted() {
        admittedNanos = owner.clock().nanoTime();
        if (state.compareAndSet(State.WAITING, State.ADMITTED)) {
            request.resume();
        } else {
            owner.release();
        }
    }

    @Override
    protected void onDropped(Drop cause) {
        owner.refuseSuspended(request, priority, cause == Drop.TOO_OLD ? Refusal.QUEUE_AGE : Refusal.DISPLACED);
    }

    /** A reply that is streamed is under way for as long as its partner's exchange; of any other, all is done but to write it. */
    @Override
    public void decided(Decision decision) {
        AdaptiveLimit adaptive = owner.adaptive();
        if (adaptive != null && state.get() == State.ADMITTED) {
            sample(adaptive, decision);
        }
        if (decision.reply().stream() == null) {
            end();
        }
    }

    private void sample(AdaptiveLimit adaptive, Decision decision) {
        boolean expired = decision.cause() == Decision.Cause.DEADLINE;
        if (expired || (decision.cause() == Decision.Cause.REPLY && isSuccess(decision.reply()))) {
            adaptive.onEnded(owner.clock().nanoTime() - admittedNanos, expired);
        }
    }

    /** Failures are often fast, and would look like a server without load. */
    private static boolean isSuccess(Reply reply) {
        return reply.status() < Status.BAD_REQUEST;
    }

    /**
     * A client that does not read holds no permit, which others wait for. Its place in the bulkhead stays. If it reads on while no permit is
     * free, its reply goes on without one: the limit holds, and what is left is to write.
     */
    @Override
    public void waitsForClient(boolean waits) {
        if (waits) {
            if (state.compareAndSet(State.ADMITTED, State.LENT)) {
                owner.release();
            }
        } else if (state.get() == State.LENT && owner.tryTake() && !state.compareAndSet(State.LENT, State.ADMITTED)) {
            owner.release();
        }
    }

    @Override
    public void end() {
        State before = state.getAndSet(State.ENDED);
        Limiter limiter = owner.limiter();
        if (before == State.WAITING && limiter != null) {
            // If it is not in the queue any more, it is about to be called, and is given back there.
            limiter.cancel(this);
        } else if (before == State.ADMITTED) {
            owner.release();
        }
        if (before != State.ENDED) {
            owner.left(request.account());
            if (bulkhead != null) {
                bulkhead.leave();
            }
        }
    }
}
