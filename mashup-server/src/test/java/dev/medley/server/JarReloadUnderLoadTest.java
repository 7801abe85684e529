package dev.medley.server;

import static dev.medley.server.ReloadRig.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.config.ExecutionMode;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.mashups.Jars;
import dev.medley.server.reload.ReloadReport;
import dev.medley.stubs.PartnerStubs;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Fault 47: many reloads under load, which each replace a JAR and its partner. The script {@code loadtest/life/run jars} does more
 * of them.
 */
class JarReloadUnderLoadTest {

    private static final int RELOADS = Integer.getInteger("medley.life.jar-reloads", 100);
    private static final int CLIENTS = 4;

    @TempDir
    private Path folder;

    private JarRig rig;
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLong replies = new AtomicLong();
    private final AtomicBoolean over = new AtomicBoolean();

    static Stream<ExecutionMode> modes() {
        return MedleyServerTest.modes();
    }

    @BeforeEach
    void open() throws Exception {
        rig = new JarRig(folder);
    }

    @AfterEach
    void close() throws Exception {
        rig.close();
    }

    @ParameterizedTest
    @MethodSource("modes")
    void noRequestFailsEachSeesOneConfigurationAndNoClassLoaderIsLeft(ExecutionMode mode) throws Exception {
        List<String> names = List.of("a", "b");
        List<PartnerStubs> partners =
                List.of(rig.configuration().partner("a"), rig.configuration().partner("b"));
        List<Jars> jars = List.of(rig.mashup("/m", "a"), rig.mashup("/m", "b"));
        String settings = ", execution: " + mode.configured();
        rig.configuration().write(settings, at(partners.get(0)), at(partners.get(0)));
        rig.put("m.jar", jars.get(0));
        RunningServer server = rig.start();
        List<CompletableFuture<Void>> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(OwnThread.run(() -> ask(server)));
        }
        try (Socket idle = new Socket(server.uri().getHost(), server.port())) {
            // Its connection keeps Jetty's context of the first mashups.
            getOn(idle);

            for (int i = 1; i <= RELOADS; i++) {
                PartnerStubs partner = partners.get(i % 2);
                rig.configuration().write(settings, at(partner), at(partner));
                rig.put("m.jar", jars.get(i % 2));
                long before = replies.get();
                ReloadReport report = ReloadRig.reload(server);
                assertThat(report.changed())
                        .containsExactly(
                                "partners.first",
                                "partners.second",
                                rig.jar("m.jar").toString());
                await().pollInterval(Duration.ofMillis(2))
                        .until(() -> replies.get() >= before + CLIENTS || !failures.isEmpty());
            }
            over.set(true);
            for (CompletableFuture<Void> client : clients) {
                client.get(30, TimeUnit.SECONDS);
            }

            assertThat(failures).isEmpty();
            await().untilAsserted(() -> {
                System.gc();
                assertThat(JarEvents.loaders()).hasSize(1);
            });
            String last = names.get(RELOADS % 2);
            assertThat(JarEvents.all().stream().filter(("init " + last)::equals).count())
                    .isEqualTo(1
                            + JarEvents.all().stream()
                                    .filter(("destroy " + last)::equals)
                                    .count());
            assertThat(JarEvents.all()).hasSize(2 * RELOADS + 1);
        }
    }

    private static void getOn(Socket connection) throws Exception {
        connection
                .getOutputStream()
                .write("GET /m HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        InputStream in = connection.getInputStream();
        StringBuilder read = new StringBuilder();
        while (read.indexOf("}") < 0) {
            read.append((char) in.read());
        }
        assertThat(read).startsWith("HTTP/1.1 200");
    }

    private void ask(RunningServer server) {
        List<String> expected =
                List.of("{\"label\":\"a\",\"partner\":\"\\\"a\\\"\"}", "{\"label\":\"b\",\"partner\":\"\\\"b\\\"\"}");
        while (!over.get()) {
            HttpResponse<String> reply = Replies.get(server.uri(), "/m");
            if (reply.statusCode() != 200 || !expected.contains(reply.body())) {
                failures.add(reply.statusCode() + " " + reply.body());
            }
            replies.incrementAndGet();
        }
    }
}
