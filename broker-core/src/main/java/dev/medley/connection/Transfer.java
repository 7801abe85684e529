package dev.medley.connection;

import java.io.EOFException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.HttpResponseException;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response on their way over a connection: Jetty's callbacks made those of a {@link Carriage}.
 *
 * <p>Thread-safe.
 */
public final class Transfer
        implements Request.BeginListener,
                Request.SuccessListener,
                Response.HeadersListener,
                Response.ContentSourceListener,
                Response.CompleteListener {

    private final Connection connection;
    private final PartnerRequest request;
    private final Carriage carriage;
    private volatile boolean begun;
    private volatile Content.@Nullable Source body;

    Transfer(Connection connection, PartnerRequest request, Carriage carriage) {
        this.connection = connection;
        this.request = request;
        this.carriage = carriage;
        request.onRequestBegin(this);
        request.onRequestSuccess(this);
    }

    /** Sends the request. Must not be called twice. What comes of it, the carriage is told, maybe before this returns. */
    public void send() {
        if (connection.isClosed()) {
            // Jetty would begin to write all the same, and nobody could tell that the partner saw nothing of it.
            carriage.onDone(new ClosedChannelException());
            return;
        }
        connection.send(request, this);
    }

    /** Reads the rest of the body, after the carriage refused to be given more. */
    public void readOn() {
        Content.Source source = body;
        if (source != null) {
            source.demand(this::read);
        }
    }

    /** Ends both request and response, and closes or resets the connection under them. */
    @SuppressWarnings("FutureReturnValueIgnored") // What comes of it, the carriage is told.
    public void abort(Throwable cause) {
        request.abort(cause);
    }

    /** Whether writing the request has begun; if not, the partner has not seen a byte of it. */
    public boolean begun() {
        return begun;
    }

    void released() {
        carriage.onReleased();
    }

    @Override
    public void onBegin(Request sending) {
        begun = true;
    }

    @Override
    public void onSuccess(Request sent) {
        carriage.onSent();
    }

    @Override
    public void onHeaders(Response response) {
        if (!HttpStatus.isInterim(response.getStatus())) {
            carriage.onHead(new JettyHead(response));
        }
    }

    @Override
    public void onContentSource(Response response, Content.Source source) {
        body = source;
        read();
    }

    @Override
    public void onComplete(Result result) {
        carriage.onDone(inOurWords(result.getFailure()));
    }

    /** Jetty's own messages have its objects in them, addresses and all, which say little to those who read logs. */
    private static @Nullable Throwable inOurWords(@Nullable Throwable failure) {
        if (failure instanceof EOFException) {
            return new EOFException("the partner closed the connection before the response was complete");
        }
        if (failure instanceof HttpResponseException && failure.getCause() instanceof HttpException bad) {
            return new ProtocolException("the response is not proper HTTP: " + bad.getReason());
        }
        return failure;
    }

    private void read() {
        Content.Source source = body;
        while (source != null) {
            Content.Chunk chunk = source.read();
            if (chunk == null) {
                source.demand(this::read);
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                // A failure that is not the last chunk could be read past; no body is complete after one.
                abort(chunk.getFailure());
                return;
            }
            boolean last = chunk.isLast();
            boolean more = deliver(chunk);
            if (last) {
                body = null;
                carriage.onBodyEnd();
                return;
            }
            if (!more) {
                return;
            }
        }
    }

    private boolean deliver(Content.Chunk chunk) {
        try {
            ByteBuffer bytes = chunk.getByteBuffer();
            return !bytes.hasRemaining() || carriage.onPart(bytes);
        } finally {
            chunk.release();
        }
    }
}
