package dev.medley.connection.internal.jetty;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.eclipse.jetty.client.transport.internal.HttpChannelOverHTTP;
import org.eclipse.jetty.client.transport.internal.HttpReceiverOverHTTP;
import org.eclipse.jetty.util.BufferUtil;

/**
 * Receives responses as Jetty does, and differs in this (see Jetty's issue 12934):
 *
 * <ul>
 *   <li>A receiver whose response has failed is disposed of when no thread is in the middle of parsing any more. Jetty
 *       would do it at once: a thread further down the stack, which still has the buffer that has been given back and
 *       maybe read into by another connection, would clear it, and the other connection lose what it had read.
 *   <li>When a response is given up with its body half read, the buffer that it was read into is given back, too.
 * </ul>
 */
class DeferredDisposalReceiver extends HttpReceiverOverHTTP {

    private static final int DISPOSED = Integer.MIN_VALUE;
    private static final AtomicIntegerFieldUpdater<DeferredDisposalReceiver> READERS =
            AtomicIntegerFieldUpdater.newUpdater(DeferredDisposalReceiver.class, "readers");

    /**
     * The number of threads that read on the selector's report, and {@link #DISPOSED} once nothing more is to be read.
     * They are the only ones that may be parsing when the receiver is to be disposed of, because Jetty serialises it with the
     * parsing that the reader of a body drives. The last of them does it.
     */
    @SuppressWarnings("UnusedVariable") // Read by its updater.
    private volatile int readers;

    DeferredDisposalReceiver(HttpChannelOverHTTP channel) {
        super(channel);
    }

    /** Returns whether the calling thread may read; if so, it must {@link #leave()}. */
    final boolean enter() {
        return READERS.getAndUpdate(this, count -> count < 0 ? count : count + 1) >= 0;
    }

    final void leave() {
        if (READERS.decrementAndGet(this) == DISPOSED) {
            disposeNow();
        }
    }

    @Override
    protected final void dispose() {
        if (READERS.getAndUpdate(this, count -> count | DISPOSED) == 0) {
            disposeNow();
        }
    }

    /** Gives back the buffer, with whatever is left in it. */
    final void releaseBuffer() {
        ByteBuffer buffer = getResponseBuffer();
        if (buffer != null) {
            BufferUtil.clear(buffer);
        }
        // Meant for another occasion, but all that it does with an empty buffer is to give it back.
        onUpgradeFrom();
    }

    private void disposeNow() {
        super.dispose();
        releaseBuffer();
    }
}
