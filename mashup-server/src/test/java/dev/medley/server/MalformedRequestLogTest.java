package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.admin.log.LogLines;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.samples.FanoutServlet;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client cannot fill the log: a malformed request is a 400, and no line of Jetty's. */
class MalformedRequestLogTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host: local host",
                "Host: localhost:x",
                "Host: localhost:99999",
                "Host: [::1",
                "Host: 1:2:3",
                "Host: a\r\nHost: b",
                "Host: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAA"
            })
    void aMalformedRequestIsNotLogged(String fields) throws IOException {
        try (LogLines log = LogLines.of("org.eclipse.jetty");
                RunningServer server =
                        new ServerBuilder().port(0).mashup(new FanoutServlet()).start();
                ClientSocket client = ClientSocket.to(server)) {
            client.send("GET /fanout HTTP/1.1\r\n" + fields + "\r\n\r\n");

            assertThat(client.status()).isEqualTo(400);
            assertThat(log.lines()).isEmpty();
        }
    }
}
