package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.reload.ConfigurationFile;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sessions on topics are many, and shorten nobody's idle time. */
@Timeout(60)
class TopicCrowdTest {

    private static final int SESSIONS = 4;
    private static final Duration PERIOD = Duration.ofMillis(20);
    private static final Duration SHORT = Duration.ofMillis(250);

    @TempDir
    private Path folder;

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    @Test
    void sessionsAreNoCrowd() throws Exception {
        RunningServer server = start();
        openSessions(server);
        try (ClientSocket other = ClientSocket.to(server)) {
            assertIsServed(other);
            await().pollDelay(SHORT.multipliedBy(3)).until(() -> true);
            assertIsServed(other);
        }
    }

    @Test
    void othersAreACrowdBesideSessions() throws Exception {
        RunningServer server = start();
        openSessions(server);
        for (int i = 0; i < 2 * SESSIONS; i++) {
            open.add(ClientSocket.to(server));
        }
        assertThat(((ClientSocket) open.get(open.size() - 2 * SESSIONS)).readToEnd())
                .isEmpty();
    }

    private void openSessions(RunningServer server) throws Exception {
        for (int i = 0; i < SESSIONS; i++) {
            open.add(EventClient.open(server.uri(), HttpClient.Version.HTTP_1_1, "/topics/prices.eur"));
            open.add(EventClient.open(server.uri(), HttpClient.Version.HTTP_2, "/topics/prices.eur"));
            open.add(SocketClient.open(server.uri()));
        }
    }

    private RunningServer start() throws Exception {
        ReloadRig rig = new ReloadRig(folder);
        rig.write(", clients: {crowded-from: 1, crowded-to: 2, crowded-idle-timeout: 100ms}", "");
        rig.append("topics: {prices: {public: true}}\n");
        ConfigurationFile source = new ConfigurationFile(rig.file(), Map.of(), Map.of());
        Configuration configuration = source.read();
        RunningServer server = new ServerBuilder()
                .watchPeriod(PERIOD)
                .configuration(configuration, source)
                .start();
        open.add(server);
        return server;
    }

    private static void assertIsServed(ClientSocket client) throws Exception {
        client.send(ClientSocket.get("/topics/prices"));
        assertThat(client.readUntil("]}")).startsWith("HTTP/1.1 200 ");
    }
}
