package dev.medley.server.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.account.internal.HeldBytes;
import dev.medley.config.ExecutionMode;
import dev.medley.config.ServerSettings;
import dev.medley.server.internal.inbound.InboundWatch;
import dev.medley.thread.internal.BrokerPool;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

class PoolServerTest {

    private static final SpanContext LEFT = SpanContext.create(
            "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7", TraceFlags.getSampled(), TraceState.getDefault());

    private final List<SpanContext> seen = new CopyOnWriteArrayList<>();

    @Test
    void aRequestDoesNotHaveTheSpanThatAnotherOneHasLeftOnTheThread() throws Exception {
        BrokerPool pool = new BrokerPool(8, false, 1);
        PoolServer server =
                Connectors.mashupServer(pool, new HeldBytes(1 << 20), ExecutionMode.ASYNC, InboundWatch.PERIOD);
        server.setHandler(new Leaving());
        pool.start();
        try {
            ServerSettings settings =
                    ServerSettings.builder().host("127.0.0.1").port(0).build();
            ServerConnector connector = Connectors.mashups(server, settings, null, pool.clock());
            server.start();
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
                String request = "GET / HTTP/1.1\r\nHost: localhost\r\n";
                client.getOutputStream()
                        .write((request + "\r\n" + request + "Connection: close\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
                client.getInputStream().readAllBytes();
            }
            assertThat(seen).containsExactly(SpanContext.getInvalid(), SpanContext.getInvalid());
        } finally {
            server.stop();
            pool.close();
        }
    }

    /** Leaves a span on its thread, as an agent does with the tasks of a connection. */
    private final class Leaving extends Handler.Abstract.NonBlocking {

        @SuppressWarnings({"CheckReturnValue", "MustBeClosedChecker"}) // left on purpose
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            seen.add(Span.current().getSpanContext());
            Span.wrap(LEFT).makeCurrent();
            callback.succeeded();
            return true;
        }
    }
}
