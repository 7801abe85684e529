package dev.medley.connection.http1;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.client.transport.internal.HttpChannelOverHTTP;
import org.eclipse.jetty.client.transport.internal.HttpReceiverOverHTTP;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.util.BufferUtil;

/**
 * Receives responses over HTTP/1.1, and differs from Jetty's own receiver in this:
 *
 * <ul>
 *   <li>A connection is closed after a response with surplus bytes behind it. Jetty would drop what it has read of them
 *       and use the connection again: the rest of the surplus would answer the next request (RFC 9112, section 6.3).
 *   <li>Interim responses are passed over, whatever their status and however many there are, up to a bound. Jetty would
 *       wait for ever after the second 100 or after a status that it does not know; and a request that is aborted while
 *       an interim response is worked off would go on.
 *   <li>An upgrade that nobody asked for is refused.
 *   <li>A receiver whose response has failed is disposed of when no thread is in the middle of parsing any more. Jetty
 *       would do it at once: a thread further down the stack, which still has the buffer that has been given back and
 *       maybe read into by another connection, would clear it, and the other connection lose what it had read.
 *   <li>When a response is given up with its body half read, the buffer that it was read into is given back, too (see
 *       Jetty's issue 12934).
 * </ul>
 */
final class Http1Receiver extends HttpReceiverOverHTTP {

    private static final int MAX_INTERIM_RESPONSES = 16;
    private static final int DISPOSED = Integer.MIN_VALUE;

    /**
     * How many threads are reading what the selector announced, and {@link #DISPOSED} once nothing more is to be read.
     * They are the only ones that may be parsing when the receiver is to be disposed of, as Jetty serialises it with the
     * parsing that the reader of a body drives. The last of them does it.
     */
    private final AtomicInteger readers = new AtomicInteger();

    private boolean surplus;
    private boolean interim;
    private int interimResponses;

    Http1Receiver(HttpChannelOverHTTP channel) {
        super(channel);
    }

    /** Whether the calling thread may read; if so, it must {@link #leave()}. */
    boolean enter() {
        return readers.getAndUpdate(count -> count < 0 ? count : count + 1) >= 0;
    }

    void leave() {
        if (readers.decrementAndGet() == DISPOSED) {
            disposeNow();
        }
    }

    @Override
    protected void dispose() {
        if (readers.getAndUpdate(count -> count | DISPOSED) == 0) {
            disposeNow();
        }
    }

    @Override
    public void startResponse(HttpVersion version, int status, String reason) {
        interim = HttpStatus.isInterim(status);
        interimResponses = interim ? interimResponses + 1 : 0;
        if (interimResponses > MAX_INTERIM_RESPONSES) {
            throw refusal("more than %d interim responses".formatted(MAX_INTERIM_RESPONSES));
        }
        if (status == HttpStatus.SWITCHING_PROTOCOLS_101) {
            throw refusal("an upgrade that was not asked for");
        }
        super.startResponse(version, status, reason);
    }

    /** Called after an interim response, when Jetty takes the response for complete. */
    @Override
    protected void onInterim() {
        HttpExchange exchange = getHttpExchange();
        if (exchange == null) {
            return;
        }
        exchange.resetResponse();
        Throwable abortCause = exchange.getRequest().getAbortCause();
        if (abortCause == null) {
            super.onInterim();
        } else {
            failAndClose(abortCause);
        }
    }

    @Override
    public boolean messageComplete() {
        boolean handle = super.messageComplete();
        ByteBuffer buffer = getResponseBuffer();
        surplus |= !interim && buffer != null && buffer.hasRemaining();
        return handle;
    }

    /** Makes the channel close the connection once the exchange is over. */
    @Override
    protected boolean isShutdown() {
        return surplus || super.isShutdown();
    }

    private static HttpException.RuntimeException refusal(String reason) {
        return new HttpException.RuntimeException(HttpStatus.BAD_GATEWAY_502, reason);
    }

    private void disposeNow() {
        super.dispose();
        ByteBuffer buffer = getResponseBuffer();
        if (buffer != null) {
            BufferUtil.clear(buffer);
        }
        // Meant for another occasion, but all that it does with an empty buffer is to give it back.
        onUpgradeFrom();
    }
}
