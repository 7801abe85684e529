package dev.medley.connection.internal.jetty;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.client.internal.HTTP2ClientSession;
import org.eclipse.jetty.http2.frames.SettingsFrame;
import org.eclipse.jetty.http2.generator.Generator;
import org.eclipse.jetty.http2.parser.Parser;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Jetty's session of a client. It differs in this:
 *
 * <ul>
 *   <li>Several streams may be opened with one write. Jetty writes as soon as the frames of the stream with the lowest number
 *       are there; so the others are created while that one has its number, but not its frames yet.
 *   <li>The size of header lists that the partner accepts is that of its last settings, and does not bind the encoder. Jetty keeps the
 *       least of all, and fails the connection if a request exceeds it.
 * </ul>
 */
public abstract class ClientSession extends HTTP2ClientSession {

    /** A client has the odd numbers. */
    private static final int STREAM_ID_STEP = 2;

    /** Half of the numbers (RFC 9113, section 5.1.1): the rest is for requests whose streams have been leased. */
    private static final int LAST_STREAM_ID = 1 << 30;

    private volatile int acceptedHeaderList = Integer.MAX_VALUE;

    /** For the one thread at a time that opens streams. */
    private int nextStreamId = 1;

    /** Opens the streams beside the one that is being opened. For the one thread at a time that opens streams. */
    private @Nullable Runnable beside;

    /** Creates the session of one connection. */
    protected ClientSession(
            Scheduler scheduler,
            EndPoint endPoint,
            Parser parser,
            Generator generator,
            Session.Listener listener,
            FlowControlStrategy flowControl) {
        super(scheduler, endPoint, parser, generator, listener, flowControl);
    }

    /**
     * Opens several streams, whose frames are written together. One thread at a time.
     *
     * @param first opens one stream
     * @param others opens the rest
     */
    public final void open(Runnable first, Runnable others) {
        beside = others;
        first.run();
        openOthers();
    }

    /**
     * Returns the number of the next stream, which is used at once or never. Frames without one would be copied by Jetty
     * for the number that it chooses. For the one thread at a time that opens streams.
     */
    public final int nextStreamId() {
        int next = nextStreamId;
        nextStreamId = next + STREAM_ID_STEP;
        return next;
    }

    /** Returns whether its numbers are for requests whose streams have been leased. For the one thread at a time that opens streams. */
    public final boolean isSpent() {
        return nextStreamId > LAST_STREAM_ID || nextStreamId < 0;
    }

    /** Returns the size of a header list that the partner accepts, in bytes (RFC 9113, section 6.5.2). By any thread. */
    public final int acceptedHeaderList() {
        return acceptedHeaderList;
    }

    @Override
    public void onSettings(SettingsFrame frame, boolean reply) {
        Integer accepted = frame.isReply() ? null : frame.getSettings().get(SettingsFrame.MAX_HEADER_LIST_SIZE);
        if (accepted == null) {
            super.onSettings(frame, reply);
            return;
        }
        acceptedHeaderList = accepted;
        Map<Integer, Integer> others = new HashMap<>(frame.getSettings());
        others.remove(SettingsFrame.MAX_HEADER_LIST_SIZE);
        super.onSettings(new SettingsFrame(others, false), reply);
    }

    @Override
    protected @Nullable HTTP2Stream createLocalStream(int id, MetaData.Request request, Consumer<Throwable> onFailure) {
        HTTP2Stream created = super.createLocalStream(id, request, onFailure);
        openOthers();
        return created;
    }

    private void openOthers() {
        Runnable others = beside;
        if (others != null) {
            beside = null;
            others.run();
        }
    }
}
