package dev.medley.connection.internal.jetty;

import dev.medley.connection.internal.ResponseLimits;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.transport.HttpDestination;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.client.transport.internal.HttpChannelOverHTTP;
import org.eclipse.jetty.client.transport.internal.HttpConnectionOverHTTP;
import org.eclipse.jetty.client.transport.internal.HttpReceiverOverHTTP;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.Promise;

/**
 * An HTTP/1.1 connection that receives as {@link Http1Receiver} does.
 *
 * <p>It knows whether a response is expected. Bytes that arrive while none is, or the end of the connection, close it:
 * they would answer the next request (RFC 9112, section 9.2). The selector sees them, if it is ahead of the next request;
 * {@link #isReusable()} sees those that it has not come to yet.
 */
public final class Http1Connection extends HttpConnectionOverHTTP implements PartnerEndPoint.PendingWriteListener {

    /** A second or more; beyond it no request comes. */
    private static final int MAX_LOOKS = 100_000;

    private final ResponseLimits limits;
    private final Expectation expectation = new Expectation(this::isClosed);
    /** Looks since the last request at what has arrived, in vain. Of the thread that the selector has called. */
    private int looks;

    /**
     * Creates a connection.
     *
     * @param endPoint is connected, with all handshakes done
     * @param limits on the responses
     * @param promise is called once, with this connection or with the failure
     */
    public Http1Connection(
            EndPoint endPoint, HttpDestination destination, ResponseLimits limits, Promise<Connection> promise) {
        super(endPoint, destination, promise);
        this.limits = limits;
    }

    /** Claims the connection for a request that is about to be sent. Returns false if it is closed, or about to be. */
    public boolean expectResponse() {
        return expectation.claim();
    }

    /**
     * Reads without blocking. Returns false if the partner closed or half-closed the connection, or sent bytes that no
     * request asked for; then it is closed. To be called while no request is under way.
     */
    public boolean isReusable() {
        if (!expectation.isNothing()) {
            return false;
        }
        boolean silent = isSilent();
        if (!silent) {
            close();
        }
        return silent;
    }

    private boolean isSilent() {
        partnerEndPoint().lookAgainUnlessSelected();
        HttpClient client = getHttpDestination().getHttpClient();
        RetainableByteBuffer buffer = client.getByteBufferPool()
                .acquire(client.getResponseBufferSize(), client.isUseInputDirectByteBuffers());
        try {
            return isSilent(buffer.getByteBuffer());
        } finally {
            buffer.clear();
            buffer.release();
        }
    }

    /** Returns whether the partner has neither sent a byte nor ended the connection: at most one read, which does not block. */
    boolean isSilent(ByteBuffer buffer) {
        try {
            return getEndPoint().fill(buffer) == 0;
        } catch (IOException broken) {
            return false;
        }
    }

    /** Called when a response is complete: the part of its request that is not written yet is aborted. */
    void onResponseCompleted() {
        expectation.complete();
        if (partnerEndPoint().isWritePending() || awaitsBody()) {
            abortRequest();
        }
    }

    /** Returns whether parts of a streamed body are still to come. */
    private boolean awaitsBody() {
        HttpExchange exchange = getHttpChannel().getHttpExchange();
        return exchange != null && exchange.getRequest().getBody() instanceof PartContent content && !content.isRead();
    }

    @Override
    public void onWritePending() {
        // Whichever comes last, this or onResponseCompleted, sees the other.
        if (!expectation.isResponse()) {
            abortRequest();
        }
    }

    ResponseLimits limits() {
        return limits;
    }

    /** Returns the socket, or TLS above it. */
    public PartnerEndPoint partnerEndPoint() {
        return (PartnerEndPoint) getEndPoint();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The listener is called at the end.
    private void abortRequest() {
        HttpExchange exchange = getHttpChannel().getHttpExchange();
        if (exchange != null) {
            exchange.getRequest().abort(new IOException("the response was complete before the request was sent"));
        }
    }

    /** Returns whether bytes that arrive now belong to no response; such a connection takes no further request. */
    private boolean spoilt() {
        return expectation.spoil() || getHttpChannel().getHttpExchange() == null;
    }

    /**
     * Reads what has arrived by TLS while no request is under way. It may be nothing for HTTP, such as a ticket for the
     * resumption of the session (RFC 8446, section 4.6.1); anything else closes the connection.
     *
     * @return false if a request is under way, and what has arrived may be its response
     */
    private boolean readTls() {
        if (!(getEndPoint() instanceof EndPoint.Wrapper)) {
            return false;
        }
        if (!expectation.beginReading()) {
            return leaveToRequest();
        }
        // A request that is about to be sent waits meanwhile, so that this is not its response.
        boolean silent = isSilent();
        expectation.endReading(silent);
        if (silent) {
            fillInterested();
        } else {
            close();
        }
        return true;
    }

    /**
     * Leaves what has arrived where it is, between the claim for a request and its exchange. Both are another thread's, which may
     * have to wait for a processor meanwhile: the selector calls again at once.
     */
    private boolean leaveToRequest() {
        boolean claimed = expectation.isResponse() && getHttpChannel().getHttpExchange() == null;
        if (!claimed || looks >= MAX_LOOKS || isClosed()) {
            looks = 0;
            return false;
        }
        looks++;
        Thread.onSpinWait();
        fillInterested();
        return true;
    }

    @Override
    protected HttpChannelOverHTTP newHttpChannel() {
        return new StrictChannel(this);
    }

    private static final class StrictChannel extends DeferredDisposalChannel {

        private final Http1Connection connection;

        StrictChannel(Http1Connection connection) {
            super(connection);
            this.connection = connection;
        }

        @Override
        protected HttpReceiverOverHTTP newHttpReceiver() {
            return new Http1Receiver(this);
        }

        /** Called by the selector when there is something to read, if only the end. */
        @Override
        public void receive() {
            if (getHttpExchange() == null && connection.readTls()) {
                return;
            }
            if (connection.spoilt()) {
                connection.close();
                return;
            }
            super.receive();
        }

        /**
         * Returns whether the response may still succeed although the request failed: a partner that answers early and
         * then closes makes the write fail, while its answer waits to be read.
         */
        @Override
        public boolean isLastDataReceived() {
            HttpExchange exchange = getHttpExchange();
            return exchange != null && exchange.getRequestFailure() instanceof EofException && !connection.isClosed();
        }
    }
}
