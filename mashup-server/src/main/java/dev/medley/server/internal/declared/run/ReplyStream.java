package dev.medley.server.internal.declared.run;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a progressive reply, for one subscriber. A part is written into bytes when it is demanded: until then it is no
 * more than the response that the mashup holds anyhow.
 *
 * <p>Thread-safe: exchanges add parts, and the subscriber demands them; both call {@link #drain()}. The calls are counted, and
 * the thread that counts from zero delivers until the count is down again.
 */
final class ReplyStream implements Flow.Publisher<ByteBuffer> {

    /** Follows the last part. */
    private static final Supplier<byte[]> END = new Nothing();

    private final Queue<Supplier<byte[]>> parts = new ConcurrentLinkedQueue<>();
    private final AtomicReference<Flow.@Nullable Subscriber<? super ByteBuffer>> subscriber = new AtomicReference<>();
    private final AtomicLong demand = new AtomicLong();
    private final AtomicInteger calls = new AtomicInteger();
    /** True once the last part has been added: by the reply, or by what it failed with. */
    private final AtomicBoolean complete = new AtomicBoolean();

    private volatile boolean subscribed;
    private volatile boolean cancelled;
    private volatile @Nullable IllegalArgumentException badDemand;
    /** For {@link #deliver} only. */
    private boolean over;

    /** Adds a part, unless the last one has been added. */
    void add(Supplier<byte[]> part) {
        if (!complete.get()) {
            parts.add(part);
            drain();
        }
    }

    /** Adds the last parts, unless others have been. */
    void end(List<Supplier<byte[]>> last) {
        if (complete.compareAndSet(false, true)) {
            // At once, so that a part which is added meanwhile is before these, or after the end.
            List<Supplier<byte[]>> end = new ArrayList<>(last);
            end.add(END);
            parts.addAll(end);
            drain();
        }
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> reader) {
        Objects.requireNonNull(reader, "subscriber");
        if (!subscriber.compareAndSet(null, reader)) {
            reader.onSubscribe(new Demand(false));
            reader.onError(new IllegalStateException("a progressive reply accepts only one subscriber"));
            return;
        }
        reader.onSubscribe(new Demand(true));
        subscribed = true;
        drain();
    }

    private static final class Nothing implements Supplier<byte[]> {

        @Override
        public byte[] get() {
            return new byte[0];
        }
    }

    private final class Demand implements Flow.Subscription {

        private final boolean effective;

        Demand(boolean effective) {
            this.effective = effective;
        }

        @Override
        public void request(long count) {
            if (!effective) {
                return;
            }
            if (count <= 0) {
                badDemand = new IllegalArgumentException("request(" + count + "): must be positive");
            } else {
                demand.accumulateAndGet(count, (a, b) -> a + b < 0 ? Long.MAX_VALUE : a + b);
            }
            drain();
        }

        @Override
        public void cancel() {
            cancelled |= effective;
        }
    }

    private void drain() {
        if (calls.getAndIncrement() > 0) {
            return;
        }
        int seen = 1;
        do {
            Flow.Subscriber<? super ByteBuffer> reader = subscriber.get();
            if (reader != null && subscribed) {
                deliver(reader);
            }
            seen = calls.addAndGet(-seen);
        } while (seen > 0);
    }

    private void deliver(Flow.Subscriber<? super ByteBuffer> reader) {
        while (!over && !cancelled) {
            IllegalArgumentException bad = badDemand;
            Supplier<byte[]> next = parts.peek();
            if (bad != null) {
                over = true;
                reader.onError(bad);
            } else if (next == END) {
                over = true;
                reader.onComplete();
            } else if (next == null || demand.get() == 0) {
                return;
            } else {
                parts.remove();
                demand.decrementAndGet();
                send(next, reader);
            }
        }
    }

    private void send(Supplier<byte[]> part, Flow.Subscriber<? super ByteBuffer> reader) {
        ByteBuffer bytes;
        try {
            bytes = ByteBuffer.wrap(part.get());
        } catch (RuntimeException | Error x) {
            over = true;
            reader.onError(x);
            return;
        }
        reader.onNext(bytes);
    }
}
