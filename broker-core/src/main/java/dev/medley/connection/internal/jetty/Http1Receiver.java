package dev.medley.connection.internal.jetty;

import dev.medley.connection.internal.ResponseLimits;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.client.transport.internal.HttpChannelOverHTTP;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/**
 * Receives responses over HTTP/1.1. It differs from Jetty's own receiver in when it is disposed of, and in this:
 *
 * <ul>
 *   <li>When a response is complete, the connection is read once more, in place of the read by which Jetty waits for the
 *       next response. Bytes behind the response, or the end of the connection, close it. Jetty would drop the bytes that
 *       it has read and use the connection again: the rest would answer the next request (RFC 9112, section 6.3).
 *   <li>A connection closes after a response of HTTP/1.0 in chunks: whatever passed them on may not know of chunks, and
 *       its framing counts as faulty (RFC 9112, section 6.1). It closes after {@code Connection: close}, too, where Jetty
 *       prefers a {@code keep-alive} beside it.
 *   <li>A version or a transfer coding that was not asked for fails the response, and so does a reset by the partner
 *       where Jetty takes the end of the connection for the end of the body.
 *   <li>Interim responses are passed over, whatever their status and however many there are, up to a bound. Jetty would
 *       wait for ever after the second 100 or after a status that it does not know; and a request that is aborted while
 *       an interim response is handled would go on.
 *   <li>An upgrade that was not asked for is refused.
 * </ul>
 */
final class Http1Receiver extends DeferredDisposalReceiver {

    private static final int MAX_INTERIM_RESPONSES = 16;
    /** Colon, space and line end of a field. */
    private static final int FIELD_MARKS = 4;

    /** True once a response is complete after which the connection is not used again. */
    private boolean unusable;
    /** True if the head ends the connection after this response. */
    private boolean last;

    private boolean surplus;
    private boolean interim;
    private int interimResponses;
    /** Header fields of the head, or of the trailer section, so far; and the bytes of their names and values. */
    private int fields;

    private int fieldBytes;
    private boolean hasStatus;
    private @Nullable HttpVersion version;
    private @Nullable String lastField;

    Http1Receiver(HttpChannelOverHTTP channel) {
        super(channel);
    }

    // ---- Called by the parser. ----------------------------------------------------------------------------------

    @Override
    public void startResponse(HttpVersion spoken, int status, @Nullable String reason) {
        BadResponse.checkStatusLine(spoken, status);
        interim = HttpStatus.isInterim(status);
        interimResponses = interim ? interimResponses + 1 : 0;
        if (interimResponses > MAX_INTERIM_RESPONSES) {
            throw BadResponse.tooManyInterim(MAX_INTERIM_RESPONSES);
        }
        hasStatus = true;
        fields = 0;
        fieldBytes = 0;
        version = spoken;
        super.startResponse(spoken, status, reason);
    }

    @Override
    public void parsedHeader(HttpField field) {
        BadResponse.checkField(field);
        count(field);
        lastField = field.getName();
        HttpHeader name = field.getHeader();
        last |= name == HttpHeader.CONNECTION && field.contains(HttpHeaderValue.CLOSE.asString());
        last |= name == HttpHeader.TRANSFER_ENCODING && version == HttpVersion.HTTP_1_0;
        super.parsedHeader(field);
    }

    @Override
    public void parsedTrailer(HttpField trailer) {
        count(trailer);
        super.parsedTrailer(trailer);
    }

    /** Counts a field towards the limits of the partner. The parser has a limit of its own, the largest of all partners. */
    private void count(HttpField field) {
        ResponseLimits limits = connection().limits();
        String value = field.getValue();
        fields++;
        fieldBytes += field.getName().length() + (value == null ? 0 : value.length()) + FIELD_MARKS;
        if (fields > limits.maxFields()) {
            throw BadResponse.tooManyFields(limits.maxFields());
        }
        if (fieldBytes > limits.maxHead()) {
            throw BadResponse.tooLongHead();
        }
    }

    @Override
    public boolean headerComplete() {
        fields = 0;
        fieldBytes = 0;
        return super.headerComplete();
    }

    @Override
    public boolean messageComplete() {
        if (readFailure() != null) {
            earlyEOF();
            return false;
        }
        boolean handle = super.messageComplete();
        ByteBuffer buffer = getResponseBuffer();
        surplus |= !interim && buffer != null && buffer.hasRemaining();
        return handle;
    }

    /** Called at the end of the connection, and for any fault behind the head. */
    @Override
    public void earlyEOF() {
        if (getHttpExchange() == null) {
            super.earlyEOF();
        } else {
            failAndClose(super.isShutdown() ? brokenOff() : BadResponse.badChunk());
        }
    }

    /** Called for any fault in the head, and at the end of the connection in the middle of a line. */
    @Override
    public void badMessage(HttpException bad) {
        if (getHttpExchange() == null) {
            super.badMessage(bad);
        } else {
            failAndClose(super.isShutdown() ? brokenOff() : BadResponse.badHead(bad, hasStatus, lastField));
        }
    }

    /**
     * Called for any failure. A failed read of TLS is thrown past the parser. One of Jetty's assertions, where they are
     * enabled, forbids its parser to report a malformed head whose status is no error.
     */
    @Override
    public void failAndClose(Throwable failure) {
        if (failure instanceof SSLException) {
            super.failAndClose(brokenOff());
        } else if (failure instanceof AssertionError) {
            super.failAndClose(super.isShutdown() ? brokenOff() : BadResponse.badHead(null, hasStatus, lastField));
        } else {
            super.failAndClose(failure);
        }
    }

    // ---- Called when a response is complete. --------------------------------------------------------------------

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
    protected void responseSuccess(@Nullable Runnable after) {
        // Jetty would read once more before it waits for the next response, after the next request may have been sent.
        super.responseSuccess(interim || after == null ? after : this::awaitNext);
    }

    /** Called when a response is complete, before the connection is reported idle. */
    @Override
    protected void reset() {
        super.reset();
        hasStatus = false;
        lastField = null;
        if (interim) {
            return;
        }
        unusable = last || surplus || !isSilent();
        connection().onResponseCompleted();
    }

    /** Makes the channel close the connection once the exchange is over. */
    @Override
    protected boolean isShutdown() {
        return unusable || surplus || super.isShutdown();
    }

    /**
     * Reads into the buffer of the response, whose parts have all been consumed; unless the read before has shown that there
     * is nothing more. What arrives later is seen before the next request, see {@link Http1Connection#isReusable()}.
     */
    private boolean isSilent() {
        ByteBuffer buffer = getResponseBuffer();
        return buffer != null && !super.isShutdown() && connection().isSilent(buffer);
    }

    private void awaitNext() {
        releaseBuffer();
        if (!connection().isClosed() && !isShutdown()) {
            connection().fillInterested();
        }
    }

    private @Nullable IOException readFailure() {
        return connection().partnerEndPoint().readFailure();
    }

    private IOException brokenOff() {
        String when = hasStatus ? "before the response was complete" : "before it answered";
        IOException failure = readFailure();
        return failure == null
                ? new EOFException("the partner closed the connection " + when)
                : new IOException("the partner reset the connection " + when, failure);
    }

    private Http1Connection connection() {
        return (Http1Connection) getHttpChannel().getHttpConnection();
    }
}
