package dev.medley.server;

import static dev.medley.server.ReloadRig.reload;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.mashups.Jars;
import dev.medley.server.internal.mashups.Mashups;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Mashups whose code fails while a reload initializes or destroys them: the reload is refused, or ends, and nothing is left. */
@Timeout(30)
class JarReloadFailureTest {

    /** Its class cannot be initialized, with an error that the JVM does not wrap. */
    private static final String STATIC = """
            package shop;

            @jakarta.servlet.annotation.WebServlet("/s")
            public class Static extends dev.medley.servlet.MashupServlet {
                static {
                    Probe.report();
                }

                @Override
                protected java.util.concurrent.CompletionStage<dev.medley.mashup.Reply> compose(
                        dev.medley.mashup.Mashup mashup) {
                    return null;
                }
            }
            """;

    private static final String PROBE = """
            package shop;

            public class Probe {
                static void report() {
                    try {
                        dev.medley.server.JarEvents.from(new Probe());
                    } catch (Exception x) {
                        throw new IllegalStateException(x);
                    }
                    throw new ERROR("no licence");
                }
            }
            """;

    /** Reports that it is destroyed. */
    private static final String LATE = """
            package shop;

            @jakarta.servlet.annotation.WebServlet("/a")
            public class Late extends dev.medley.servlet.MashupServlet {
                @Override
                public void destroy() {
                    dev.medley.server.JarEvents.add("destroy late");
                }

                @Override
                protected java.util.concurrent.CompletionStage<dev.medley.mashup.Reply> compose(
                        dev.medley.mashup.Mashup mashup) {
                    return null;
                }
            }
            """;

    private static final String LABEL = """
            package shop;

            public class Label {
                @Override
                public String toString() {
                    return "loaded";
                }
            }
            """;

    @TempDir
    private Path folder;

    private JarRig rig;

    @BeforeEach
    void open() throws IOException {
        rig = new JarRig(folder);
        rig.onePartner();
    }

    @AfterEach
    void close() throws Exception {
        rig.close();
    }

    @Test
    void anInitThatOverflowsItsStackKeepsTheOldMashups() throws Exception {
        refuses("no end", rig.mashup("/b", "b", "if (true) throw new StackOverflowError(\"no end\");"));
    }

    @Test
    void anInitThatLacksAClassKeepsTheOldMashups() throws Exception {
        refuses("shop/Gone", rig.mashup("/b", "b", "if (true) throw new NoClassDefFoundError(\"shop/Gone\");"));
    }

    @Test
    void aClassWhoseInitializationIsAnErrorKeepsTheOldMashups() throws Exception {
        refuses("no licence", Jars.of(folder.resolve("scratch"), STATIC, PROBE.replace("ERROR", "AssertionError")));
        assertThat(JarEvents.sources().get(1).getParent()).doesNotExist();
    }

    @Test
    void aClassWhoseInitializationOverflowsItsStackKeepsTheOldMashups() throws Exception {
        refuses("no licence", Jars.of(folder.resolve("scratch"), STATIC, PROBE.replace("ERROR", "StackOverflowError")));
        assertThat(JarEvents.sources().get(1).getParent()).doesNotExist();
    }

    @Test
    void mashupsThatWereInitializedBeforeOneThatFailsAreDestroyed() throws Exception {
        refuses("no end", rig.mashup("/b", "b", "if (true) throw new IllegalStateException(\"no end\");"));
        assertThat(JarEvents.all()).containsExactly("init a", "init a", "init b", "destroy a");
    }

    @Test
    void anErrorInDestroyLeavesNothing() throws Exception {
        Path scratch = folder.resolve("scratch");
        rig.put(
                "a.jar",
                Jars.of(
                        scratch,
                        LATE.replace(
                                "add(\"destroy late\");",
                                "add(\"destroy late\"); if (true) throw new AssertionError(\"no\");"),
                        LABEL));
        rig.put("b.jar", rig.mashup("/b", "b"));
        RunningServer server = rig.start();

        rig.put("b.jar", rig.mashup("/b", "b2"));
        reload(server);

        await().until(() -> JarEvents.all().contains("destroy b"));
        await().until(() -> !Files.exists(JarEvents.sources().get(0).getParent()));
        rig.close();
        assertThat(JarEvents.sources().get(1).getParent()).doesNotExist();
    }

    @Test
    void anInitThatIsAnErrorEndsTheStart() throws Exception {
        rig.put("b.jar", rig.mashup("/b", "b", "if (true) throw new NoClassDefFoundError(\"shop/Gone\");"));
        long before = threads();

        assertThatThrownBy(rig::start).hasMessageContaining("shop/Gone");

        await().until(() -> threads() <= before);
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("medley-"))
                .count();
    }

    @Test
    void aStopWhileReplacedMashupsAreDestroyedWaitsForThem() throws Exception {
        rig.put("a.jar", rig.mashup("/a", "a"));
        Jars empty = Jars.of(folder.resolve("scratch"), LABEL);
        for (int i = 0; i < 300; i++) {
            rig.put("empty" + i + ".jar", empty);
        }
        rig.put(
                "b.jar",
                Jars.of(
                        folder.resolve("scratch"),
                        LATE.replace("/a", "/b")
                                .replace(
                                        "add(\"destroy late\");",
                                        "add(\"destroying\"); try { dev.medley.server.JarEvents.awaitGoOn(); } catch (InterruptedException x) { throw new IllegalStateException(x); }"),
                        LABEL));
        RunningServer server = rig.start();
        CountDownLatch blocked = JarEvents.block();
        rig.put("a.jar", rig.mashup("/a", "a2"));
        reload(server);
        await().until(() -> JarEvents.all().contains("destroying"));
        Queue<Throwable> uncaught = new ConcurrentLinkedQueue<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> uncaught.add(failure));
        try {
            CompletableFuture<Void> closing = OwnThread.run(server::close);
            await().until(JarReloadFailureTest::isStopping);
            blocked.countDown();
            closing.join();
            await().until(() -> Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().equals("medley-retired-mashups")));
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }

        assertThat(uncaught).isEmpty();
        assertThat(JarEvents.sources().get(0).getParent()).doesNotExist();
        assertThat(JarEvents.sources().get(1).getParent()).doesNotExist();
    }

    private static boolean isStopping() {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Arrays::stream)
                .anyMatch(frame -> frame.getMethodName().equals("doStop")
                        && frame.getClassName().equals(Mashups.class.getName()));
    }

    private void refuses(String reason, Jars added) throws Exception {
        rig.put("a.jar", rig.mashup("/a", "a"));
        RunningServer server = rig.start();

        rig.put("b.jar", added);
        HttpResponse<String> reply = ReloadRig.post(server.adminUri().resolve("/reload"));

        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(422);
        assertThat(Replies.json(reply).path("problems").path(0).asString()).contains(reason);
        assertThat(Replies.get(server.uri(), "/a").statusCode()).isEqualTo(200);
        assertThat(Replies.get(server.uri(), "/b").statusCode()).isEqualTo(404);
    }
}
