package dev.medley.connection.internal;

import dev.medley.connection.RequestBody;
import dev.medley.connection.internal.value.StreamUses;
import dev.medley.context.Context;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.SerialWork;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of a streamed body on their way to a partner: the one subscriber of its publisher. Each part is requested once
 * the transfer demands it, so that one is held at a time. A publisher that breaks the rules of Reactive Streams, or the
 * length that was announced, fails the body.
 *
 * <p>The last bytes of a body of known length are kept back until the publisher has completed: until then a partner must not
 * see a complete request.
 *
 * <p>Thread-safe: publisher and transfer both call {@link #called()}, which is {@link SerialWork}, done by a thread of the pool in
 * place of one of the publisher's own. The listener is called by one thread at a time, under no lock.
 */
public final class RequestParts implements Flow.Subscriber<ByteBuffer> {

    private static final Logger LOG = LoggerFactory.getLogger(RequestParts.class);

    private static final AtomicReferenceFieldUpdater<RequestParts, Slot> SLOT =
            AtomicReferenceFieldUpdater.newUpdater(RequestParts.class, Slot.class, "slot");

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();
    /** No part is requested. */
    private static final Slot NONE = new Slot(null);
    /** A part is requested, and has not come. */
    private static final Slot REQUESTED = new Slot(null);

    /** The bytes that are kept back at most, which takes a copy. */
    private static final int MAX_TAIL = 16 * 1024;

    private static final Flow.Subscription ENDED = new Flow.Subscription() {
        @Override
        public void request(long parts) {}

        @Override
        public void cancel() {}
    };

    private final RequestBody body;
    private final Executor pool;
    private final Listener listener;
    private final SerialWork serial = new SerialWork();
    private final AtomicReference<Flow.@Nullable Subscription> subscription = new AtomicReference<>();
    private final AtomicReference<@Nullable RequestBodyException> failure = new AtomicReference<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile Slot slot = NONE;
    private volatile boolean complete;
    /** True while the listener has demanded a part that it has not got. */
    private volatile boolean demanded;
    // The fields below are for work() only.
    private boolean subscribed;
    private long received;
    private @Nullable ByteBuffer tail;

    /** The transfer that sends the parts. Called by broker threads; must not block. */
    public interface Listener {

        /**
         * A part that was demanded has come.
         *
         * @param part valid until the next one is demanded; not empty unless it is the last
         * @param last whether the body is complete with it
         */
        void onPart(ByteBuffer part, boolean last);

        /** The body has failed. Called at most once, also while no part is demanded. */
        void onPartsFailed(RequestBodyException cause);
    }

    /**
     * Creates the subscriber of {@code body}, which must be a stream; the first demand subscribes.
     *
     * @param pool whose threads call the listener, where the publisher has threads of its own
     */
    public RequestParts(RequestBody body, Executor pool, Listener listener) {
        this.body = body;
        this.pool = pool;
        this.listener = listener;
    }

    // ---- For the transfer. --------------------------------------------------------------------------------------

    /** Demands the next part; the one before is not needed any more. By any thread. */
    public void demand() {
        demanded = true;
        called();
    }

    /** Ends it, if it has not ended: the subscription is cancelled. By any thread. */
    public void cancel() {
        if (over.compareAndSet(false, true)) {
            cancelSubscription();
        }
    }

    // ---- For the publisher. -------------------------------------------------------------------------------------

    @Override
    public void onSubscribe(Flow.Subscription given) {
        if (isNothing(given)) {
            return;
        }
        if (subscription.compareAndSet(null, given)) {
            called();
        } else {
            cancel(given);
        }
    }

    @Override
    public void onNext(ByteBuffer part) {
        if (isNothing(part) || complete) {
            return;
        }
        if (SLOT.compareAndSet(this, REQUESTED, new Slot(part))) {
            called();
        } else {
            fail("the publisher of the body has sent a part that was not requested", null);
        }
    }

    @Override
    public void onError(Throwable cause) {
        if (!isNothing(cause) && !complete) {
            subscription.set(ENDED);
            fail("the body failed: " + cause.getMessage(), cause);
        }
    }

    @Override
    public void onComplete() {
        complete = true;
        called();
    }

    private boolean isNothing(@Nullable Object signalled) {
        if (signalled == null) {
            fail("the publisher of the body has signalled null", null);
        }
        return signalled == null;
    }

    private void fail(String message, @Nullable Throwable cause) {
        failure.compareAndSet(null, new RequestBodyException(message, cause));
        called();
    }

    // ---- Work. --------------------------------------------------------------------------------------------------

    private void called() {
        if (!serial.begins()) {
            return;
        }
        if (BrokerPool.onBrokerThread()) {
            drain();
            return;
        }
        try {
            pool.execute(this::drain);
        } catch (RejectedExecutionException stopped) {
            drain();
        }
    }

    private void drain() {
        Context.Scope scope = StreamUses.context(body).enter();
        try {
            workOff();
        } finally {
            scope.close();
        }
    }

    private void workOff() {
        do {
            boolean more = true;
            while (more && !over.get()) {
                more = works();
            }
        } while (serial.goesOn());
    }

    private boolean works() {
        try {
            return work();
        } catch (RuntimeException | Error x) {
            // Must not propagate, or the calls stay counted for ever.
            fail("the publisher of the body failed: " + x, x);
            return true;
        }
    }

    /** Does the next step; returns false if nothing is to be done until the next call. */
    private boolean work() {
        // In this order: a part that came before the end is seen then.
        RequestBodyException failed = failure.get();
        boolean last = complete;
        Slot held = slot;
        ByteBuffer part = held.part;
        if (failed != null) {
            end(failed);
        } else if (!demanded || (held == REQUESTED && !last)) {
            return false;
        } else if (part != null) {
            slot = NONE;
            take(part);
        } else if (last) {
            finish();
        } else {
            return request();
        }
        return true;
    }

    private boolean request() {
        if (!subscribed) {
            subscribed = true;
            StreamUses.subscribe(body, this);
            return true;
        }
        Flow.Subscription given = subscription.get();
        if (given == null) {
            return false;
        }
        slot = REQUESTED;
        given.request(1);
        return true;
    }

    private void take(ByteBuffer part) {
        int bytes = part.remaining();
        received += bytes;
        if (body.length() >= 0 && received > body.length()) {
            fail("the publisher of the body has more than the %d bytes announced".formatted(body.length()), null);
        } else if (bytes > 0) {
            ByteBuffer now = received == body.length() ? withoutTail(part) : part;
            if (now.hasRemaining()) {
                demanded = false;
                listener.onPart(now, false);
            }
        }
    }

    private ByteBuffer withoutTail(ByteBuffer part) {
        int kept = Math.min(part.remaining(), MAX_TAIL);
        int rest = part.remaining() - kept;
        ByteBuffer copy = ByteBuffer.allocate(kept);
        copy.put(part.slice(part.position() + rest, kept)).flip();
        tail = copy;
        return part.slice(part.position(), rest);
    }

    private void finish() {
        if (received < body.length()) {
            fail("the publisher of the body has %d of the %d bytes announced".formatted(received, body.length()), null);
        } else if (over.compareAndSet(false, true)) {
            subscription.set(ENDED);
            listener.onPart(tail == null ? NOTHING : tail, true);
        }
    }

    private void end(RequestBodyException failed) {
        if (over.compareAndSet(false, true)) {
            cancelSubscription();
            listener.onPartsFailed(failed);
        }
    }

    private void cancelSubscription() {
        Flow.Subscription given = subscription.getAndSet(ENDED);
        if (given != null) {
            StreamUses.context(body).run(() -> cancel(given));
        }
    }

    private static void cancel(Flow.Subscription given) {
        try {
            given.cancel();
        } catch (RuntimeException | Error x) {
            LOG.warn("the publisher of a request's body failed while its subscription was cancelled", x);
        }
    }

    /** The part that was requested last, if it has come. */
    private static final class Slot {

        private final @Nullable ByteBuffer part;

        Slot(@Nullable ByteBuffer part) {
            this.part = part;
        }
    }
}
