package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.account.internal.HeldBytes;
import dev.medley.config.ExecutionMode;
import dev.medley.config.ServerSettings;
import dev.medley.server.internal.http.Connectors;
import dev.medley.server.internal.http.PoolServer;
import dev.medley.server.internal.inbound.InboundWatch;
import dev.medley.thread.internal.BrokerPool;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A suspended request whose reply begins as the idle time-out of its connection passes, which is a second while the server drains. */
class LateReplyTest {

    private static final int IDLE_MILLIS = 100;

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void theIdleTimeoutDoesNotFailAReplyThatBegins(int loops) throws Exception {
        BrokerPool pool = new BrokerPool(8, false, loops);
        PoolServer server =
                Connectors.mashupServer(pool, new HeldBytes(1 << 20), ExecutionMode.ASYNC, InboundWatch.PERIOD);
        server.setHandler(new Late(pool));
        pool.start();
        try {
            ServerSettings settings =
                    ServerSettings.builder().host("127.0.0.1").port(0).build();
            ServerConnector connector = Connectors.mashups(server, settings, null, pool.clock());
            server.start();
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
                client.getOutputStream()
                        .write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
                assertThat(new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                        .startsWith("HTTP/1.1 200 OK\r\n")
                        .endsWith("late");
            }
        } finally {
            server.stop();
            pool.close();
        }
    }

    /** Replies from another thread. Once Jetty has been given the reply, and before it is written, the idle time-out passes. */
    private static final class Late extends Handler.Abstract.NonBlocking {

        private final BrokerPool pool;

        private Late(BrokerPool pool) {
            this.pool = pool;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            EndPoint socket = request.getConnectionMetaData().getConnection().getEndPoint();
            socket.setIdleTimeout(IDLE_MILLIS);
            request.addHttpStreamWrapper(stream -> new LateStream(stream, socket));
            pool.execute(() -> response.write(true, StandardCharsets.US_ASCII.encode("late"), callback));
            return true;
        }
    }

    private static final class LateStream extends HttpStream.Wrapper {

        private final EndPoint socket;

        private LateStream(HttpStream stream, EndPoint socket) {
            super(stream);
            this.socket = socket;
        }

        @Override
        public void send(
                MetaData.Request request,
                MetaData.Response response,
                boolean last,
                ByteBuffer content,
                Callback callback) {
            long begun = System.nanoTime();
            long passed = begun + TimeUnit.MILLISECONDS.toNanos(3 * socket.getIdleTimeout());
            await().until(() -> System.nanoTime() - passed > 0);
            super.send(request, response, last, content, callback);
        }
    }
}
