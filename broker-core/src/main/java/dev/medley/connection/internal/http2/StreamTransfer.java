package dev.medley.connection.internal.http2;

import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.Lease;
import dev.medley.connection.internal.PartnerConnection;
import dev.medley.connection.internal.Transfer;
import dev.medley.connection.internal.TransferListener;
import dev.medley.connection.internal.UnprocessedException;
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
import org.jspecify.annotations.Nullable;

/**
 * A stream: the lease of it, the one transfer that it carries, and Jetty's listener of it, in one object, because there are tens
 * of thousands.
 *
 * <p>Jetty's callbacks come on the thread that reads, the one that writes, and others. They and the calls of the holder
 * become tasks, which run one after another; the fields without {@code volatile} belong to these tasks.
 */
final class StreamTransfer extends StreamResponse implements Lease, Transfer, Stream.Listener, Promise<Stream> {

    private static final AtomicIntegerFieldUpdater<StreamTransfer> RELEASED =
            AtomicIntegerFieldUpdater.newUpdater(StreamTransfer.class, "released");

    private static final AtomicIntegerFieldUpdater<StreamTransfer> STEP =
            AtomicIntegerFieldUpdater.newUpdater(StreamTransfer.class, "step");

    private static final int UNSENT = 0;
    private static final int OPENED = 1;
    private static final int WITHDRAWN = 2;
    /** It was opened, and has certainly not been processed. */
    private static final int UNPROCESSED = 3;

    private final Http2Connection connection;
    private @Nullable DefaultOutboundRequest request;
    private @Nullable TransferListener listener;
    /** The body, if it is streamed. */
    private @Nullable BodyFrames upload;

    private volatile @Nullable HTTP2Stream stream;
    private volatile boolean opening;
    private volatile boolean aborted;

    private volatile int step = UNSENT;

    @SuppressWarnings("UnusedVariable") // Read by its updater.
    private volatile int released;

    private boolean sent;
    private boolean ended;
    /** True while the listener has not asked for more. */
    private boolean paused;
    /** True once the last part of the body has been delivered. */
    private boolean complete;

    StreamTransfer(Http2Connection connection) {
        this.connection = connection;
    }

    // ---- Lease. -------------------------------------------------------------------------------------------------

    @Override
    public PartnerConnection connection() {
        return connection;
    }

    @Override
    public Transfer prepare(DefaultOutboundRequest outbound, TransferListener waiting) {
        request = outbound;
        listener = waiting;
        upload = BodyFrames.of(outbound.body(), connection.pool(), this, waiting);
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
        Exception fault = connection.headerFault(request());
        if (fault == null) {
            connection.send(this);
        } else {
            signal(() -> end(fault));
        }
    }

    /** Opens the stream: its frames are queued for writing. */
    void open(FrameSession session) {
        if (!STEP.compareAndSet(this, UNSENT, OPENED)) {
            return;
        }
        opening = true;
        try {
            session.newStream(connection.requests().of(request(), session.nextStreamId()), this, this);
        } catch (RuntimeException | Error x) {
            // Must not propagate: other streams are opened by the same call.
            signal(() -> end(new IOException("the request cannot be sent: " + x, x)));
        }
        opening = false;
        HTTP2Stream opened = stream;
        if (aborted && opened != null) {
            opened.reset(CancelFrame.cancel(opened.getId()), Callback.NOOP);
        }
    }

    @Override
    public void demand() {
        signal(() -> {
            paused = false;
            if (complete) {
                complete();
            } else {
                read();
            }
        });
    }

    @Override
    public void readSlowly() {
        if (stream instanceof FrameStream slow) {
            slow.readSlowly();
        }
    }

    @Override
    public void withdraw() {
        STEP.compareAndSet(this, UNSENT, WITHDRAWN);
    }

    @Override
    public void abort(Throwable cause) {
        withdraw();
        aborted = true;
        signal(() -> {
            if (!ended) {
                cancel(CancelFrame::cancel);
                end(cause);
            }
        });
    }

    @Override
    public boolean begun() {
        // Of the step that withdraw() races for: what has not been withdrawn in time may have been sent.
        return step == OPENED;
    }

    // ---- Jetty's callbacks about the request. -------------------------------------------------------------------

    /** Called while the stream is being opened. */
    @Override
    public void onNewStream(Stream created) {
        stream = (HTTP2Stream) created;
    }

    /** The frames of {@link #open} are written. */
    @Override
    public void succeeded(Stream written) {
        BodyFrames body = upload;
        if (body != null && body.start((HTTP2Stream) written)) {
            return;
        }
        signal(() -> {
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
            step = UNPROCESSED;
            connection.drain();
            unprocessed(UnprocessedException.connectionGone(
                    "the connection accepts no further requests: " + failure.getMessage(), failure));
        } else {
            signal(() ->
                    end(new IOException("the partner closed the connection before the request was sent", failure)));
        }
    }

    /** The stream is closed. Until then it counts towards the streams that the partner allows. */
    @Override
    public void onClosed(Stream on) {
        signal(() -> {
            if (ended) {
                release();
            }
        });
    }

    // ---- Jetty's callbacks about the response. ------------------------------------------------------------------

    @Override
    public void onHeaders(Stream on, HeadersFrame frame, Callback callback) {
        if (frame.getMetaData() instanceof MetaData.Response response) {
            arrived(response);
            signal(() -> headers(response, frame.isEndStream()));
        }
        callback.succeeded();
    }

    @Override
    public void onDataAvailable(Stream on, boolean immediate) {
        signal(this::read);
    }

    @Override
    public void onReset(Stream on, ResetFrame frame, Callback callback) {
        int error = frame.getError();
        boolean responseComplete = ((HTTP2Stream) on).isLastDataReceived();
        if (error == ErrorCode.REFUSED_STREAM_ERROR.code && !hasHead()) {
            step = UNPROCESSED;
            unprocessed(UnprocessedException.refused("the partner refused the stream"));
        } else if (!responseComplete || error != ErrorCode.NO_ERROR.code) {
            String why = reached("before it answered") + ": " + ErrorCode.toString(error, "code " + error);
            signal(() -> end(new IOException("the partner reset the stream " + why)));
        }
        callback.succeeded();
    }

    @Override
    public void onFailure(Stream on, int error, @Nullable String reason, Throwable failure, Callback callback) {
        if (failure instanceof RetryableStreamException && !hasHead()) {
            step = UNPROCESSED;
            unprocessed(UnprocessedException.connectionGone(
                    "the partner went away before it processed the request", failure));
        } else {
            connectionLost(failure);
        }
        callback.succeeded();
    }

    /** The response is malformed. */
    void malformed(String fault) {
        signal(() -> endIfMalformed(fault));
    }

    /** The connection is closed. */
    void connectionLost(Throwable failure) {
        Throwable first = connection.failureOr(failure);
        String why = first.getMessage() == null ? "" : ": " + first.getMessage();
        String when = reached("before the partner answered");
        signal(() -> end(new IOException("the connection was closed " + when + why, first)));
    }

    private void unprocessed(UnprocessedException failure) {
        signal(() -> end(failure));
    }

    // ---- Tasks. -------------------------------------------------------------------------------------------------

    private void headers(MetaData.Response response, boolean last) {
        if (ended) {
            return;
        }
        if (HttpStatus.isInterim(response.getStatus())) {
            endIfMalformed(interim(last));
            return;
        }
        listener().onHeadersCompleted(begin(response));
        if (last) {
            complete = true;
            complete();
        } else {
            read();
        }
    }

    private void read() {
        HTTP2Stream from = stream;
        while (!ended && !paused && !complete && hasHead() && from != null) {
            Stream.Data data = from.readData();
            if (data == null) {
                from.demand();
                return;
            }
            try {
                complete = data.frame().isEndStream();
                int bytes = data.frame().remaining();
                if (!endIfMalformed(add(bytes)) && bytes > 0) {
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
        if (ended || paused || endIfMalformed(lengthFault())) {
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
                    .execute(() -> signal(() -> {
                        if (!sent) {
                            cancel(CancelFrame::cancel);
                        }
                    }));
        }
        end(null);
    }

    private boolean endIfMalformed(@Nullable String fault) {
        if (fault == null) {
            return false;
        }
        if (!ended) {
            cancel(CancelFrame::protocolError);
            end(new ProtocolException("the response is not valid HTTP: " + fault));
        }
        return true;
    }

    private void end(@Nullable Throwable failure) {
        if (ended) {
            return;
        }
        ended = true;
        if (upload != null) {
            upload.cancel();
        }
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

    @Override
    String method() {
        return request().method();
    }

    private DefaultOutboundRequest request() {
        return Objects.requireNonNull(request, "not prepared");
    }

    private TransferListener listener() {
        return Objects.requireNonNull(listener, "not prepared");
    }
}
