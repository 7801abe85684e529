package dev.medley.exchange.internal.call;

import dev.medley.account.internal.BodyBuffer;
import dev.medley.connection.ResponseHead;
import dev.medley.connection.internal.Transfer;
import dev.medley.exchange.BodyPart;
import dev.medley.exchange.internal.content.BadContentException;
import dev.medley.exchange.internal.content.ContentCoding;
import dev.medley.exchange.internal.content.ContentDecoder;
import dev.medley.exchange.internal.content.DecodedHead;
import dev.medley.exchange.internal.request.ExchangeOptions;
import dev.medley.exchange.internal.target.Redirects;
import dev.medley.thread.internal.Loop;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The arriving response of one attempt: its head, and its body, which is collected or, if it is streamed, passed on
 * part by part; decompressed, where that was asked for.
 *
 * <p>Called by the thread that reads the response and by the tasks of the call's queue.
 */
public final class ResponseReader {

    private static final byte[] NOTHING = {};
    /** Bytes that are decompressed in one turn of a loop: half a millisecond. */
    private static final int SLICE = 256 * 1024;

    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    private final Call call;
    private volatile @Nullable ResponseHead head;
    private volatile @Nullable BodyBuffer body;
    /**
     * Set before {@link #body} and {@link #decoder} are read, because those are set before this is read: what begins too late is
     * closed.
     */
    private volatile boolean closed;

    private volatile @Nullable StreamedBody stream;
    private volatile @Nullable ContentDecoder decoder;
    private volatile long lastActivityNanos;

    /** True while what has been read waits for its turn to be decompressed, and nothing more is read. */
    private volatile boolean awaitsTurn;

    private volatile RequestPart requestPart = RequestPart.NONE;

    /** Gets what is made of a body. Called by the thread that reads, and by the one that demands the next part. */
    public interface Receiver {

        /** A part of a streamed body; the next one comes after its demand. */
        void onPart(BodyPart part);

        /** The body cannot be read any further. */
        void onFault(AttemptFailure fault);
    }

    /** Creates a reader of the responses of {@code call}. */
    public ResponseReader(Call call) {
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

    /**
     * Begins the response.
     *
     * @return the head as the exchange sees it
     */
    public ResponseHead begin(ResponseHead received) {
        touch();
        ExchangeOptions options = call.options();
        ContentCoding coding = options.decompress() ? ContentCoding.of(received) : null;
        if (Redirects.isFollowed(options.maxRedirects(), received)) {
            collect(new BodyBuffer(Redirects.MAX_BODY, received.contentLength(), call.account()));
            return received;
        }
        ContentDecoder decoding = coding == null
                ? null
                : new ContentDecoder(coding, options.limits().maxExpansion(), call.account());
        if (options.streamed()) {
            stream = new StreamedBody(call, this, decoding);
        } else {
            long announced = isHead() ? 0 : decoding == null ? received.contentLength() : -1;
            collect(new BodyBuffer(options.maxBody(), announced, call.account()));
        }
        decoder = decoding;
        if (closed && decoding != null) {
            decoding.close();
        }
        return decoding == null ? received : new DecodedHead(received);
    }

    private void collect(BodyBuffer whole) {
        body = whole;
        if (closed) {
            whole.close();
        }
    }

    /** Reads a part of the body; returns whether to read on. */
    public boolean read(ByteBuffer bytes, Transfer active, Receiver receiver) {
        touch();
        BodyBuffer whole = body;
        StreamedBody parts = stream;
        if (parts != null) {
            return parts.read(bytes, active, receiver);
        }
        if (whole == null) {
            return false;
        }
        ContentDecoder decoding = decoder;
        return decoding == null ? add(bytes, whole, receiver) : decode(bytes, decoding, whole, active, receiver);
    }

    private boolean add(ByteBuffer bytes, BodyBuffer whole, Receiver receiver) {
        BodyBuffer.Added added = whole.add(bytes);
        AttemptFailure fault = AttemptFailure.ofBody(added, call);
        if (fault != null) {
            receiver.onFault(fault);
        }
        return added == BodyBuffer.Added.YES;
    }

    private boolean decode(
            ByteBuffer bytes, ContentDecoder decoding, BodyBuffer whole, Transfer active, Receiver receiver) {
        long limit = call.options().maxBody();
        if (!decoding.add(bytes)) {
            receiver.onFault(AttemptFailure.noMemory(call));
            return false;
        }
        if (decoding.received() > limit) {
            // Compressed data may go on without end, and decompress to nothing.
            receiver.onFault(AttemptFailure.tooLarge("max-body", limit));
            return false;
        }
        return decodeSlice(decoding, whole, active, receiver);
    }

    /**
     * Decompresses a slice of what has been added, and returns whether to read on. On a loop, the next slice has a turn of its own,
     * behind what others wait for: a few bytes may expand to many.
     */
    private boolean decodeSlice(ContentDecoder decoding, BodyBuffer whole, Transfer active, Receiver receiver) {
        Loop loop = Loop.current();
        int left = SLICE;
        try {
            ByteBuffer part = decoding.read();
            while (part != null) {
                left -= part.remaining();
                if (!add(part, whole, receiver)) {
                    return false;
                }
                if (left <= 0 && loop != null) {
                    decoding.keepInput();
                    awaitsTurn = true;
                    loop.deferSlice(call.client(), () -> decodeOn(decoding, whole, active, receiver));
                    return false;
                }
                part = decoding.read();
            }
            return true;
        } catch (BadContentException x) {
            receiver.onFault(AttemptFailure.ofContent(x));
            return false;
        }
    }

    private void decodeOn(ContentDecoder decoding, BodyBuffer whole, Transfer active, Receiver receiver) {
        // In this order: a check that finds no wait must not find the time before it.
        touch();
        awaitsTurn = false;
        try {
            if (decodeSlice(decoding, whole, active, receiver)) {
                active.demand();
            }
        } catch (RuntimeException | Error x) {
            // Such as no memory: nobody else would end the transfer.
            active.abort(x);
        }
    }

    // ---- For the tasks of the call's queue. ---------------------------------------------------------------------

    void accept(ResponseHead received) {
        head = received;
    }

    /** Returns the fault of a head whose body cannot be read, or null. */
    @Nullable
    AttemptFailure headFault(ResponseHead received) {
        boolean coded = call.options().decompress() && mayHaveBody(received);
        String fault = coded ? ContentCoding.faultOf(received) : null;
        return fault == null ? null : AttemptFailure.ofContent(BadContentException.malformed(fault));
    }

    private boolean mayHaveBody(ResponseHead received) {
        return !isHead() && received.status() != NO_CONTENT && received.status() != NOT_MODIFIED;
    }

    private boolean isHead() {
        return "HEAD".equals(call.attempts().request().method());
    }

    /** Ends the body; returns its fault if it is incomplete, or null. */
    @Nullable
    AttemptFailure end() {
        ContentDecoder decoding = decoder;
        BadContentException bad = decoding == null ? null : decoding.end();
        return bad == null ? null : AttemptFailure.ofContent(bad);
    }

    /** Returns whether the response is a redirect that the call follows, or refuses. */
    boolean isRedirect() {
        ResponseHead received = head;
        return received != null && Redirects.isFollowed(call.options().maxRedirects(), received);
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

    /** Bytes that have been collected. */
    int length() {
        BodyBuffer whole = body;
        return whole == null ? 0 : whole.length();
    }

    /** Gives the bytes of the {@linkplain #body() taken} body back. */
    void release() {
        BodyBuffer whole = body;
        if (whole != null) {
            whole.release();
        }
    }

    /** Drops the collected bytes, and those that another thread goes on to read. */
    public void close() {
        closed = true;
        BodyBuffer whole = body;
        if (whole != null) {
            whole.close();
        }
        ContentDecoder decoding = decoder;
        if (decoding != null) {
            decoding.close();
        }
    }

    /**
     * The time since which the partner has been silent, in this state: now, while Medley does not read, as nothing can come
     * then; and while the partner has not got the whole request, because it cannot answer before, unless it does not take what is
     * sent.
     */
    long silentSinceNanos(AttemptState state) {
        RequestPart part = requestPart;
        boolean incomplete = part == RequestPart.AWAITED || state.compareTo(AttemptState.WAITING) < 0;
        StreamedBody parts = stream;
        boolean excused =
                awaitsTurn || (parts != null && parts.awaitsDemand()) || (incomplete && part != RequestPart.SENDING);
        return excused ? call.clock().nanoTime() : lastActivityNanos;
    }
}
