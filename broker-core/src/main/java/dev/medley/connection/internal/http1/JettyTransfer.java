package dev.medley.connection.internal.http1;

import dev.medley.connection.internal.Transfer;
import dev.medley.connection.internal.TransferListener;
import dev.medley.connection.internal.jetty.Http1Connection;
import dev.medley.connection.internal.jetty.JettyHead;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/** Turns Jetty's callbacks for one request and its response into those of a {@link TransferListener}. */
final class JettyTransfer
        implements Transfer,
                Invocable.Task,
                Request.BeginListener,
                Request.HeadersListener,
                Request.SuccessListener,
                Response.HeadersListener,
                Response.ContentSourceListener,
                Response.CompleteListener {

    private final JettyConnection owner;
    private final Http1Connection connection;
    final JettyRequest request;
    private final TransferListener listener;
    private volatile boolean begun;
    private volatile Content.@Nullable Source body;
    /** The calls behind the last part of the body, if that came with the end. */
    private volatile @Nullable HeldCalls end;

    JettyTransfer(JettyConnection owner, Http1Connection connection, JettyRequest request, TransferListener listener) {
        this.owner = owner;
        this.connection = connection;
        this.request = request;
        this.listener = listener;
        request.onRequestBegin(this);
        request.onRequestHeaders(this);
        request.onRequestSuccess(this);
    }

    @Override
    public void send() {
        if (!connection.expectResponse()) {
            // Jetty would begin to write nevertheless, and the request would no longer count as certainly unsent.
            listener.onEnded(new ClosedChannelException());
            return;
        }
        sendClaimed();
    }

    /** Sends the request on a connection that has been claimed for it, and may have been closed since. */
    void sendClaimed() {
        owner.sending(this);
        connection.send(request, this);
    }

    @Override
    public void demand() {
        HeldCalls held = end;
        if (held != null) {
            held.release(listener::onBodyCompleted);
            return;
        }
        Content.Source source = body;
        if (source != null) {
            source.demand(this);
        }
    }

    /** Does nothing: writing begins within {@link #send()}. */
    @Override
    public void withdraw() {}

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The listener is called at the end.
    public void abort(Throwable cause) {
        request.abort(cause);
        HeldCalls held = end;
        if (held != null) {
            held.release(() -> {});
        }
    }

    @Override
    public boolean begun() {
        return begun;
    }

    void onConnectionIdle() {
        inOrder(listener::onConnectionIdle);
    }

    @Override
    public void onBegin(Request sending) {
        if (connection.isClosed()) {
            // Its socket may still be open, because another thread is about to close it: Jetty would write to it.
            abort(new ClosedChannelException());
        }
    }

    /** Comes before anything is written, and not after an abort that has taken effect. */
    @Override
    public void onHeaders(Request sending) {
        begun = true;
    }

    @Override
    public void onSuccess(Request sent) {
        listener.onWaitingForResponse();
    }

    @Override
    public void onHeaders(Response response) {
        if (!HttpStatus.isInterim(response.getStatus())) {
            listener.onHeadersCompleted(new JettyHead(response.getStatus(), response.getHeaders()));
        }
    }

    @Override
    public void onContentSource(Response response, Content.Source source) {
        body = source;
        read();
    }

    @Override
    public void onComplete(Result result) {
        // A response that is complete is the answer, even if its request failed, as when the partner answered early.
        Throwable failure = explained(result.getResponseFailure());
        inOrder(() -> listener.onEnded(failure));
    }

    private void inOrder(Runnable call) {
        HeldCalls held = end;
        if (held == null) {
            call.run();
        } else {
            held.run(call);
        }
    }

    /** Replaces Jetty's own message, which has its objects in it, addresses and all. */
    private static @Nullable Throwable explained(@Nullable Throwable failure) {
        if (failure instanceof EofException) {
            return new IOException("the partner closed the connection before the request was sent", failure);
        }
        return failure;
    }

    /** Reads the next parts of the body: a loop does it itself, as it has begun. */
    @Override
    public void run() {
        read();
    }

    @Override
    public InvocationType getInvocationType() {
        return connection.partnerEndPoint().loop() == 0 ? InvocationType.BLOCKING : InvocationType.NON_BLOCKING;
    }

    private void read() {
        Content.Source source = body;
        while (source != null) {
            Content.Chunk chunk = source.read();
            if (chunk == null) {
                source.demand(this);
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                // A failure that is not the last chunk could be read past; no body is complete after one.
                abort(chunk.getFailure());
                return;
            }
            boolean last = chunk.isLast();
            boolean lastPart = last && chunk.hasRemaining();
            if (last) {
                body = null;
            }
            if (lastPart) {
                // Jetty takes the response for complete now, but the listener only once it demands more.
                end = new HeldCalls();
            }
            boolean more = deliver(chunk);
            if (lastPart) {
                if (more) {
                    demand();
                }
                return;
            }
            if (last) {
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
