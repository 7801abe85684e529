package dev.medley.servlet.internal.inbound;

import dev.medley.account.internal.ClientAccount;
import dev.medley.mashup.internal.PartStream;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The body of a suspended request, read without blocking as its one subscriber demands it. Nothing is read before the first
 * demand, and nothing ahead of a demand: a client that sends faster waits. All parts are in one buffer, which the next demand
 * uses again.
 *
 * <p>Thread-safe: container, subscriber and the end of the request all call {@link #drain()}.
 */
final class BodyPublisher extends PartStream implements ReadListener {

    private static final int AT_ONCE = 16 * 1024;
    private static final int NOT_READY = -2;
    private static final int END = -1;

    private final ServletInputStream in;
    private final Runnable onBrokenOff;
    private final ClientAccount account;
    private final AtomicReference<Hold> hold = new AtomicReference<>(Hold.NONE);
    /** The end before the body's own: the reading has failed. */
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    /** Held while the container's stream is read: it is not the request's any more once {@link #over()} has returned. */
    private final ReentrantLock reading = new ReentrantLock();
    /** Guarded by {@link #reading}. */
    private boolean over;

    private volatile boolean brokenOff;
    // The fields below are for next() only.
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

    /** Ends it, because the request is about to be given back to the container: from now on its stream is not touched. */
    void over() {
        reading.lock();
        try {
            over = true;
        } finally {
            reading.unlock();
        }
        endBy(ServletInbound.noLongerWanted());
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

    // ---- For the container. -------------------------------------------------------------------------------------

    @Override
    public void onDataAvailable() {
        drain();
    }

    @Override
    public void onAllDataRead() {
        drain();
    }

    @Override
    public void onError(Throwable cause) {
        brokenOff = true;
        endBy(ServletInbound.brokenOff(cause));
        onBrokenOff.run();
    }

    private void endBy(Throwable cause) {
        failure.compareAndSet(null, cause);
        drain();
    }

    // ---- Work. --------------------------------------------------------------------------------------------------

    @Override
    protected String name() {
        return "the body of a request";
    }

    @Override
    protected boolean next(Flow.Subscriber<? super ByteBuffer> reader) {
        Throwable broken = failure.get();
        if (broken != null) {
            fail(reader, broken);
            return false;
        }
        if (!isDemanded()) {
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
            send(reader, ByteBuffer.wrap(into, 0, read));
        } else if (read == END) {
            complete(reader);
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
