package dev.medley.server.internal.inbound;

import dev.medley.thread.internal.ClientQueue;
import dev.medley.thread.internal.Loop;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Channel;
import org.eclipse.jetty.http2.HTTP2Cipher;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.api.server.ServerSessionListener;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.internal.HTTP2ServerConnection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.QuietException;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/2 of clients. Where a client opens many streams at once, a loop begins a few of the requests in each of its turns, where Jetty
 * would begin all, and the requests of other clients would wait for that long. A client with several attempts at partners, whose
 * connection takes nothing, because its window is closed, begins no more until that is open again (RFC 9113, section 5.2).
 */
public final class InboundHttp2 extends HTTP2CServerConnectionFactory {

    /** The attribute of a stream with the task that begins its request when the client takes something again. */
    private static final String HELD_BACK = InboundHttp2.class.getName() + ".heldBack";
    /** The attribute of a stream whose trailers have come before its request has begun. */
    private static final String TRAILERS = InboundHttp2.class.getName();

    /** The attribute of a stream that has ended with its head. */
    private static final String BODILESS = InboundHttp2.class.getName() + ".bodiless";

    private final boolean tls;

    private InboundHttp2(HttpConfiguration configuration, String protocol, boolean tls) {
        super(configuration, protocol);
        this.tls = tls;
    }

    /** Returns HTTP/2 in clear text, by prior knowledge. */
    public static InboundHttp2 clear(HttpConfiguration configuration) {
        return new InboundHttp2(configuration, "h2c", false);
    }

    /** Returns HTTP/2 over TLS, by ALPN. */
    public static InboundHttp2 overTls(HttpConfiguration configuration) {
        return new InboundHttp2(configuration, "h2", true);
    }

    /** The ciphers that RFC 9113, appendix A, prohibits are not acceptable. */
    @Override
    public boolean isAcceptable(String protocol, String tlsProtocol, String tlsCipher) {
        return tls && !(HTTP2Cipher.isBlackListProtocol(tlsProtocol) && HTTP2Cipher.isBlackListCipher(tlsCipher));
    }

    @Override
    protected ServerSessionListener newSessionListener(Connector connector, EndPoint endPoint) {
        boolean onLoop = connector.getServer().getInvocationType() == InvocationType.NON_BLOCKING;
        return new Requests(endPoint, connector.getExecutor(), onLoop);
    }

    /** Returns whether the request on {@code stream} has begun: it no longer waits for its turn. */
    static boolean hasBegun(Stream stream) {
        return ((HTTP2Stream) stream).getAttachment() != null;
    }

    /** Returns whether the request on {@code stream} has no body, because its head has ended it. */
    static boolean isBodiless(Stream stream) {
        return stream.getAttribute(BODILESS) != null;
    }

    /** Gives the request on {@code stream}, which begins, the trailers that have come already. */
    static void takeTrailers(HTTP2ServerConnection connection, Stream stream) {
        if (stream.removeAttribute(TRAILERS) instanceof HeadersFrame trailers) {
            connection.onTrailers(stream, trailers);
        }
    }

    /** The requests of one connection. */
    private final class Requests extends HTTPServerSessionListener {

        private final ClientQueue queue;
        private final @Nullable InboundEndPoint socket;
        private final Executor executor;
        /** Whether a loop that reads requests answers them too. */
        private final boolean onLoop;
        /** Whether a stream may have a request that is {@link #HELD_BACK}. */
        private volatile boolean holdsBack;

        Requests(EndPoint endPoint, Executor executor, boolean onLoop) {
            super(endPoint);
            this.executor = executor;
            this.onLoop = onLoop;
            socket = InboundEndPoint.of(endPoint);
            queue = new ClientQueue(socket);
        }

        @Override
        public Stream.@Nullable Listener onNewStream(Stream stream, HeadersFrame frame) {
            if (frame.isEndStream()) {
                stream.setAttribute(BODILESS, true);
            }
            if (InboundWindows.of(stream).hasRoomFor(stream, frame.getMetaData().getHttpFields())) {
                queue.run(() -> begin(stream, frame));
            } else {
                // It may be sent again (RFC 9113, section 8.7).
                stream.reset(new ResetFrame(stream.getId(), ErrorCode.REFUSED_STREAM_ERROR.code), Callback.NOOP);
            }
            return this;
        }

        private void begin(Stream stream, HeadersFrame frame) {
            if (((HTTP2Stream) stream).isClosed() || ((HTTP2Stream) stream).isResetOrFailed()) {
                return;
            }
            if (takesNothing(stream)) {
                HTTP2Session session = ((HTTP2Stream) stream).getSession();
                stream.setAttribute(HELD_BACK, (Runnable) () -> begin(stream, frame));
                holdsBack = true;
                InboundWindows.of(stream).whenOpen(() -> lookAgain(session));
                beginHeldBack(session);
            } else {
                super.onNewStream(stream, frame);
            }
        }

        /** Returns whether the client has enough that it does not take. */
        private boolean takesNothing(Stream stream) {
            return !InboundWindows.isOpen(stream)
                    && socket != null
                    && socket.account().hasSeveralAttempts();
        }

        /** The window of the connection has been opened, or the watch looks at it. Called under a lock of Jetty's. */
        private void lookAgain(HTTP2Session session) {
            if (holdsBack) {
                queue.execute(() -> beginHeldBack(session), executor);
            }
        }

        /** In the order of their numbers. A stream that has ended is no longer one of the session's. */
        private void beginHeldBack(HTTP2Session session) {
            holdsBack = false;
            for (Optional<Stream> first = heldBack(session); first.isPresent(); first = heldBack(session)) {
                Stream stream = first.get();
                if (takesNothing(stream)) {
                    holdsBack = true;
                    return;
                }
                if (stream.removeAttribute(HELD_BACK) instanceof Runnable request) {
                    queue.run(request);
                }
            }
        }

        private static Optional<Stream> heldBack(HTTP2Session session) {
            return session.getStreams().stream()
                    .filter(stream -> stream.getAttribute(HELD_BACK) != null)
                    .min(Comparator.comparingInt(Stream::getId));
        }

        @Override
        public void onHeaders(Stream stream, HeadersFrame trailers) {
            InboundWindows.of(stream)
                    .trailersReceived(stream, trailers.getMetaData().getHttpFields());
            if (hasBegun(stream) || !trailers.isEndStream()) {
                super.onHeaders(stream, trailers);
                return;
            }
            stream.setAttribute(TRAILERS, trailers);
            // It may have begun meanwhile, by another thread, and has looked for them before.
            if (hasBegun(stream) && stream.removeAttribute(TRAILERS) instanceof HeadersFrame missed) {
                super.onHeaders(stream, missed);
            }
        }

        // ---- Nobody has to be told of the end of a request that has not begun. ------------------------------------

        @Override
        public void onReset(Stream stream, ResetFrame frame, Callback callback) {
            if (!hasBegun(stream)) {
                callback.succeeded();
            } else if (!endOnLoop(stream, new EofException("reset with error " + frame.getError()), callback)) {
                super.onReset(stream, frame, callback);
            }
        }

        @Override
        public void onFailure(Stream stream, int error, String reason, @Nullable Throwable failure, Callback callback) {
            if (!hasBegun(stream)) {
                callback.succeeded();
            } else {
                Throwable known = failure instanceof QuietException ? failure : new EofException(reason, failure);
                if (!endOnLoop(stream, known, callback)) {
                    super.onFailure(stream, error, reason, known, callback);
                }
            }
        }

        /**
         * Ends the request on {@code stream} on the loop, once that is done with the frames, if it answers the requests; and returns
         * whether it does. Jetty would hand each end to another thread, and start one if none is free: as many as the streams that a client
         * resets at once.
         */
        private boolean endOnLoop(Stream stream, Throwable failure, Callback callback) {
            Loop loop = Loop.current();
            if (loop == null
                    || !onLoop
                    || !(((HTTP2Stream) stream).getAttachment() instanceof HTTP2Channel.Server request)) {
                return false;
            }
            Runnable ended = request.onFailure(failure, callback);
            if (ended != null) {
                loop.defer(ended);
            }
            return true;
        }
    }
}
