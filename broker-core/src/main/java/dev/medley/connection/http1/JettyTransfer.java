package dev.medley.connection.http1;

import dev.medley.connection.Transfer;
import dev.medley.connection.TransferListener;
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

/** Turns Jetty's callbacks for one request and its response into those of a {@link TransferListener}. */
final class JettyTransfer
        implements Transfer,
                Request.BeginListener,
                Request.SuccessListener,
                Response.HeadersListener,
                Response.ContentSourceListener,
                Response.CompleteListener {

    private final Connection connection;
    private final JettyRequest request;
    private final TransferListener listener;
    private volatile boolean begun;
    private volatile Content.@Nullable Source body;

    JettyTransfer(Connection connection, JettyRequest request, TransferListener listener) {
        this.connection = connection;
        this.request = request;
        this.listener = listener;
        request.onRequestBegin(this);
        request.onRequestSuccess(this);
    }

    @Override
    public void send() {
        if (connection.isClosed()) {
            // Jetty would begin to write all the same, and it would be unknown that the partner saw nothing of it.
            listener.onEnded(new ClosedChannelException());
            return;
        }
        connection.send(request, this);
    }

    @Override
    public void demand() {
        Content.Source source = body;
        if (source != null) {
            source.demand(this::read);
        }
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The listener is called at the end.
    public void abort(Throwable cause) {
        request.abort(cause);
    }

    @Override
    public boolean begun() {
        return begun;
    }

    void onConnectionIdle() {
        listener.onConnectionIdle();
    }

    @Override
    public void onBegin(Request sending) {
        begun = true;
    }

    @Override
    public void onSuccess(Request sent) {
        listener.onWaitingForResponse();
    }

    @Override
    public void onHeaders(Response response) {
        if (!HttpStatus.isInterim(response.getStatus())) {
            listener.onHeadersCompleted(new JettyHead(response));
        }
    }

    @Override
    public void onContentSource(Response response, Content.Source source) {
        body = source;
        read();
    }

    @Override
    public void onComplete(Result result) {
        listener.onEnded(explained(result.getFailure()));
    }

    /** Replaces Jetty's own messages, which have its objects in them, addresses and all. */
    private static @Nullable Throwable explained(@Nullable Throwable failure) {
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
                listener.onBodyCompleted();
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
            return !bytes.hasRemaining() || listener.onBodyPart(bytes);
        } finally {
            chunk.release();
        }
    }
}
