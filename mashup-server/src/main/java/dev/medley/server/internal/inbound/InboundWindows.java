package dev.medley.server.internal.inbound;

import dev.medley.account.internal.ClientAccount;
import dev.medley.config.ClientSettings;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http2.BufferingFlowControlStrategy;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;
import org.jspecify.annotations.Nullable;

/**
 * The flow control of one connection of a client: Jetty's, which grants the client more of a window once a share of it has been
 * consumed. It differs in this:
 *
 * <ul>
 *   <li>Bytes count as consumed for the connection when they have arrived. Otherwise a few bodies that mashups do not read, or
 *       send on to slow partners, would use up its window and stall all other uploads.
 *   <li>What such bodies hold is bounded by the windows of their streams, so these begin small. A body of which nothing
 *       remains unread is granted the large window once it has filled a share of the small one.
 *   <li>What is unread counts in the account of the client, with what each frame takes beside its bytes; and so do large heads and
 *       trailers, until the stream has ended.
 *   <li>A reply that waits, because the client has closed a window, has a pace.
 * </ul>
 *
 * <p>Thread-safe, but for what the watch calls.
 */
public final class InboundWindows extends BufferingFlowControlStrategy {

    /** The window of a stream at first. */
    public static final int FIRST_WINDOW = FlowControlStrategy.DEFAULT_WINDOW_SIZE;

    /** The share of a window that may be consumed before the client is granted more. */
    static final float SHARE = 0.5F;

    /** Bytes of heap that a field takes beside its characters, in all its forms: some 220 were measured. */
    private static final int FIELD = 224;

    /** What an ordinary head takes, which does not count. */
    private static final int ORDINARY_HEAD = 4096;

    /** By stream; none for a request without a body that has an ordinary head. */
    private final Map<Integer, UnreadBody> bodies = new ConcurrentHashMap<>();
    /** Replies that were found waiting for their client. */
    private final Map<Integer, Reply> replies = new ConcurrentHashMap<>();
    /** Bytes of all bodies of replies. */
    private final AtomicLong sent = new AtomicLong();
    /** At the last look. */
    private long sentAtLook;
    /** The equal part of a stream in what was sent between the last two looks. */
    private long sharedAtLook;
    /** Set when a window is found closed; the watch need not look before. */
    private volatile boolean stalled;

    private volatile @Nullable ClientAccount account;
    private volatile boolean closed;
    private volatile Runnable opened = () -> {};

    /** Creates the flow control of a connection. */
    public InboundWindows() {
        super(SHARE);
    }

    /** Returns the flow control of the connection of {@code stream}. */
    static InboundWindows of(Stream stream) {
        return (InboundWindows) ((HTTP2Stream) stream).getSession().getFlowControlStrategy();
    }

    @Override
    public void onStreamCreated(Stream stream) {
        updateSendWindow(stream, getInitialStreamSendWindow());
        updateRecvWindow(stream, getInitialStreamRecvWindow());
        if (stream instanceof HTTP2Stream created && created.getSendWindow() <= 0) {
            stalled = true;
        }
    }

    @Override
    public void onStreamDestroyed(Stream stream) {
        super.onStreamDestroyed(stream);
        replies.remove(stream.getId());
        UnreadBody body = bodies.remove(stream.getId());
        if (body != null) {
            body.end();
        }
    }

    /** The connection is closed. */
    void close() {
        closed = true;
        bodies.values().forEach(UnreadBody::end);
        bodies.clear();
    }

    // ---- What the client sends. ---------------------------------------------------------------------------------

    @Override
    public void onDataReceived(Session session, @Nullable Stream stream, int length) {
        super.onDataReceived(session, stream, length);
        super.onDataConsumed(session, null, length);
        if (stream != null) {
            body(session, stream).received(length);
        }
    }

    /**
     * A request on {@code stream} begins with {@code fields}.
     *
     * @return false if they are large, and the account of the client has no room for them
     */
    boolean hasRoomFor(Stream stream, HttpFields fields) {
        int bytes = beyondOrdinary(fields);
        return bytes <= 0 || body(((HTTP2Stream) stream).getSession(), stream).reserveFields(bytes);
    }

    /** A request on {@code stream} ends with {@code trailers}. */
    void trailersReceived(Stream stream, HttpFields trailers) {
        int bytes = beyondOrdinary(trailers);
        if (bytes > 0) {
            body(((HTTP2Stream) stream).getSession(), stream).takeFields(bytes);
        }
    }

    /** Returns the bytes that {@code fields} take beyond those of an ordinary head. */
    private static int beyondOrdinary(HttpFields fields) {
        int bytes = fields.size() * FIELD;
        for (int i = 0; i < fields.size(); i++) {
            HttpField field = fields.getField(i);
            String value = field.getValue();
            bytes += field.getName().length() + (value == null ? 0 : value.length());
        }
        return bytes - ORDINARY_HEAD;
    }

    private UnreadBody body(Session session, Stream stream) {
        UnreadBody body = bodies.computeIfAbsent(stream.getId(), id -> new UnreadBody(account(session)));
        if (closed) {
            // Nobody would give back what comes behind the end of the connection.
            body.end();
        }
        return body;
    }

    @Override
    public void onDataConsumed(Session session, @Nullable Stream stream, int length) {
        UnreadBody body = stream == null ? null : bodies.get(stream.getId());
        if (body == null || stream == null) {
            return;
        }
        int more = body.consumed(length);
        if (more > 0 && !stream.isRemotelyClosed()) {
            updateRecvWindow(stream, more);
            sendWindowUpdate(session, stream, List.of(new WindowUpdateFrame(stream.getId(), more)));
        }
    }

    private ClientAccount account(Session session) {
        ClientAccount known = account;
        if (known == null) {
            known = InboundEndPoint.below(((HTTP2Session) session).getEndPoint())
                    .account();
            account = known;
        }
        return known;
    }

    /**
     * A search finds the client beyond its share.
     *
     * @return whether {@code stream} waits without progress for a while: its reply for the client, or its body or large head for its mashup
     *     if bytes are scarce
     */
    boolean standsStill(HTTP2Stream stream, Debt debt) {
        if (stream.isResetOrFailed()) {
            return false;
        }
        UnreadBody body = bodies.get(stream.getId());
        boolean unread = body != null && body.standsStill(debt.search()) && debt.ofBytes();
        boolean unwritten = waitsForClient(stream) && reply(stream).standsStill(stream, debt.search());
        // For bytes the connection ends as a whole.
        boolean unheard = debt.isDeaf() && !debt.ofBytes() && isWithinReply(stream);
        return unread || unwritten || unheard;
    }

    // ---- What the client reads. ---------------------------------------------------------------------------------

    @Override
    public void onWindowUpdate(Session session, @Nullable Stream stream, WindowUpdateFrame frame) {
        super.onWindowUpdate(session, stream, frame);
        // By a change of SETTINGS_INITIAL_WINDOW_SIZE.
        if (frame.getWindowDelta() < 0) {
            stalled = true;
        }
        if (stream == null) {
            opened.run();
        }
    }

    /**
     * Has {@code opened} called whenever the window of the connection becomes larger, and by the watch: under a lock of Jetty's, so it must
     * be short.
     */
    void whenOpen(Runnable opened) {
        this.opened = opened;
    }

    @Override
    public void onDataSending(Stream stream, int length) {
        super.onDataSending(stream, length);
        sent.addAndGet(length);
        Reply reply = replies.isEmpty() ? null : replies.get(stream.getId());
        if (reply != null) {
            reply.sent.addAndGet(length);
        }
    }

    @Override
    protected void onSessionStalled(Session session) {
        super.onSessionStalled(session);
        stalled = true;
    }

    @Override
    protected void onStreamStalled(Stream stream) {
        super.onStreamStalled(stream);
        stalled = true;
    }

    /** Returns whether the window of the connection of {@code stream} is open. */
    static boolean isOpen(Stream stream) {
        return ((HTTP2Stream) stream).getSession().getSendWindow() > 0;
    }

    /** Returns whether a window may be closed. */
    boolean mayWait() {
        return stalled;
    }

    /** The watch looks at the connection, which may have less that waits. */
    void lookAgain() {
        opened.run();
    }

    /** A look begins, at {@code streams} streams: it reports each that waits by {@link #isTooSlow}. */
    void lookBegins(int streams) {
        stalled = false;
        long now = sent.get();
        sharedAtLook = (now - sentAtLook) / Math.max(1, streams);
        sentAtLook = now;
    }

    /** Returns whether a reply on {@code stream} has begun and waits, because the client's windows are closed. */
    static boolean waitsForClient(HTTP2Stream stream) {
        return isWithinReply(stream)
                && (stream.getSendWindow() <= 0 || stream.getSession().getSendWindow() <= 0);
    }

    private static boolean isWithinReply(HTTP2Stream stream) {
        return stream.isCommitted() && !stream.isClosed() && !stream.isLocallyClosed() && !stream.isResetOrFailed();
    }

    /**
     * Looks at the reply on {@code stream}, which waits for the client.
     *
     * @param elapsed nanoseconds since the last look
     * @return whether the client reads it too slowly
     */
    boolean isTooSlow(HTTP2Stream stream, long elapsed, ClientSettings bounds) {
        stalled = true;
        Reply reply = reply(stream);
        long bytes = reply.read(isOpenFor(stream) ? sharedAtLook : 0);
        reply.pace.waited(elapsed, bytes);
        return reply.pace.isBelow(bounds.minReplyRate(), bytes, bounds);
    }

    /** The reply on {@code stream} does not wait. */
    void goesOn(HTTP2Stream stream) {
        if (!replies.isEmpty()) {
            replies.remove(stream.getId());
        }
    }

    private Reply reply(Stream stream) {
        return replies.computeIfAbsent(stream.getId(), id -> new Reply());
    }

    /** Returns whether the window of {@code stream} itself is open. If its reply waits, that is for the window of the connection. */
    private static boolean isOpenFor(HTTP2Stream stream) {
        return stream.getSendWindow() > 0;
    }

    /**
     * A reply that has waited. If it waits for the window of the connection, what the client reads of other replies is progress, too: it
     * may have nothing to send at all.
     */
    private final class Reply {

        private final Pace pace = new Pace();
        private final Standstill standstill = new Standstill();
        private final AtomicLong sent = new AtomicLong();
        /** Its parts of what was sent while it waited for the window of the connection. */
        private long shared;

        /** Returns the bytes that the client has read, {@code more} of them since the last look on other streams. */
        long read(long more) {
            shared += more;
            return sent.get() + shared;
        }

        boolean standsStill(HTTP2Stream stream, Standstill.Search now) {
            return standstill.lasts(isOpenFor(stream) ? InboundWindows.this.sent.get() : sent.get(), now);
        }
    }
}
