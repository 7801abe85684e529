package dev.medley.server;

import dev.medley.thread.Loop;
import java.util.concurrent.Executor;
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
    }
}
