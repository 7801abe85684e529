package dev.medley.stubs.internal.endpoint;

import java.nio.ByteBuffer;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;
import org.jspecify.annotations.Nullable;

/** Writes a body as fast as the caller reads it, and makes its pieces no more than one ahead. */
public final class StreamedBody extends IteratingCallback {

    private final Pieces rest;
    private final Response response;
    private final Callback callback;

    private @Nullable ByteBuffer piece;

    /** Creates a writer that {@code iterate()} starts; it completes {@code callback} after the last piece. */
    public StreamedBody(ByteBuffer first, Pieces rest, Response response, Callback callback) {
        this.piece = first;
        this.rest = rest;
        this.response = response;
        this.callback = callback;
    }

    @Override
    protected Action process() {
        ByteBuffer current = piece;
        if (current == null) {
            return Action.SUCCEEDED;
        }
        piece = rest.hasNext() ? rest.next() : null;
        response.write(piece == null, current, this);
        return Action.SCHEDULED;
    }

    @Override
    protected void onCompleteSuccess() {
        callback.succeeded();
    }

    @Override
    protected void onCompleteFailure(Throwable cause) {
        callback.failed(cause);
    }
}
