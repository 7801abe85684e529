package dev.medley.connection.http2;

import dev.medley.connection.InvalidRequestException;
import dev.medley.connection.Lease;
import dev.medley.connection.OutboundRequest;
import dev.medley.connection.PartnerConnection;
import dev.medley.connection.Transfer;
import dev.medley.connection.TransferListener;
import dev.medley.connection.UnprocessedException;
import dev.medley.connection.jetty.JettyHead;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.IntFunction;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.RetryableStreamException;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.SerializedInvoker;
import org.jspecify.annotations.Nullable;

/**
 * A stream: the lease of it, the one transfer that it carries, and Jetty's listener of it, in one object, as there are tens
 * of thousands.
 *
 * <p>Jetty's callbacks come on the thread that reads, the one that writes, and others. They and the calls of the holder
 * become tasks of {@code events}, which run one after another; the fields without {@code volatile} belong to these tasks.
 */
final class StreamTransfer implements Lease, Transfer, Stream.Listener, Promise<Stream> {

    private static final AtomicIntegerFieldUpdater<StreamTransfer> RELEASED =
            AtomicIntegerFieldUpdater.newUpdater(StreamTransfer.class, "released");

    private static final int MAX_INTERIM_RESPONSES = 16;

    private final Http2Connection connection;
    private final SerializedInvoker events = new SerializedInvoker();
    private @Nullable OutboundRequest request;
    private @Nullable TransferListener listener;
    private volatile @Nullable HTTP2Stream stream;
    private volatile boolean begun;
    private volatile boolean opening;
    private volatile boolean aborted;
    private volatile boolean head;

    @SuppressWarnings("UnusedVariable") // Read by its updater.
    private volatile int released;

    private boolean sent;
    private boolean ended;
    /** True while the listener has not asked for more. */
    private boolean paused;
    /** True once the last part of the body has been delivered. */
    private boolean complete;

    private int interimResponses;
    private int status;
    private long announced = -1;
    private long received;

    StreamTransfer(Http2Connection connection) {
        this.connection = connection;
    }

    // ---- Lease. -------------------------------------------------------------------------------------------------

    @Override
    public PartnerConnection connection() {
        return connection;
    }

    @Override
    public Transfer prepare(OutboundRequest outbound, TransferListener waiting) {
        request = outbound;
        listener = waiting;
        connection.streamUsed();
        return this;
    }

    @Override
    public void release() {
        if (RELEASED.compareAndSet(this, 0, 1)) {
            connection.streamReleased();
        }
    }

    // ---- Transfer. ----------------------------------------------------------------------------------------------

    @Override
    public void send() {
        long size = StreamRequest.headerListSize(connection.address(), request());
        long allowed = connection.maxHeaderListSize();
        if (size > allowed) {
            String fault = "the header fields may take %d bytes as HTTP/2 counts and encodes them; at most %d"
                    + " are allowed, by the partner or by limits.max-request-head";
            events.run(() -> end(new InvalidRequestException(fault.formatted(size, allowed), true)));
            return;
        }
        connection.send(this);
    }

    /** Opens the stream: its frames are queued for writing. */
    void open(FrameSession session) {
        if (aborted) {
            return;
        }
        opening = true;
        begun = true;
        try {
            session.newStream(StreamRequest.frames(connection.address(), request()), this, this);
        } catch (RuntimeException | Error x) {
            // Must not propagate: other streams are opened by the same call.
            events.run(() -> end(new IOException("the request cannot be sent: " + x, x)));
        }
        opening = false;
        HTTP2Stream opened = stream;
        if (aborted && opened != null) {
            opened.reset(CancelFrame.cancel(opened.getId()), Callback.NOOP);
        }
    }

    @Override
    public void demand() {
        events.run(() -> {
            paused = false;
            if (complete) {
                complete();
            } else {
                read();
            }
        });
    }

    @Override
    public void abort(Throwable cause) {
        aborted = true;
        events.run(() -> {
            if (!ended) {
                cancel(CancelFrame::cancel);
                end(cause);
            }
        });
    }

    @Override
    public boolean begun() {
        return begun;
    }

    // ---- Jetty's callbacks about the request. -------------------------------------------------------------------

    /** Called while the stream is being opened. */
    @Override
    public void onNewStream(Stream created) {
        stream = (HTTP2Stream) created;
    }

    /** The request is written. */
    @Override
    public void succeeded(Stream written) {
        events.run(() -> {
            sent = true;
            if (!ended) {
                listener().onWaitingForResponse();
            }
        });
    }

    /** The request is not written, or not whole. */
    @Override
    public void failed(Throwable failure) {
        if (opening && stream == null) {
            // Nothing of it has been queued. Where there is a stream, bytes of it may have been written.
            begun = false;
            unprocessed(UnprocessedException.connectionGone(
                    "the connection takes no further request: " + failure.getMessage(), failure));
        } else {
            events.run(() ->
                    end(new IOException("the partner closed the connection before the request was sent", failure)));
        }
    }

    /** The stream is closed. Until then it counts towards the streams that the partner allows. */
    @Override
    public void onClosed(Stream on) {
        events.run(() -> {
            if (ended) {
                release();
            }
        });
    }

    // ---- Jetty's callbacks about the response. ------------------------------------------------------------------

    /** Returns the fault of a response's head that Jetty does not know, or null. Called before Jetty handles the frame. */
    @Nullable
    String faultOf(HeadersFrame frame) {
        Throwable failure = MetaData.Failed.getFailure(frame.getMetaData());
        if (failure != null) {
            return "its header fields are malformed: " + failure.getMessage();
        }
        if (frame.getMetaData() instanceof MetaData.Response response) {
            return head ? "header fields of a second response follow it" : ResponseFault.of(response);
        }
        if (!head) {
            return "it has no :status";
        }
        return frame.isEndStream() ? null : "trailers that do not end it follow its body";
    }

    boolean hasHead() {
        return head;
    }

    @Override
    public void onHeaders(Stream on, HeadersFrame frame, Callback callback) {
        if (frame.getMetaData() instanceof MetaData.Response response) {
            if (!HttpStatus.isInterim(response.getStatus())) {
                head = true;
            }
            events.run(() -> headers(response, frame.isEndStream()));
        }
        callback.succeeded();
    }

    @Override
    public void onDataAvailable(Stream on, boolean immediate) {
        events.run(this::read);
    }

    @Override
    public void onReset(Stream on, ResetFrame frame, Callback callback) {
        int error = frame.getError();
        boolean responseComplete = ((HTTP2Stream) on).isLastDataReceived();
        if (error == ErrorCode.REFUSED_STREAM_ERROR.code && !head) {
            begun = false;
            unprocessed(UnprocessedException.refused("the partner refused the stream"));
        } else if (!responseComplete || error != ErrorCode.NO_ERROR.code) {
            String when = head ? "before the response was complete" : "before it answered";
            events.run(() -> end(new IOException("the partner reset the stream %s: %s"
                    .formatted(when, ErrorCode.toString(error, "code " + error)))));
        }
        callback.succeeded();
    }

    @Override
    public void onFailure(Stream on, int error, @Nullable String reason, Throwable failure, Callback callback) {
        if (failure instanceof RetryableStreamException && !head) {
            begun = false;
            unprocessed(UnprocessedException.connectionGone(
                    "the partner went away before it processed the request", failure));
        } else {
            connectionLost(failure);
        }
        callback.succeeded();
    }

    /** The response is malformed. */
    void malformed(String fault) {
        events.run(() -> endMalformed(fault));
    }

    /** The connection is closed. */
    void connectionLost(Throwable failure) {
        String when = head ? "before the response was complete" : "before the partner answered";
        Throwable first = connection.failureOr(failure);
        String why = first.getMessage() == null ? "" : ": " + first.getMessage();
        events.run(() -> end(new IOException("the connection was closed " + when + why, first)));
    }

    private void unprocessed(UnprocessedException failure) {
        events.run(() -> end(failure));
    }

    // ---- Tasks. -------------------------------------------------------------------------------------------------

    private void headers(MetaData.Response response, boolean last) {
        if (ended) {
            return;
        }
        if (HttpStatus.isInterim(response.getStatus())) {
            if (++interimResponses > MAX_INTERIM_RESPONSES) {
                endMalformed("more than %d interim responses came before it".formatted(MAX_INTERIM_RESPONSES));
            } else if (last) {
                endMalformed("it ends with an interim response");
            }
            return;
        }
        status = response.getStatus();
        JettyHead fields = new JettyHead(status, response.getHttpFields());
        announced = fields.contentLength();
        listener().onHeadersCompleted(fields);
        if (last) {
            complete = true;
            complete();
        } else {
            read();
        }
    }

    private void read() {
        HTTP2Stream from = stream;
        while (!ended && !paused && !complete && head && from != null) {
            Stream.Data data = from.readData();
            if (data == null) {
                from.demand();
                return;
            }
            try {
                complete = data.frame().isEndStream();
                received += data.frame().remaining();
                if (data.frame().remaining() > 0 && mayNotHaveBody()) {
                    endMalformed("it has a body, where none is allowed");
                } else if (data.frame().remaining() > 0) {
                    paused = !listener().onBodyPart(data.frame().getByteBuffer());
                }
            } finally {
                data.release();
            }
            if (complete && !paused) {
                complete();
            }
        }
    }

    private void complete() {
        if (ended || paused) {
            return;
        }
        if (announced >= 0 && announced != received && !mayNotHaveBody()) {
            endMalformed("it has %d bytes, and its Content-Length is %d".formatted(received, announced));
            return;
        }
        listener().onBodyCompleted();
        if (ended) {
            return;
        }
        if (!sent && request().body() != null) {
            // The write may be about to be reported; else the rest of the body is not sent.
            connection
                    .pool()
                    .execute(() -> events.run(() -> {
                        if (!sent) {
                            cancel(CancelFrame::cancel);
                        }
                    }));
        }
        end(null);
    }

    /** Returns whether a response is without a body, whatever its fields announce (RFC 9110, section 6.4.1). */
    private boolean mayNotHaveBody() {
        return status == HttpStatus.NO_CONTENT_204
                || status == HttpStatus.NOT_MODIFIED_304
                || request().method().equals("HEAD");
    }

    private void endMalformed(String fault) {
        if (!ended) {
            cancel(CancelFrame::protocolError);
            end(new ProtocolException("the response is not proper HTTP: " + fault));
        }
    }

    private void end(@Nullable Throwable failure) {
        if (ended) {
            return;
        }
        ended = true;
        HTTP2Stream opened = stream;
        if (opened == null || opened.isClosed()) {
            release();
        }
        if (failure != null && opened != null) {
            drop(opened);
        }
        if (failure == null) {
            listener().onConnectionIdle();
        }
        listener().onEnded(failure);
    }

    /** Releases the parts of the body that have arrived and will not be read. */
    private static void drop(HTTP2Stream from) {
        Stream.Data data = from.readData();
        while (data != null) {
            boolean last = data.frame().isEndStream();
            data.release();
            data = last ? null : from.readData();
        }
    }

    private void cancel(IntFunction<CancelFrame> frame) {
        HTTP2Stream open = stream;
        if (open != null) {
            open.reset(frame.apply(open.getId()), Callback.NOOP);
        }
    }

    private OutboundRequest request() {
        return Objects.requireNonNull(request, "not prepared");
    }

    private TransferListener listener() {
        return Objects.requireNonNull(listener, "not prepared");
    }
}
