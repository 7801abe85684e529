package dev.medley.server;

import static dev.medley.server.ReloadRig.at;
import static dev.medley.server.ReloadRig.reload;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.config.ExecutionMode;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.reload.ReloadReport;
import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Faults 47 and 48, of the JARs of mashups: they change while the server runs. */
class JarReloadTest {

    @TempDir
    private Path folder;

    private JarRig rig;
    private PartnerStubs partner;

    @BeforeEach
    void open() throws IOException {
        rig = new JarRig(folder);
        partner = rig.onePartner();
    }

    @AfterEach
    void close() throws Exception {
        rig.close();
    }

    static Stream<ExecutionMode> modes() {
        return MedleyServerTest.modes();
    }

    @Test
    void jarsAreAddedChangedAndRemoved() throws Exception {
        rig.put("a.jar", rig.mashup("/a", "a1"));
        RunningServer server = rig.start();
        assertThat(label(server, "/a")).isEqualTo("a1");

        rig.put("b.jar", rig.mashup("/b", "b1"));
        ReloadReport added = reload(server);

        assertThat(added.changed()).containsExactly(rig.jar("b.jar").toString());
        assertThat(label(server, "/a")).isEqualTo("a1");
        assertThat(label(server, "/b")).isEqualTo("b1");

        rig.put("a.jar", rig.mashup("/a", "a2"));
        reload(server);

        assertThat(label(server, "/a")).isEqualTo("a2");
        assertThat(status(server).path("mashups").propertyNames()).containsExactly("/a", "/b");

        Files.delete(rig.jar("b.jar"));
        reload(server);

        HttpResponse<String> gone = Replies.get(server.uri(), "/b");
        assertThat(gone.statusCode()).isEqualTo(404);
        assertThat(Replies.json(gone).path("detail").asString()).isEqualTo("no mashup has this path");
        assertThat(status(server).path("mashups").propertyNames()).containsExactly("/a");
        assertThat(Replies.get(server.adminUri(), "/metrics").body())
                .contains("medley_mashup_stalls_total{mashup=\"/a\"}")
                .doesNotContain("medley_mashup_stalls_total{mashup=\"/b\"}");
    }

    @Test
    void mashupsAreNotInitializedAgainUnlessAJarHasChanged() throws Exception {
        rig.put("a.jar", rig.mashup("/a", "a1"));
        RunningServer server = rig.start();

        Files.write(rig.jar("a.jar"), Files.readAllBytes(rig.jar("a.jar")));
        rig.configuration().write("", at(partner) + ", timeout: 20s", at(partner));
        ReloadReport report = reload(server);

        assertThat(report.changed()).containsExactly("partners.first");
        assertThat(JarEvents.all()).containsExactly("init a1");
    }

    @Test
    void aChangedJarIsNoticed() throws Exception {
        rig.configuration().write(", reload-interval: 50ms", at(partner), at(partner));
        rig.put("a.jar", rig.mashup("/a", "a1"));
        RunningServer server = rig.start();

        rig.put("a.jar", rig.mashup("/a", "a2"));

        await().until(() -> label(server, "/a").equals("a2"));
        assertThat(status(server)
                        .path("configuration")
                        .path("lastReload")
                        .path("cause")
                        .asString())
                .isEqualTo("the files have changed");
    }

    /** Without a copy, the class that is loaded last would be read from where it was in the file that is overwritten. */
    @ParameterizedTest
    @MethodSource("modes")
    void aRequestEndsByTheMashupsOfItsArrivalWhoseFileIsOverwritten(ExecutionMode mode) throws Exception {
        try (HeldPartner held = HeldPartner.start()) {
            String settings = ", execution: " + mode.configured();
            rig.configuration().write(settings, "url: '" + held.uri() + "'", at(partner));
            rig.put("a.jar", rig.mashup("/a", "old"));
            RunningServer server = rig.start();
            CompletableFuture<HttpResponse<String>> begun = Replies.getLater(server.uri(), "/a");
            held.awaitRequest();

            rig.configuration().write(settings, at(partner), at(partner));
            rig.put("a.jar", rig.mashup("/a", "new").with("padding", new byte[100_000]));
            reload(server);

            assertThat(label(server, "/a")).isEqualTo("new");
            assertThat(JarEvents.all()).containsExactly("init old", "init new");
            held.release();
            JsonNode reply = Replies.json(begun.join());
            assertThat(reply.path("label").asString()).isEqualTo("old");
            assertThat(reply.path("partner").asString()).contains("partner");
            await().until(() -> JarEvents.all().contains("destroy old"));
        }
        rig.close();
        assertThat(JarEvents.all()).containsExactly("init old", "init new", "destroy old", "destroy new");
    }

    @Test
    void aRequestThatDoesNotEndDoesNotKeepItsMashupsForEver() throws Exception {
        rig.configuration().write(", execution: blocking, deadline: 100ms, drain: 100ms", at(partner), at(partner));
        rig.put("a.jar", rig.mashup("/a", "old"));
        CountDownLatch blocked = JarEvents.block();
        rig.put("filter.jar", rig.filter("/a"));
        RunningServer server = rig.start();
        CompletableFuture<HttpResponse<String>> begun = Replies.getLater(server.uri(), "/a");
        await().until(() -> JarEvents.all().contains("in filter"));

        Files.delete(rig.jar("filter.jar"));
        rig.put("a.jar", rig.mashup("/a", "new"));
        reload(server);

        await().until(() -> JarEvents.all().contains("destroy old"));
        blocked.countDown();
        begun.handle((reply, failure) -> null).join();
        assertThat(label(server, "/a")).isEqualTo("new");
    }

    @Test
    void aJarThatCannotBeReadKeepsTheOldMashups() throws Exception {
        refuses("not a readable JAR", () -> Files.write(rig.jar("a.jar"), "no JAR".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aMashupWhoseInitFailsKeepsTheOldMashups() throws Exception {
        refuses(
                "no database",
                () -> rig.put("a.jar", rig.mashup("/a", "a2", "throw new IllegalStateException(\"no database\");")));
        assertThat(JarEvents.all()).doesNotContain("destroy a1");
    }

    @Test
    void twoMashupsAtOnePathKeepTheOldMashups() throws Exception {
        refuses("have the same path /a", () -> rig.put("b.jar", rig.mashup("/a", "b1")));
        assertThat(JarEvents.all()).containsExactly("init a1");
    }

    @Test
    void aJarThatNeedsAClassKeepsTheOldMashups() throws Exception {
        refuses(
                "needs the class shop.Middle, which is neither in the JAR nor in the server",
                () -> rig.put("a.jar", rig.mashup("/a", "a2").without("shop/Middle.class")));
    }

    @Test
    void aFolderWithoutJarsKeepsTheOldMashups() throws Exception {
        refuses("no JAR and no script in the folder", () -> Files.delete(rig.jar("a.jar")));
    }

    @Test
    void aSettingThatTheNewMashupsDoNotReadKeepsTheOldOnes() throws Exception {
        refuses("settings.price: no mashup reads it in init()", () -> {
            rig.put("a.jar", rig.mashup("/a", "a2"));
            rig.configuration().append("settings: {price: 7}\n");
        });
        assertThat(JarEvents.all()).containsExactly("init a1", "init a2", "destroy a2");
    }

    @Test
    void aBadFileKeepsTheOldMashupsToo() throws Exception {
        refuses("partners.first.timeout: 'never' is not a duration", () -> {
            rig.put("a.jar", rig.mashup("/a", "a2"));
            rig.configuration().write("", at(partner) + ", timeout: never", at(partner));
        });
    }

    @Test
    void mashupsTheirOptionsAndTheirSettingsChangeTogether() throws Exception {
        rig.put("a.jar", rig.mashup("/a", "a1"));
        RunningServer server = rig.start();

        rig.put("a.jar", rig.mashup("/a", "a2", "dev.medley.server.JarEvents.add(settings().text(\"price\"));"));
        rig.configuration().append("mashups: {/a: {max-concurrent: 5}}\nsettings: {price: low}\n");
        ReloadReport both = reload(server);

        assertThat(both.changed())
                .containsExactly(
                        "mashups./a.max-concurrent",
                        "settings.price",
                        rig.jar("a.jar").toString());
        assertThat(both.needRestart()).isEmpty();
        assertThat(JarEvents.all()).contains("low");
        assertThat(Replies.get(server.adminUri(), "/metrics").body())
                .contains("medley_mashup_bulkhead_max{mashup=\"/a\"} 5.0");

        rig.configuration().write("", at(partner), at(partner));
        rig.configuration().append("mashups: {/a: {max-concurrent: 6}}\nsettings: {price: high}\n");
        reload(server);

        assertThat(JarEvents.all()).contains("high");
        assertThat(Replies.get(server.adminUri(), "/metrics").body())
                .contains("medley_mashup_bulkhead_max{mashup=\"/a\"} 6.0");
    }

    @Test
    void theExecutionOfAMashupMovesItAndInitializesNothing() throws Exception {
        rig.put("a.jar", rig.mashup("/a", "a1"));
        RunningServer server = rig.start();

        rig.configuration().append("mashups: {/a: {execution: pool}}\n");
        ReloadReport moved = reload(server);

        assertThat(moved.changed()).containsExactly("mashups./a.execution");
        assertThat(placeOf(server)).isEqualTo("pool configuration");
        assertThat(JarEvents.all()).containsExactly("init a1");
        assertThat(label(server, "/a")).isEqualTo("a1");
    }

    @Test
    void theOperatorsDecisionIsTheNewMashupsToo() throws Exception {
        rig.put("a.jar", rig.mashup("/a", "a1"));
        RunningServer server = rig.start();
        ReloadRig.post(server.adminUri().resolve("/mashups/move?mashup=/a&to=pool"));

        rig.put("a.jar", rig.mashup("/a", "a2"));
        reload(server);

        assertThat(label(server, "/a")).isEqualTo("a2");
        assertThat(placeOf(server)).isEqualTo("pool operator");
        assertThat(Replies.get(server.adminUri(), "/metrics").body())
                .contains(
                        "medley_mashup_moves_total{from=\"async\",mashup=\"/a\",reason=\"operator\",to=\"pool\"} 1.0");

        rig.put("a.jar", rig.mashup("/a", "a3"));
        rig.configuration().append("mashups: {/a: {execution: async}}\n");
        reload(server);

        assertThat(label(server, "/a")).isEqualTo("a3");
        assertThat(placeOf(server)).isEqualTo("async configuration");
    }

    private static String placeOf(RunningServer server) {
        JsonNode mashup = status(server).path("mashups").path("/a");
        return mashup.path("execution").asString() + " "
                + mashup.path("decidedBy").asString();
    }

    @Test
    void noCopyOfAJarIsLeft() throws Exception {
        rig.put("a.jar", rig.mashup("/a", "a1"));
        RunningServer server = rig.start();
        rig.put("a.jar", rig.mashup("/a", "a2"));
        reload(server);
        List<Path> copies = JarEvents.sources();

        assertThat(copies).hasSize(2).doesNotHaveDuplicates();
        assertThat(copies.get(1)).exists().isNotEqualTo(rig.jar("a.jar"));
        await().until(() -> !Files.exists(copies.get(0).getParent()));
        rig.close();
        assertThat(copies.get(1).getParent()).doesNotExist();
    }

    /** Changes what makes a reload fail. */
    private interface Change {

        void make() throws Exception;
    }

    private void refuses(String reason, Change change) throws Exception {
        rig.put("a.jar", rig.mashup("/a", "a1"));
        RunningServer server = rig.start();

        change.make();
        HttpResponse<String> reply = ReloadRig.post(server.adminUri().resolve("/reload"));

        assertThat(reply.statusCode()).isEqualTo(422);
        assertThat(Replies.json(reply).path("problems").path(0).asString()).contains(reason);
        assertThat(status(server)
                        .path("configuration")
                        .path("lastReload")
                        .path("problems")
                        .path(0)
                        .asString())
                .contains(reason);
        assertThat(label(server, "/a")).isEqualTo("a1");
        assertThat(status(server).path("mashups").propertyNames()).containsExactly("/a");
    }

    private static String label(RunningServer server, String path) {
        HttpResponse<String> reply = Replies.get(server.uri(), path);
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
        return Replies.json(reply).path("label").asString();
    }

    private static JsonNode status(RunningServer server) {
        return Replies.json(Replies.get(server.adminUri(), "/status"));
    }
}
