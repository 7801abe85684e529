package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.mashups.MashupFolder;
import dev.medley.server.internal.mashups.MashupSource;
import dev.medley.server.internal.mashups.OpenMashups;
import dev.medley.server.internal.script.LineEngine;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reloads of a server with scripts, for an engine of one line a script. */
class ScriptReloadTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    private Path scratch = Path.of("");

    private Path folder = Path.of("");
    private final LineEngine engine = new LineEngine();
    private ReloadRig rig = new ReloadRig(scratch);

    @BeforeEach
    void write() throws IOException {
        rig = new ReloadRig(scratch);
        folder = Files.createDirectory(scratch.resolve("mashups"));
        Files.writeString(folder.resolve("trip.mjs"), "/trip before");
        rig.write("", "  first: {url: 'http://127.0.0.1:9'}\n");
    }

    @AfterEach
    void close() throws Exception {
        rig.close();
        assertThat(engine.open()).isZero();
    }

    @Test
    void aScriptThatHasChangedIsReplaced() throws Exception {
        RunningServer server = start();
        assertThat(get(server, "/trip").body()).isEqualTo("before");

        Files.writeString(folder.resolve("trip.mjs"), "/trip after");
        Files.writeString(folder.resolve("new.mjs"), "/new/{id} new");
        assertThat(ReloadRig.reload(server).changed())
                .containsExactly(
                        folder.resolve("new.mjs").toString(),
                        folder.resolve("trip.mjs").toString());

        assertThat(get(server, "/trip").body()).isEqualTo("after");
        assertThat(get(server, "/new/1").body()).isEqualTo("new");
        await().until(() -> engine.open() == 1);
    }

    @Test
    void aReloadThatIsRefusedKeepsTheScripts() throws Exception {
        RunningServer server = start();

        Files.writeString(folder.resolve("trip.mjs"), "/trip after");
        Files.write(folder.resolve("broken.mjs"), new byte[] {-1});
        assertThat(ReloadRig.reload(server).problems())
                .singleElement()
                .asString()
                .startsWith(folder + "/broken.mjs:1:1: is not UTF-8");

        assertThat(get(server, "/trip").body()).isEqualTo("before");
        assertThat(engine.open()).isEqualTo(1);
    }

    @Test
    void scriptsAreOpenedAgainAfterTheirBoundsOrPartnersHaveChanged() throws Exception {
        RunningServer server = start();

        rig.write(", scripts: {max-calls: 7}", "  first: {url: 'http://127.0.0.1:9'}\n");
        assertThat(ReloadRig.reload(server).changed()).containsExactly("server.scripts.max-calls");
        assertThat(server.settings().scripts().maxCalls()).isEqualTo(7);

        rig.write(", scripts: {max-calls: 7}", "  other: {url: 'http://127.0.0.1:9'}\n");
        assertThat(ReloadRig.reload(server).changed()).containsExactly("partners.first", "partners.other");

        assertThat(get(server, "/trip").body()).isEqualTo("before");
        await().until(() -> engine.open() == 1);
    }

    @Test
    void optionsOfAMashupMayBeThoseOfAScript() throws Exception {
        rig.append("mashups: {/trip: {priority: low}}\n");
        RunningServer server = start();
        assertThat(get(server, "/trip").body()).isEqualTo("before");

        rig.write("", "  first: {url: 'http://127.0.0.1:9'}\n");
        rig.append("mashups: {/trap: {priority: low}}\n");
        assertThatThrownBy(() -> start(new LineEngine()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageEndingWith("mashups./trap: no mashup has this path; did you mean /trip?");
    }

    private RunningServer start() throws IOException {
        return start(engine);
    }

    private RunningServer start(LineEngine of) throws IOException {
        return rig.start(new ServerBuilder().mashups(new MashupSource() {
            @Override
            public OpenMashups open(Configuration configuration) {
                return OpenMashups.open(
                        List.of(), List.of(), MashupFolder.open(folder, List.of()), configuration, script -> of);
            }

            @Override
            public String look() {
                return MashupFolder.look(folder);
            }
        }));
    }

    private static HttpResponse<String> get(RunningServer server, String path)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.uri().resolve(path)).build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
