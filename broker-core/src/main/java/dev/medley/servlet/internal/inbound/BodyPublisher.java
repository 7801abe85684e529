package dev.medley.servlet.internal.inbound;

import dev.medley.account.internal.ClientAccount;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The body of a suspended request, read without blocking as its one subscriber demands it. Nothing is read before the first
 * demand, and nothing ahead of a demand: a client that sends faster waits. All parts are in one buffer, which the next demand
 * uses again.
 *
 * <p>Thread-safe: container, subscriber and the end of the request all call {@link #called()}; the calls are counted, and the
 * thread that counts from zero works until the count is down again.
 */
final class BodyPublisher implements Flow.Publisher<ByteBuffer>, ReadListener {

    private static final int AT_ONCE = 16 * 1024;
    private static final int NOT_READY = -2;
    private static final int END = -1;

    private final ServletInputStream in;
    private final Runnable onBrokenOff;
    private final ClientAccount account;
    private final AtomicReference<Hold> hold = new AtomicReference<>(Hold.NONE);
    private final AtomicReference<Flow.@Nullable Subscriber<? super ByteBuffer>> subscriber = new AtomicReference<>();
    private final AtomicLong demand = new AtomicLong();
    private final AtomicInteger calls = new AtomicInteger();
    /** The end before the body's own: the reading has failed. */
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    /** True once the subscriber has got the end, or has cancelled. */
    private final AtomicBoolean ended = new AtomicBoolean();
    /** Held while the container's stream is read: it is not the request's any more once {@link #over()} has returned. */
    private final ReentrantLock reading = new ReentrantLock();
    /** Guarded by {@link #reading}. */
    private boolean over;

    private volatile boolean subscribed;
    private volatile boolean brokenOff;
    // The fields below are for work() only.
    private boolean listening;
    private byte @Nullable [] buffer;

    /** The buffer, as the account of the client counts it. */
    private enum Hold {
        NONE,
        HELD,
        RELEASED
    }

    BodyPublisher(ServletInputStream in, Runnable onBrokenOff, ClientAccount account) {
        this.in = in;
        this.account = account;
        this.onBrokenOff = onBrokenOff;
    }

    /** Ends it, as the request is about to be given back to the container: from now on its stream is not touched. */
    void over() {
        reading.lock();
        try {
            over = true;
        } finally {
            reading.unlock();
        }
        fail(ServletInbound.noLongerWanted());
    }

    /** Gives the buffer back to the account, because the request has ended. */
    void release() {
        if (hold.getAndSet(Hold.RELEASED) == Hold.HELD) {
            account.release(AT_ONCE);
        }
    }

    /** Returns whether the body has broken off. */
    boolean brokenOff() {
        return brokenOff;
    }

    // ---- For the subscriber. ------------------------------------------------------------------------------------

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> reader) {
        Objects.requireNonNull(reader, "subscriber");
        if (!subscriber.compareAndSet(null, reader)) {
            reader.onSubscribe(new Demand(false));
            reader.onError(new IllegalStateException("the body of a request accepts only one subscriber"));
            return;
        }
        reader.onSubscribe(new Demand(true));
        subscribed = true;
        called();
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
                fail(new IllegalArgumentException("request(" + parts + "): must be positive"));
            } else {
                demand.accumulateAndGet(parts, (a, b) -> a + b < 0 ? Long.MAX_VALUE : a + b);
                called();
            }
        }

        @Override
        public void cancel() {
            if (effective) {
                ended.set(true);
            }
        }
    }

    // ---- For the container. -------------------------------------------------------------------------------------

    @Override
    public void onDataAvailable() {
        called();
    }

    @Override
    public void onAllDataRead() {
        called();
    }

    @Override
    public void onError(Throwable cause) {
        brokenOff = true;
        fail(ServletInbound.brokenOff(cause));
        onBrokenOff.run();
    }

    private void fail(Throwable cause) {
        failure.compareAndSet(null, cause);
        called();
    }

    // ---- Work. --------------------------------------------------------------------------------------------------

    private void called() {
        if (calls.getAndIncrement() > 0) {
            return;
        }
        int seen = 1;
        do {
            Flow.Subscriber<? super ByteBuffer> reader = subscriber.get();
            if (subscribed && reader != null) {
                boolean more = true;
                while (more && !ended.get()) {
                    more = work(reader);
                }
            }
            seen = calls.addAndGet(-seen);
        } while (seen > 0);
    }

    /** Delivers the next part or the end; returns false if nothing is to be done until the next call. */
    private boolean work(Flow.Subscriber<? super ByteBuffer> reader) {
        Throwable broken = failure.get();
        if (broken != null) {
            if (ended.compareAndSet(false, true)) {
                reader.onError(broken);
            }
            return false;
        }
        if (demand.get() == 0) {
            return false;
        }
        byte[] into = buffer;
        if (into == null) {
            into = new byte[AT_ONCE];
            buffer = into;
            if (hold.compareAndSet(Hold.NONE, Hold.HELD)) {
                account.take(AT_ONCE);
            }
        }
        int read = read(into);
        if (read == NOT_READY) {
            return false;
        }
        if (read > 0) {
            demand.decrementAndGet();
            reader.onNext(ByteBuffer.wrap(into, 0, read));
        } else if (read == END && ended.compareAndSet(false, true)) {
            reader.onComplete();
        }
        return true;
    }

    /** Returns the number of bytes read; {@link #END}, or {@link #NOT_READY} if the container will call. */
    private int read(byte[] into) {
        reading.lock();
        try {
            if (over) {
                failure.compareAndSet(null, ServletInbound.noLongerWanted());
                return 0;
            }
            if (!listening) {
                listening = true;
                return listen();
            }
            if (in.isFinished()) {
                return END;
            }
            return in.isReady() ? in.read(into) : NOT_READY;
        } catch (IOException | RuntimeException x) {
            brokenOff = true;
            failure.compareAndSet(null, ServletInbound.brokenOff(x));
            return 0;
        } finally {
            reading.unlock();
        }
    }

    private int listen() {
        try {
            in.setReadListener(this);
            return NOT_READY;
        } catch (RuntimeException x) {
            failure.compareAndSet(null, ServletInbound.unreadable(x));
            return 0;
        }
    }
}
