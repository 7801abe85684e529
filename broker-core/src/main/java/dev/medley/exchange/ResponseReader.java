package dev.medley.exchange;

import dev.medley.connection.ResponseHead;
import dev.medley.connection.Transfer;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The response of one attempt as it arrives: its head, and its body, which is collected or, if it is streamed, copied part
 * by part.
 *
 * <p>Called by the thread that reads the response and by the tasks of the call's queue.
 */
final class ResponseReader {

    private static final byte[] NOTHING = {};

    private final Call call;
    private volatile @Nullable ResponseHead head;
    private volatile @Nullable BodyBuffer body;
    /** Set before {@link #body} is read, as that is set before this is read: a body that begins too late is closed. */
    private volatile boolean closed;

    private volatile long lastActivityNanos;
    /** True while a part of a streamed body has been handed out and the next one has not been demanded. */
    private volatile boolean awaitsDemand;

    private volatile RequestPart requestPart = RequestPart.NONE;

    ResponseReader(Call call) {
        this.call = call;
    }

    /** The part of a streamed request body that is sent. */
    private enum RequestPart {
        /** The body is held whole, or is sent. */
        NONE,
        /** The body's publisher has it: a slow client is no silent partner. */
        AWAITED,
        /** It is being written, as far as the partner reads. */
        SENDING
    }

    // ---- For the threads that write. ----------------------------------------------------------------------------

    /** A part of the request's body begins to be written, or is written and the next one is awaited. */
    void requestPart(boolean sending) {
        touch();
        requestPart = sending ? RequestPart.SENDING : RequestPart.AWAITED;
    }

    /** The request is written. */
    void requestSent() {
        touch();
        requestPart = RequestPart.NONE;
    }

    // ---- For the thread that reads. -----------------------------------------------------------------------------

    /** The partner has done something, or is about to be waited for. */
    void touch() {
        lastActivityNanos = call.clock().nanoTime();
    }

    void begin(ResponseHead received) {
        touch();
        ExchangeOptions options = call.options();
        if (!options.streamed()) {
            boolean none = "HEAD".equals(call.request().method());
            BodyBuffer whole = new BodyBuffer(
                    options.maxBody(),
                    none ? 0 : received.contentLength(),
                    call.broker().heldBytes());
            body = whole;
            if (closed) {
                whole.close();
            }
        }
    }

    /** Collects {@code bytes}; null if the body is streamed. */
    BodyBuffer.@Nullable Added collect(ByteBuffer bytes) {
        touch();
        BodyBuffer whole = body;
        return whole == null ? null : whole.add(bytes);
    }

    /** A part of a streamed body, which demands the next one by {@code active}. */
    BodyPart part(ByteBuffer bytes, Transfer active) {
        ByteBuffer copy = ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
        awaitsDemand = true;
        return new BodyPart(copy, () -> {
            // In this order: a check that finds the next part demanded must not find the time of the part before.
            touch();
            awaitsDemand = false;
            call.onBrokerThread(active::demand);
        });
    }

    // ---- For the tasks of the call's queue. ---------------------------------------------------------------------

    void accept(ResponseHead received) {
        head = received;
    }

    /** Status and header fields, once they have been accepted. */
    @Nullable
    ResponseHead head() {
        return head;
    }

    /** The collected body; none if it was streamed. */
    byte[] body() {
        BodyBuffer whole = body;
        return whole == null ? NOTHING : whole.toBytes();
    }

    /** Drops the collected bytes, and those that another thread goes on to read. */
    void close() {
        closed = true;
        BodyBuffer whole = body;
        if (whole != null) {
            whole.close();
        }
    }

    /**
     * The time since which the partner has been silent, in this state: now, while Medley does not read, as nothing can come
     * then; and while the partner has not got the whole request, as it cannot answer before, unless it does not take what is
     * sent.
     */
    long silentSinceNanos(AttemptState state) {
        RequestPart part = requestPart;
        boolean incomplete = part == RequestPart.AWAITED || state.compareTo(AttemptState.WAITING) < 0;
        boolean excused = awaitsDemand || (incomplete && part != RequestPart.SENDING);
        return excused ? call.clock().nanoTime() : lastActivityNanos;
    }
}
