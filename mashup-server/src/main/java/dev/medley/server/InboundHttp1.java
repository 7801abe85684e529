package dev.medley.server;

import dev.medley.thread.Loop;
import dev.medley.thread.LoopEndPoint;
import java.util.concurrent.Executor;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.internal.HttpConnection;

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

    private static final class LoopConnection extends HttpConnection {

        LoopConnection(HttpConfiguration configuration, Connector connector, EndPoint endPoint) {
            super(configuration, connector, endPoint);
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

        private void lookAgain() {
            EndPoint socket = getEndPoint() instanceof EndPoint.Wrapper tls ? tls.unwrap() : getEndPoint();
            if (socket instanceof LoopEndPoint onLoop) {
                onLoop.lookAgain();
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
