package dev.medley.server.internal.inbound;

import dev.medley.config.ClientSettings;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * The stream of a request over HTTP/2 whose body is still coming, and its pace. Time counts while a read has found nothing, and
 * asks to be called when there is more: not while the mashup reads slowly, nor before it reads at all, when the client may wait
 * for {@code 100 Continue}. The client may send then, because a body of which nothing is unread has half of its window at least.
 *
 * <p>Thread-safe, but for what the watch calls.
 */
final class Http2Body extends HttpStream.Wrapper {

    static final String ATTRIBUTE = Http2Body.class.getName();

    static final String SHORT = "the body is shorter than its length";

    private static final String SLOW = "the client sends a body too slowly";

    private final Request request;
    private final Http2Client client;
    private final HTTP2Stream stream;
    private final Pace pace = new Pace();
    private volatile boolean demanded;

    Http2Body(HttpStream wrapped, Request request, Http2Client client, HTTP2Stream stream) {
        super(wrapped);
        this.request = request;
        this.client = client;
        this.stream = stream;
    }

    @Override
    public void demand() {
        demanded = true;
        super.demand();
    }

    @Override
    public Content.@Nullable Chunk read() {
        Content.Chunk chunk = super.read();
        if (chunk == null) {
            return null;
        }
        demanded = false;
        if (chunk.isLast() && !Content.Chunk.isFailure(chunk) && isShort(chunk)) {
            chunk.release();
            return Content.Chunk.from(new EofException(SHORT), true);
        }
        return chunk;
    }

    /** Returns whether the body ends before its announced length, which Jetty does not see if trailers end it. */
    private boolean isShort(Content.Chunk last) {
        return Request.getContentBytesRead(request) + last.remaining() < request.getLength();
    }

    // ---- The end of a request whose body has not come whole. ----------------------------------------------------

    @Override
    public void succeeded() {
        if (stream.isLocallyClosed()) {
            endAfterReply();
        } else {
            super.succeeded();
        }
    }

    /** A read that waits for more is a failure to Jetty, also if the reply has been written to its end. */
    @Override
    public void failed(Throwable failure) {
        if (stream.isLocallyClosed()) {
            endAfterReply();
        } else {
            super.failed(failure);
        }
    }

    /** By RST_STREAM with NO_ERROR: clients may drop a reply that another error follows (RFC 9113, section 8.1). */
    private void endAfterReply() {
        super.failed(CONTENT_NOT_CONSUMED);
    }

    // ---- Called by the watch. -----------------------------------------------------------------------------------

    /**
     * Looks at the body.
     *
     * @param elapsed nanoseconds since the last look of the watch
     * @return whether it comes too slowly
     */
    boolean isTooSlow(long elapsed, ClientSettings bounds) {
        long bytes = Request.getContentBytesRead(request);
        // What has come may wait for a thread.
        if (demanded && !stream.isRemotelyClosed() && stream.getDataLength() == 0) {
            pace.waited(elapsed, bytes);
        }
        return pace.isBelow(bounds.minRequestRate(), bytes, bounds);
    }

    /** Ends the request. */
    void end() {
        // A reply has as long again.
        pace.end();
        ClientReports.endSlow(request, () -> client.end(stream, ErrorCode.CANCEL_STREAM_ERROR, SLOW));
    }
}
