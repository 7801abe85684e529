package dev.medley.server.internal.topic;

import dev.medley.server.internal.topic.websocket.Handshake;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.Clock;
import dev.medley.topic.SessionSettings;
import dev.medley.topic.internal.Dispatcher;
import dev.medley.topic.internal.TopicSet;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/**
 * A server whose WebSockets send each text back, as test suites of WebSocket expect; all else is as in Medley's sessions. The program listens
 * on the port of its argument until it is ended.
 */
final class EchoServer implements AutoCloseable {

    private final BrokerPool pool = new BrokerPool(16, false);
    private final TopicSessions sessions;
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server, 1, 1);
    private final ArrayByteBufferPool.Tracking buffers = new ArrayByteBufferPool.Tracking();
    private final TopicSet topics;

    private EchoServer(int port) throws Exception {
        pool.start();
        Clock clock = pool.clock();
        topics = new TopicSet("e", 1 << 20, clock);
        SessionSettings settings = SessionSettings.builder().build();
        sessions = new TopicSessions(Dispatcher.of(pool, clock), topics.counts(), () -> settings, clock);
        connector.setPort(port);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Upgrade());
        server.start();
        sessions.start();
    }

    static EchoServer start(int port) throws Exception {
        return new EchoServer(port);
    }

    /**
     * Starts a server at a port.
     *
     * @throws Exception if the port is taken
     */
    public static void main(String[] arguments) throws Exception {
        EchoServer.start(Integer.parseInt(arguments[0])).server.join();
    }

    int port() {
        return connector.getLocalPort();
    }

    int sessions() {
        return topics.counts().sessions();
    }

    /** Returns the buffers that are not given back, with the stacks of who has them. */
    int leaks() {
        return buffers.getLeaks().size();
    }

    @Override
    public void close() {
        sessions.close();
        try {
            server.stop();
        } catch (Exception x) {
            throw new IllegalStateException("the server cannot be stopped", x);
        } finally {
            pool.close();
        }
    }

    private final class Upgrade extends Handler.Abstract {

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            WebSocketSession socket = new WebSocketSession(
                    sessions,
                    sessions.dispatcher(),
                    new Echo(),
                    request.getConnectionMetaData().getConnection().getEndPoint(),
                    pool,
                    buffers);
            request.setAttribute(HttpStream.UPGRADE_CONNECTION_ATTRIBUTE, socket);
            response.setStatus(HttpStatus.SWITCHING_PROTOCOLS_101);
            response.getHeaders().put(HttpHeader.UPGRADE, "websocket");
            response.getHeaders().put(HttpHeader.CONNECTION, "Upgrade");
            response.getHeaders()
                    .put(
                            HttpHeader.SEC_WEBSOCKET_ACCEPT,
                            Handshake.accept(String.valueOf(request.getHeaders().get(HttpHeader.SEC_WEBSOCKET_KEY))));
            response.write(true, null, callback);
            return true;
        }
    }

    private static final class Echo implements SocketRequests {

        @Override
        public boolean holdsBack() {
            return false;
        }

        @Override
        public void onText(WebSocketSession session, byte[] utf8) {
            session.send(utf8);
        }

        @Override
        public void look(WebSocketSession session, long nowNanos) {}

        @Override
        public void close() {}
    }
}
