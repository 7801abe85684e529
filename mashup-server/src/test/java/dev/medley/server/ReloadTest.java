package dev.medley.server;

import static dev.medley.server.ReloadRig.at;
import static dev.medley.server.ReloadRig.reload;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.declared.DeclaredMashups;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.mashups.MashupFolder;
import dev.medley.server.internal.mashups.OpenMashups;
import dev.medley.server.internal.reload.ConfigurationFile;
import dev.medley.server.internal.samples.FanoutServlet;
import dev.medley.server.reload.ReloadReport;
import dev.medley.stubs.PartnerStubs;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Faults 47 and 48: the configuration of a server changes while it runs. */
class ReloadTest {

    @TempDir
    private Path folder;

    private ReloadRig rig;

    @BeforeEach
    void open() {
        rig = new ReloadRig(folder);
    }

    @AfterEach
    void close() throws Exception {
        rig.close();
    }

    @Test
    void partnersAreAddedMovedAndRemoved() throws Exception {
        PartnerStubs a = rig.partner("a");
        PartnerStubs b = rig.partner("b");
        rig.write("", at(a), at(a));
        RunningServer server = rig.start(new TwoStepServlet());
        assertThat(two(server)).isEqualTo("\"a\" \"a\"");

        rig.write("", "  first: {%s}\n  second: {%s}\n  third: {%s}\n".formatted(at(a), at(b), at(b)));
        ReloadReport moved = reload(server);

        assertThat(moved.changed()).containsExactly("partners.second", "partners.third");
        assertThat(two(server)).isEqualTo("\"a\" \"b\"");
        assertThat(status(server).path("outbound").path("partners").propertyNames())
                .containsExactly("first", "second", "third");

        rig.write("", at(a), at(a));
        ReloadReport removed = reload(server);

        assertThat(removed.changed()).containsExactly("partners.second", "partners.third");
        assertThat(two(server)).isEqualTo("\"a\" \"a\"");
        await().until(() -> b.connections() == 0);
        assertThat(Replies.get(server.adminUri(), "/metrics").body()).doesNotContain("third");
    }

    @Test
    void aRequestKeepsTheConfigurationOfItsArrival() throws Exception {
        PartnerStubs old = rig.partner("old");
        PartnerStubs changed = rig.partner("new");
        try (HeldPartner held = HeldPartner.start()) {
            rig.write("", "url: '" + held.uri() + "'", at(old));
            RunningServer server = rig.start(new TwoStepServlet());
            CompletableFuture<HttpResponse<String>> begun = Replies.getLater(server.uri(), "/two");
            held.awaitRequest();

            rig.write("", at(changed), at(changed));
            reload(server);

            assertThat(two(server)).isEqualTo("\"new\" \"new\"");
            held.release();
            assertThat(begun.join().body()).endsWith("\"old\"");
        }
    }

    @Test
    void aBadFileIsRefusedWithFileLineAndKey() throws Exception {
        PartnerStubs a = rig.partner("a");
        rig.write("", at(a), at(a));
        RunningServer server = rig.start(new TwoStepServlet());

        rig.write("", "timeout: never, " + at(a), at(a));
        HttpResponse<String> reply = ReloadRig.post(server.adminUri().resolve("/reload"));

        assertThat(reply.statusCode()).isEqualTo(422);
        JsonNode last = status(server).path("configuration").path("lastReload");
        assertThat(last.path("outcome").asString()).isEqualTo("refused");
        assertThat(last.path("cause").asString()).isEqualTo("POST /reload");
        assertThat(last.path("problems").path(0).asString())
                .startsWith(rig.file() + ":3:20: partners.first.timeout: 'never' is not a duration");
        assertThat(Replies.json(reply).path("problems")).isEqualTo(last.path("problems"));
        assertThat(two(server)).isEqualTo("\"a\" \"a\"");
    }

    @Test
    void aFileThatIsGoneOrEmptyOfAPartnerThatAMashupNeedsIsRefused() throws Exception {
        PartnerStubs a = rig.partner("a");
        rig.write("", at(a), at(a));
        RunningServer server = rig.start(new TwoStepServlet());

        rig.write("", "  first: {%s}\n".formatted(at(a)));
        ReloadReport lacking = reload(server);
        Files.delete(rig.file());
        ReloadReport gone = reload(server);

        assertThat(lacking.problems())
                .singleElement()
                .asString()
                .contains("@MashupPartners names second, not configured");
        assertThat(gone.problems()).containsExactly(rig.file() + ": there is no such file; expected a YAML file");
        assertThat(two(server)).isEqualTo("\"a\" \"a\"");
        assertThat(status(server).path("configuration").path("refused").asInt()).isEqualTo(2);
    }

    @Test
    void theDeadlineOfAMashupHoldsAndChangesWithItsFile() throws Exception {
        try (HeldPartner held = HeldPartner.start()) {
            String silent = "url: '" + held.uri() + "'";
            rig.write("", silent, silent);
            rig.append("mashups: {/two: {deadline: 40ms}}\n");
            RunningServer server = rig.start(new ServerBuilder()
                    .mashups(configuration -> OpenMashups.of(
                            List.of(new TwoStepServlet()), MashupFolder.none(), DeclaredMashups.none())));
            assertExpired(server, 40);

            rig.write("", silent, silent);
            rig.append("mashups: {/two: {deadline: 60ms}}\n");
            assertThat(reload(server).changed()).containsExactly("mashups./two.deadline");
            assertExpired(server, 60);

            rig.write("", silent, silent);
            rig.append("mashups: {/two: {deadline: soon}}\n");
            assertThat(reload(server).problems())
                    .containsExactly(rig.file() + ":5:28: mashups./two.deadline: 'soon' is not a duration; expected a"
                            + " number with ms, s, m, h or d, such as 800ms");
            assertExpired(server, 60);

            rig.write(", deadline: 80ms", silent, silent);
            assertThat(reload(server).changed()).containsExactlyInAnyOrder("server.deadline", "mashups./two.deadline");
            assertExpired(server, 80);
        }
    }

    private static void assertExpired(RunningServer server, int millis) throws Exception {
        HttpResponse<String> reply = Replies.get(server.uri(), "/two");

        assertThat(reply.statusCode()).isEqualTo(504);
        assertThat(reply.body()).contains("no reply within the deadline of " + millis + " ms");
    }

    @Test
    void theDeadlineOfAMashupThatTheServerKeepsNeedsARestart() throws Exception {
        PartnerStubs a = rig.partner("a");
        rig.write("", at(a), at(a));
        RunningServer server = rig.start(new TwoStepServlet());

        rig.append("mashups: {/two: {deadline: 40ms}}\n");

        assertThat(reload(server).needRestart()).containsExactly(rig.file() + ":5:18: mashups./two.deadline");
        assertThat(two(server)).isEqualTo("\"a\" \"a\"");
    }

    @Test
    void theExecutionOfAMashupThatTheServerKeepsMovesIt() throws Exception {
        PartnerStubs a = rig.partner("a");
        rig.write("", at(a), at(a));
        RunningServer server = rig.start(new TwoStepServlet());
        assertThat(place(server)).isEqualTo("async default null");

        rig.append("mashups: {/two: {execution: pool}}\n");
        ReloadReport moved = reload(server);

        assertThat(moved.changed()).containsExactly("mashups./two.execution");
        assertThat(moved.needRestart()).isEmpty();
        assertThat(place(server)).isEqualTo("pool configuration reload");
        assertThat(two(server)).isEqualTo("\"a\" \"a\"");
        assertThat(Replies.get(server.adminUri(), "/metrics").body())
                .contains(
                        "medley_mashup_moves_total{from=\"async\",mashup=\"/two\",reason=\"reload\",to=\"pool\"} 1.0");

        rig.write("", at(a), at(a));
        reload(server);
        assertThat(place(server)).isEqualTo("async default reload");
    }

    @Test
    void theOperatorsDecisionStaysUntilAReloadGivesTheMashupAnotherExecution() throws Exception {
        PartnerStubs a = rig.partner("a");
        PartnerStubs b = rig.partner("b");
        rig.write("", at(a), at(a));
        RunningServer server = rig.start(new TwoStepServlet());
        ReloadRig.post(server.adminUri().resolve("/mashups/move?mashup=/two&to=pool"));

        rig.write("", at(b), at(b));
        reload(server);
        assertThat(place(server)).isEqualTo("pool operator operator");
        assertThat(two(server)).isEqualTo("\"b\" \"b\"");

        rig.append("mashups: {/two: {execution: async}}\n");
        reload(server);
        assertThat(place(server)).isEqualTo("async configuration reload");
    }

    @Test
    void theExecutionOfAMashupThatIsNotThereIsRefused() throws Exception {
        PartnerStubs a = rig.partner("a");
        rig.write("", at(a), at(a));
        RunningServer server = rig.start(new TwoStepServlet());

        rig.append("mashups: {/tow: {execution: pool}, /two: {execution: pool}}\n");

        assertThat(reload(server).problems())
                .containsExactly(rig.file() + ":5:11: mashups./tow: no mashup has this path; did you mean /two?");
        assertThat(place(server)).isEqualTo("async default null");
    }

    private static String place(RunningServer server) {
        JsonNode mashup = status(server).path("mashups").path("/two");
        return "%s %s %s"
                .formatted(
                        mashup.path("execution").asString(),
                        mashup.path("decidedBy").asString(),
                        mashup.path("lastMove").isNull()
                                ? null
                                : mashup.path("lastMove").asString());
    }

    @Test
    void whatNeedsARestartIsNamedInTheReplyAndInTheStatus() throws Exception {
        PartnerStubs a = rig.partner("a");
        rig.write("", at(a), at(a));
        RunningServer server = rig.start(new TwoStepServlet());

        rig.write(", threads: 20, deadline: 3s", at(a), at(a));
        HttpResponse<String> reply = ReloadRig.post(server.adminUri().resolve("/reload"));

        String key = rig.file() + ":1:73: server.threads";
        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(Replies.json(reply).path("needRestart").path(0).asString()).isEqualTo(key);
        assertThat(Replies.json(reply).path("changed").path(0).asString()).isEqualTo("server.deadline");
        assertThat(status(server)
                        .path("configuration")
                        .path("needRestart")
                        .path(0)
                        .asString())
                .isEqualTo(key);
        assertThat(Replies.get(server.adminUri(), "/metrics").body()).contains("medley_reloads_need_restart 1.0");
        assertThat(server.settings().deadline()).hasSeconds(3);
        assertThat(server.settings().threads()).isEqualTo(16);
    }

    @Test
    void aProgramReloadsWithoutAFile() throws Exception {
        PartnerStubs a = rig.partner("a");
        rig.write("", at(a), at(a));
        try (RunningServer server = new ServerBuilder()
                .port(0)
                .partner("first", a.uri().toString())
                .mashup(new FanoutServlet())
                .start()) {
            assertThatThrownBy(() -> server.reload("test")).isInstanceOf(IllegalStateException.class);
            assertThat(ReloadRig.post(server.adminUri().resolve("/reload")).statusCode())
                    .isEqualTo(404);

            server.reload(new ConfigurationFile(rig.file(), Map.of(), Map.of()).read());

            assertThat(server.broker().partnerNames()).containsExactly("first", "second");
        }
    }

    @Test
    void aReloadThatIsAskedForWhileTheServerStopsFails() throws Exception {
        PartnerStubs a = rig.partner("a");
        rig.write("", at(a), at(a));
        RunningServer server = rig.start(new TwoStepServlet());

        server.close();

        assertThatThrownBy(() -> reload(server)).isInstanceOf(ExecutionException.class);
    }

    /** It began partners that nobody ended. */
    @Test
    void aProgramCannotReloadAServerThatIsClosed() throws Exception {
        PartnerStubs a = rig.partner("a");
        rig.write("", at(a), at(a));
        RunningServer server = rig.start(new TwoStepServlet());
        Configuration again = new ConfigurationFile(rig.file(), Map.of(), Map.of()).read();

        server.close();

        assertThatThrownBy(() -> server.reload(again))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the server is shutting down");
    }

    /** It was a 500, with a line of the log and its stack for each request. */
    @Test
    void aReloadThatIsAskedForDuringTheDrainIsUnavailable() throws Exception {
        PartnerStubs a = rig.partner("a");
        try (HeldPartner held = HeldPartner.start()) {
            rig.write("", at(a), "url: '" + held.uri() + "'");
            RunningServer server = rig.start(new TwoStepServlet());
            CompletableFuture<HttpResponse<String>> begun = Replies.getLater(server.uri(), "/two");
            held.awaitRequest();
            CompletableFuture<Void> closing = CompletableFuture.runAsync(server::close);
            await().until(() -> Replies.get(server.adminUri(), "/health/ready").statusCode() == 503);

            HttpResponse<String> reply = ReloadRig.post(server.adminUri().resolve("/reload"));
            held.release();

            assertThat(reply.statusCode()).isEqualTo(503);
            assertThat(Replies.json(reply).path("detail").asString()).isEqualTo("the server is shutting down");
            begun.join();
            closing.join();
        }
    }

    private static String two(RunningServer server) {
        HttpResponse<String> reply = Replies.get(server.uri(), "/two");
        assertThat(reply.statusCode()).isEqualTo(200);
        return reply.body();
    }

    private static JsonNode status(RunningServer server) {
        return Replies.json(Replies.get(server.adminUri(), "/status"));
    }
}
