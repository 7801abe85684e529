package dev.medley.server;

import static dev.medley.server.ReloadRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.reload.ReloadReport;
import dev.medley.stubs.PartnerStubs;
import java.net.http.HttpResponse;
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
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fault 47: many reloads under load, which each move all partners. The script {@code loadtest/life/run reload} does a
 * thousand. */
class ReloadUnderLoadTest {

    private static final int RELOADS = Integer.getInteger("medley.life.reloads", 40);
    private static final int CLIENTS = 8;

    @TempDir
    private Path folder;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLong replies = new AtomicLong();
    private final AtomicBoolean over = new AtomicBoolean();

    static List<ExecutionMode> modes() {
        return MedleyServerTest.modes().toList();
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    @ParameterizedTest
    @MethodSource("modes")
    void noRequestFailsAndEachSeesOneConfiguration(ExecutionMode mode) throws Exception {
        reloadUnderLoad(mode, "http/1.1");
    }

    @ParameterizedTest
    @MethodSource("modes")
    void noRequestFailsAndEachSeesOneConfigurationOverHttp2(ExecutionMode mode) throws Exception {
        reloadUnderLoad(mode, "h2c");
    }

    private void reloadUnderLoad(ExecutionMode mode, String protocol) throws Exception {
        ReloadRig rig = new ReloadRig(folder);
        open.add(rig::close);
        List<PartnerStubs> sides = List.of(rig.partner("a"), rig.partner("b"));
        String server = ", execution: " + mode.configured();
        write(rig, server, sides.get(0), protocol);
        RunningServer started = rig.start(new TwoStepServlet());
        List<CompletableFuture<Void>> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(OwnThread.run(() -> ask(started)));
        }

        for (int i = 1; i <= RELOADS; i++) {
            write(rig, server, sides.get(i % 2), protocol);
            long before = replies.get();
            ReloadReport report = ReloadRig.reload(started);
            assertThat(report.changed()).containsExactly("partners.first", "partners.second");
            awaitReplies(before + CLIENTS);
        }
        over.set(true);
        for (CompletableFuture<Void> client : clients) {
            client.get(30, TimeUnit.SECONDS);
        }

        assertThat(failures).isEmpty();
        assertThat(replies.get()).isGreaterThanOrEqualTo((long) RELOADS * CLIENTS);
    }

    private static void write(ReloadRig rig, String server, PartnerStubs side, String protocol) throws Exception {
        String partner = at(side) + ", protocol: " + protocol;
        rig.write(server, partner, partner);
    }

    private void awaitReplies(long count) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(2))
                .until(() -> replies.get() >= count || !failures.isEmpty());
    }

    private void ask(RunningServer server) {
        while (!over.get()) {
            HttpResponse<String> reply = Replies.get(server.uri(), "/two");
            if (reply.statusCode() != 200
                    || !List.of("\"a\" \"a\"", "\"b\" \"b\"").contains(reply.body())) {
                failures.add(reply.statusCode() + " " + reply.body());
            }
            replies.incrementAndGet();
        }
    }
}
