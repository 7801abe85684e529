package dev.medley.server.internal.inbound;

import dev.medley.thread.internal.Loop;
import java.nio.ByteBuffer;
import java.nio.channels.WritePendingException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpGenerator;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.NanoTime;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP/1.1 of clients. When a request is complete, a loop goes on with the next one itself, where Jetty would wake another
 * thread for that.
 */
public final class InboundHttp1 extends HttpConnectionFactory {

    private static final Logger LOG = LoggerFactory.getLogger(InboundHttp1.class);
    private static final Runnable READING = new Reading();
    private static final byte[] HEAD_TIMED_OUT =
            "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII);

    private final ClosedConnections closed;

    /**
     * Creates a factory.
     *
     * @param closed the counts of connections that are closed
     */
    public InboundHttp1(HttpConfiguration configuration, ClosedConnections closed) {
        super(configuration);
        this.closed = closed;
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        HttpConnection connection = new LoopConnection(getHttpConfiguration(), connector, endPoint);
        connection.setTransferEncodingChunkMaxLength(getTransferEncodingChunkMaxLength());
        return configure(connection, connector, endPoint);
    }

    /** A thread reads what is malformed, and nothing has to follow. */
    private record Reading() implements Runnable {
        @Override
        public void run() {}
    }

    private final class LoopConnection extends HttpConnection implements InboundConnection {

        /** Of the parser. It has no initial value: it is set before this class is initialized. */
        private @Nullable RequestHandler handler;

        /** The calls of {@link #fillInterested(Callback)}: what follows one may be another thread's. */
        private long waits;
        /** While a thread reads what is malformed: {@link #READING}, or the end of the reply that another one has given. */
        private final AtomicReference<@Nullable Runnable> refusal = new AtomicReference<>();
        /** Most connections have no body that is waited for. */
        private volatile @Nullable BodyWait bodyWait;
        /** Whether the end of the reply has been given to be written. */
        private volatile boolean replying;

        LoopConnection(HttpConfiguration configuration, Connector connector, EndPoint endPoint) {
            super(configuration, connector, endPoint);
        }

        /** Called by the constructor of the superclass. */
        @Override
        protected RequestHandler newRequestHandler() {
            RequestHandler made = new StrictHandler();
            handler = made;
            return made;
        }

        /** Called by the constructor of the superclass, after {@link #newRequestHandler}. */
        @Override
        protected HttpParser newHttpParser(HttpCompliance compliance) {
            HttpParser parser = new LingeringParser(
                    Objects.requireNonNull(handler), getHttpConfiguration().getRequestHeaderSize(), compliance, closed);
            parser.setHeaderCacheSize(getHttpConfiguration().getHeaderCacheSize());
            return parser;
        }

        /** Called by the constructor of the superclass. */
        @Override
        protected HttpGenerator newHttpGenerator() {
            return new ReplyGenerator();
        }

        @Override
        public Executor getExecutor() {
            Loop loop = Loop.current();
            return loop == null ? super.getExecutor() : loop::defer;
        }

        @Override
        protected HttpStreamOverHTTP1 newHttpStream(String method, String uri, HttpVersion version) {
            replying = false;
            return new LoopStream(method, uri, version);
        }

        // ---- Reads. ---------------------------------------------------------------------------------------------

        @Override
        public void onFillable() {
            boolean lingers = isLingering();
            long before;
            do {
                before = waits;
                super.onFillable();
                // Jetty reads no further on a connection that has had a malformed request.
            } while (lingers && waits == before && getEndPoint().isOpen());
            Runnable end = refusal.get() == null ? null : refusal.getAndSet(null);
            if (end != null) {
                end.run();
            }
        }

        @Override
        public void fillInterested(Callback callback) {
            waits++;
            super.fillInterested(callback);
        }

        /** Called to wait for more of a body, always with the same callback. */
        @Override
        public void tryFillInterested(Callback callback) {
            BodyWait wait = bodyWait;
            if (wait == null) {
                wait = new BodyWait(this, callback);
                bodyWait = wait;
            }
            super.tryFillInterested(wait);
        }

        @Override
        public boolean isLingering() {
            return ((LingeringParser) getParser()).isLingering();
        }

        /** Jetty would first report the end to the mashup, whose reply could then be ended in order. */
        @Override
        public void close() {
            if (isWithinReply()) {
                getEndPoint().close();
            }
            super.close();
        }

        // ---- For the watch of clients. --------------------------------------------------------------------------

        @Override
        public long arrived() {
            return getMessagesIn();
        }

        @Override
        public long bytesIn() {
            return getBytesIn();
        }

        @Override
        public boolean isServing() {
            return getHttpChannel().getRequest() != null;
        }

        @Override
        public boolean hasReplied() {
            return replying;
        }

        @Override
        public boolean isWithinReply() {
            return ((ReplyGenerator) getGenerator()).isWithinReply();
        }

        @Override
        public boolean isSession() {
            Request request = getHttpChannel().getRequest();
            return request != null && SessionRequest.isOne(request);
        }

        @Override
        public long servingNanos() {
            Request request = getHttpChannel().getRequest();
            return request == null ? 0 : NanoTime.since(request.getHeadersNanoTime());
        }

        @Override
        public boolean awaitsHead() {
            return !isServing();
        }

        @Override
        public boolean awaitsBody() {
            return isServing() && isFillInterested();
        }

        /**
         * Replies with a 408 (RFC 9110, section 15.5.9), as far as the socket takes it: the connection is closed at once. If a
         * request has begun just now, its reply is being written, or the connection fails as it would have without this.
         */
        @Override
        public void refuseHead() {
            try {
                getEndPoint().write(Callback.NOOP, ByteBuffer.wrap(HEAD_TIMED_OUT));
            } catch (WritePendingException x) {
                LOG.debug("a request's head timed out while its reply was being written", x);
            }
        }

        @Override
        public void endSlowBody(Runnable close) {
            Request request = getHttpChannel().getRequest();
            if (request == null) {
                close.run();
            } else {
                ClientReports.endSlow(request, close);
            }
        }

        @Override
        public boolean isWithinHead() {
            return !isServing() && getParser().inHeaderState() && !getParser().isStart();
        }

        @Override
        public void clientGone(EofException how) {
            boolean onLoop = getServer().getInvocationType() == Invocable.InvocationType.NON_BLOCKING;
            Executor executor = onLoop ? getExecutor() : super.getExecutor();
            executor.execute(() -> end(how));
        }

        /** Ends the request that is being answered. The connection is closed first: no reply is written any more. */
        private void end(EofException how) {
            Runnable failed = getHttpChannel().onRemoteFailure(how);
            getEndPoint().close(how);
            // Nor are the requests that have been read already.
            getGenerator().setPersistent(false);
            if (failed != null) {
                failed.run();
            }
        }

        // ---- For the streams. -----------------------------------------------------------------------------------

        /** Jetty resets a connection whose request ends while more of its body is waited for. */
        private void endBodyWait() {
            if (isFillInterested() && getEndPoint() instanceof AbstractEndPoint endPoint) {
                endPoint.getFillInterest().fillable();
            }
        }

        private void lookAgain() {
            InboundEndPoint.below(getEndPoint()).lookAgain();
        }

        private final class StrictHandler extends RequestHandler {

            private HttpVersion version = HttpVersion.HTTP_1_1;

            @Override
            public void startRequest(String method, String uri, HttpVersion given) {
                version = given;
                super.startRequest(method, uri, given);
            }

            @Override
            public void parsedHeader(HttpField field) {
                super.parsedHeader(StrictFields.checked(field, version));
            }

            @Override
            public void badMessage(HttpException failure) {
                if (isReading()) {
                    refusal.set(READING);
                }
                super.badMessage(failure);
            }
        }

        private final class LoopStream extends HttpStreamOverHTTP1 {

            LoopStream(String method, String uri, HttpVersion version) {
                super(method, uri, version);
            }

            @Override
            public void send(
                    MetaData.Request request,
                    MetaData.@Nullable Response response,
                    boolean last,
                    @Nullable ByteBuffer content,
                    Callback callback) {
                if (last) {
                    replying = true;
                }
                super.send(request, response, last, content, callback);
            }

            /**
             * Closes the connection, by which the write fails. Jetty would cancel the write, and wait until the thread that makes it has
             * seen that: for ever if the write fails just then (12.1.12), and here the thread that waits may be a loop.
             */
            @Override
            public Runnable cancelSend(Throwable cause, Callback written) {
                return () -> {
                    getEndPoint().close(cause);
                    written.failed(cause);
                };
            }

            /** Looks for a body that has come since the last read: without it the connection is not used again. */
            @Override
            public Throwable consumeAvailable() {
                if (getParser().inContentState()) {
                    lookAgain();
                }
                return super.consumeAvailable();
            }

            /**
             * Ends a request that was answered at once, and whose client has sent the next one already, when the loop has
             * looked after other connections: Jetty would go on as long as this client has sent. The reply to a malformed one
             * ends when that has been read.
             */
            @Override
            public void succeeded() {
                if (refusal.compareAndSet(READING, this::end)) {
                    return;
                }
                Loop loop = Loop.current();
                if (loop != null && !isRequestBufferEmpty()) {
                    loop.deferFurther(LoopConnection.this, this::end);
                } else {
                    end();
                }
            }

            /**
             * For Jetty it is a failure that a request was not read to its end, or could not be, and it resets the connection,
             * whatever the reply was.
             */
            @Override
            public void failed(Throwable failure) {
                if (isReplied(failure)) {
                    succeeded();
                } else {
                    super.failed(failure);
                }
            }

            /** Returns whether the reply has been written whole. The output is shut once the last one has. */
            private boolean isReplied(Throwable failure) {
                return getGenerator().isEnd()
                        && getEndPoint().isOpen()
                        && (getEndPoint().isOutputShutdown() || isAllThatFailed(failure));
            }

            /** Returns whether all that is wrong is that the request was not read to its end. */
            private boolean isAllThatFailed(Throwable failure) {
                return CONTENT_NOT_CONSUMED.equals(failure)
                        || (CONTENT_NOT_CONSUMED.equals(failure.getCause()) && failure.getSuppressed().length == 0);
            }

            private void end() {
                LingeringParser parser = (LingeringParser) getParser();
                if (!getGenerator().isPersistent() && (parser.inContentState() || parser.isClose())) {
                    parser.linger();
                    endBodyWait();
                    getEndPoint().shutdownOutput();
                }
                super.succeeded();
            }
        }

        /** Returns whether the calling thread reads this connection. */
        private boolean isReading() {
            return equals(getCurrentConnection());
        }
    }
}
