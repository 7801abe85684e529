package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.exchange.Broker;
import dev.medley.server.mashups.MashupFolder;
import dev.medley.server.mashups.OpenMashups;
import dev.medley.servlet.MashupRuntime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that hold the mashups of their arrival. */
@Timeout(30)
class MashupsHandlerTest {

    @Test
    void aRequestGivesItsHoldBackOnceThoughItEndsTwice() throws Exception {
        try (Broker broker = Broker.builder().build()) {
            MashupRuntime runtime =
                    new MashupRuntime(broker, ExecutionMode.ASYNC, Duration.ofSeconds(1), 1000, 10);
            MashupVersion version = new MashupVersion(
                    new OpenMashups(Map.of(), List.of(), MashupFolder.none()),
                    runtime.mashups(),
                    new ServletContextHandler("/") {
                        @Override
                        public boolean handle(Request request, Response response, Callback callback) {
                            callback.succeeded();
                            throw new IllegalStateException("after the end");
                        }
                    });
            Server server = new Server();
            LocalConnector connector = new LocalConnector(server);
            server.addConnector(connector);
            server.setHandler(new MashupsHandler(version, broker.clock()));
            server.start();
            try {
                connector.getResponse("GET / HTTP/1.0\r\n\r\n");

                assertThat(version.requests()).isEqualTo(1);
            } finally {
                server.stop();
            }
        }
    }
}
