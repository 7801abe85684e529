package dev.medley.server.internal.topic;

import dev.medley.mashup.Status;
import dev.medley.server.internal.topic.access.AccessCheck;
import dev.medley.server.internal.topic.access.TopicAccess;
import dev.medley.server.internal.topic.exchange.JettyExchange;
import dev.medley.server.internal.topic.exchange.Refusals;
import dev.medley.server.internal.topic.websocket.Handshake;
import dev.medley.servlet.internal.inbound.TopicUse;
import dev.medley.thread.internal.BrokerPool;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.NanoTime;

/** Begins WebSockets that requests of Medley's own server ask for. Thread-safe. */
final class SocketUpgrade {

    private final TopicService service;
    private final BrokerPool pool;

    SocketUpgrade(TopicService service, BrokerPool pool) {
        this.service = service;
        this.pool = pool;
    }

    void upgrade(TopicAccess access, JettyExchange exchange) {
        Request request = exchange.request();
        Response response = exchange.response();
        Callback callback = exchange.completion();
        TopicSessions sessions = service.sessions();
        String fault = Handshake.faultOf(request);
        if (fault != null) {
            exchange.replyField("Sec-WebSocket-Version", "13");
            throw Refusals.exception(Status.BAD_REQUEST, fault);
        }
        boolean http2 = Handshake.isOverHttp2(request);
        EndPoint endPoint = http2
                ? request.getTunnelSupport().getEndPoint()
                : request.getConnectionMetaData().getConnection().getEndPoint();
        AccessCheck check = new AccessCheck(access, sessions.clock().nanoTime());
        SocketProtocol protocol = new SocketProtocol(check, service.share(access, 0));
        WebSocketSession socket =
                new WebSocketSession(sessions, sessions.dispatcher(), protocol, endPoint, pool, pool.buffers());
        exchange.lasts(true);
        TopicUse use = exchange.use();
        use.session(socket.session()::collected);
        use.outlivesRequest(socket::getBytesOut);
        use.begun(NanoTime.now());
        socket.onEnd(use::over);
        request.setAttribute(HttpStream.UPGRADE_CONNECTION_ATTRIBUTE, socket);
        if (http2) {
            response.setStatus(Status.OK);
        } else {
            response.setStatus(HttpStatus.SWITCHING_PROTOCOLS_101);
            response.getHeaders().put(HttpHeader.UPGRADE, "websocket");
            response.getHeaders().put(HttpHeader.CONNECTION, "Upgrade");
            response.getHeaders()
                    .put(
                            HttpHeader.SEC_WEBSOCKET_ACCEPT,
                            Handshake.accept(String.valueOf(request.getHeaders().get(HttpHeader.SEC_WEBSOCKET_KEY))));
        }
        request.addHttpStreamWrapper(stream -> new UpgradeStream(stream, socket));
        response.write(true, null, callback);
    }

    /**
     * Knows the end of the handshake. Jetty has made the session the connection of the socket by then, or does not: where the client has left, or has a
     * body that it does not send.
     */
    private static final class UpgradeStream extends HttpStream.Wrapper {

        private final WebSocketSession socket;

        UpgradeStream(HttpStream stream, WebSocketSession socket) {
            super(stream);
            this.socket = socket;
        }

        @Override
        public void succeeded() {
            super.succeeded();
            socket.endUnlessOpened();
        }

        @Override
        public void failed(Throwable failure) {
            super.failed(failure);
            socket.endUnlessOpened();
        }
    }
}
