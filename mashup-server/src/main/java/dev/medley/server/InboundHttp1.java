package dev.medley.server;

import dev.medley.server.inbound.InboundConnection;
import dev.medley.thread.Loop;
import dev.medley.thread.LoopEndPoint;
import java.util.concurrent.Executor;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.NanoTime;
import org.eclipse.jetty.util.thread.Invocable;

/**
 * HTTP/1.1 of clients. When a request is complete, a loop goes on with the next one itself, where Jetty would wake another
 * thread for that.
 */
final class InboundHttp1 extends HttpConnectionFactory {

    InboundHttp1(HttpConfiguration configuration) {
        super(configuration);
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        HttpConnection connection = new LoopConnection(getHttpConfiguration(), connector, endPoint);
        connection.setTransferEncodingChunkMaxLength(getTransferEncodingChunkMaxLength());
        return configure(connection, connector, endPoint);
    }

    private static final class LoopConnection extends HttpConnection implements InboundConnection {

        LoopConnection(HttpConfiguration configuration, Connector connector, EndPoint endPoint) {
            super(configuration, connector, endPoint);
        }

        /** Called by the constructor of the superclass. */
        @Override
        protected RequestHandler newRequestHandler() {
            return new StrictHandler();
        }

        @Override
        public Executor getExecutor() {
            Loop loop = Loop.current();
            return loop == null ? super.getExecutor() : loop::defer;
        }

        @Override
        protected HttpStreamOverHTTP1 newHttpStream(String method, String uri, HttpVersion version) {
            return new LoopStream(method, uri, version);
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

        private void lookAgain() {
            EndPoint socket = getEndPoint();
            while (socket instanceof EndPoint.Wrapper wrapper) {
                socket = wrapper.unwrap();
            }
            if (socket instanceof LoopEndPoint onLoop) {
                onLoop.lookAgain();
            }
        }

        /**
         * Refuses what Jetty takes in its strict compliance, too: transfer codings beside chunked, which Medley would not
         * decode, chunked that is quoted, and any over HTTP/1.0 (RFC 9112, section 6.1).
         */
        private final class StrictHandler extends RequestHandler {

            private HttpVersion version = HttpVersion.HTTP_1_1;

            @Override
            public void startRequest(String method, String uri, HttpVersion given) {
                version = given;
                super.startRequest(method, uri, given);
            }

            @Override
            public void parsedHeader(HttpField field) {
                if (field.getHeader() == HttpHeader.TRANSFER_ENCODING
                        && (version != HttpVersion.HTTP_1_1 || !HttpHeaderValue.CHUNKED.is(field.getValue()))) {
                    throw new HttpException.RuntimeException(
                            HttpStatus.BAD_REQUEST_400, "Transfer-Encoding other than chunked");
                }
                super.parsedHeader(field);
            }
        }

        private final class LoopStream extends HttpStreamOverHTTP1 {

            LoopStream(String method, String uri, HttpVersion version) {
                super(method, uri, version);
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
             * looked after other connections: Jetty would go on as long as this client has sent.
             */
            @Override
            public void succeeded() {
                Loop loop = Loop.current();
                if (loop != null && isReading() && !isRequestBufferEmpty()) {
                    loop.defer(this::end);
                } else {
                    end();
                }
            }

            private void end() {
                super.succeeded();
            }
        }

        /** Returns whether the calling thread reads the requests of this connection. */
        private boolean isReading() {
            return equals(getCurrentConnection());
        }
    }
}
