package dev.medley.mashup.internal;

import dev.medley.thread.internal.SerialWork;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a body, which its one subscriber gets as it demands them.
 *
 * <p>Thread-safe: the source of the parts and the subscriber both call {@link #drain()}, and one thread at a time delivers
 * ({@link SerialWork}).
 */
public abstract class PartStream implements Flow.Publisher<ByteBuffer> {

    private final AtomicReference<Flow.@Nullable Subscriber<? super ByteBuffer>> subscriber = new AtomicReference<>();
    private final AtomicLong demand = new AtomicLong();
    private final SerialWork calls = new SerialWork();

    private volatile boolean subscribed;
    private volatile boolean cancelled;
    private volatile @Nullable IllegalArgumentException badDemand;
    /** For {@link #deliver} only. */
    private boolean ended;

    /** Creates a stream without a subscriber. */
    protected PartStream() {}

    /** What the parts are of, in the message to a second subscriber. */
    protected abstract String name();

    /**
     * Does the next step: {@link #send}, {@link #complete} or {@link #fail}, or one of the source.
     *
     * @return false if nothing is to be done until the next call of {@link #drain()}
     */
    protected abstract boolean next(Flow.Subscriber<? super ByteBuffer> reader);

    /** The subscriber has cancelled, or broken the rules: the source is not needed any more. */
    protected void unwanted() {}

    @Override
    public final void subscribe(Flow.Subscriber<? super ByteBuffer> reader) {
        Objects.requireNonNull(reader, "subscriber");
        if (!subscriber.compareAndSet(null, reader)) {
            reader.onSubscribe(new Demand(false));
            reader.onError(new IllegalStateException(name() + " accepts only one subscriber"));
            return;
        }
        reader.onSubscribe(new Demand(true));
        subscribed = true;
        drain();
    }

    /** Called after every event; delivers unless another thread does. */
    protected final void drain() {
        if (!calls.begins()) {
            return;
        }
        do {
            Flow.Subscriber<? super ByteBuffer> reader = subscriber.get();
            if (reader != null && subscribed) {
                deliver(reader);
            }
        } while (calls.goesOn());
    }

    /** Delivers all that there is. */
    protected void deliver(Flow.Subscriber<? super ByteBuffer> reader) {
        boolean more = true;
        while (more && !ended && !cancelled) {
            IllegalArgumentException bad = badDemand;
            if (bad == null) {
                more = next(reader);
            } else {
                ended = true;
                unwanted();
                reader.onError(bad);
            }
        }
    }

    /** Returns whether the subscriber has demanded another part. For {@link #next}, as those below. */
    protected final boolean isDemanded() {
        return demand.get() > 0;
    }

    /** Delivers a part, which has been demanded. */
    protected final void send(Flow.Subscriber<? super ByteBuffer> reader, ByteBuffer part) {
        demand.decrementAndGet();
        reader.onNext(part);
    }

    /** Delivers the end. */
    protected final void complete(Flow.Subscriber<? super ByteBuffer> reader) {
        ended = true;
        reader.onComplete();
    }

    /** Delivers a failure, which is the end, too. */
    protected final void fail(Flow.Subscriber<? super ByteBuffer> reader, Throwable failure) {
        ended = true;
        reader.onError(failure);
    }

    /** Delivers nothing more. */
    protected final void stop() {
        ended = true;
    }

    private final class Demand implements Flow.Subscription {

        private final boolean effective;

        Demand(boolean effective) {
            this.effective = effective;
        }

        @Override
        public void request(long parts) {
            if (!effective) {
                return;
            }
            if (parts <= 0) {
                badDemand = new IllegalArgumentException("request(" + parts + "): must be positive");
            } else {
                demand.accumulateAndGet(parts, (a, b) -> a + b < 0 ? Long.MAX_VALUE : a + b);
            }
            drain();
        }

        @Override
        public void cancel() {
            if (effective) {
                cancelled = true;
                unwanted();
            }
        }
    }
}
