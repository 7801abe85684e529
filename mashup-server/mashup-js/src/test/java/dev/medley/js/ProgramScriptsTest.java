package dev.medley.js;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.config.ConfigurationException;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.MedleyServer;
import dev.medley.server.reload.ReloadReport;
import dev.medley.servlet.MashupServlet;
import dev.medley.stubs.PartnerStubs;
import jakarta.servlet.annotation.WebServlet;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts of a program's server: in a folder, beside servlets and a configuration. */
class ProgramScriptsTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static final String TRIP = """
            import {shout} from './lib/text.mjs';
            import cities from './cities.json' with {type: 'json'};

            export const path = '/trip/{city}';
            export default async ({params}, {partners}) => {
              const sky = await partners.weather.get('/sky').json();
              return {city: shout(params.city), known: cities.includes(params.city), ...sky};
            };
            """;

    private static final PartnerStubs WEATHER =
            PartnerStubs.builder().answer("GET", "/sky", 200, "{\"blue\":true}").start();

    @TempDir
    private Path scratch = Path.of("");

    private Path folder = Path.of("");

    @AfterAll
    static void closePartner() {
        WEATHER.close();
    }

    @BeforeEach
    void writeScripts() throws IOException {
        folder = scratch.resolve("mashups");
        write("trip.mjs", TRIP);
        write("lib/text.mjs", "export const shout = text => text.toUpperCase();");
        write("cities.json", "[\"Rome\"]");
    }

    @Test
    void scriptsAndServletsAreServedTogether() throws Exception {
        try (MedleyServer server = builder()
                .mashup(new PlainServlet())
                .partner("weather", WEATHER.uri().toString())
                .start()) {
            assertThat(get(server, "/trip/Rome").body()).isEqualTo("{\"city\":\"ROME\",\"known\":true,\"blue\":true}");
            assertThat(get(server, "/plain").body()).isEqualTo("plain");
            assertThat(get(server, "/trip").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void scriptsAreReplacedByAReloadOfTheConfiguration() throws Exception {
        Path file = scratch.resolve("medley.yaml");
        Files.writeString(file, """
                server: {port: 0, host: 127.0.0.1, admin: {port: 0}}
                partners: {weather: {url: '%s'}}
                mashups: {/declared: {reply: {body: '1'}}, '/trip/{city}': {priority: high}}
                """.formatted(WEATHER.uri()));
        try (MedleyServer server = builder().configuration(file).start()) {
            assertThat(get(server, "/declared").body()).isEqualTo("1");
            assertThat(get(server, "/trip/Oslo").body()).contains("\"known\":false");

            write("cities.json", "[\"Oslo\"]");
            assertThat(reload(server).changed())
                    .containsExactly(folder.resolve("cities.json").toString());
            assertThat(get(server, "/trip/Oslo").body()).contains("\"known\":true");

            write("trip.mjs", "export const path = '/trip/{city}';");
            assertThat(reload(server).problems())
                    .containsExactly(folder + "/trip.mjs: the export default is missing; expected a function, such as"
                            + " export default async ({query}, {partners}) => …");
            assertThat(get(server, "/trip/Oslo").body()).contains("\"known\":true");
        }
    }

    @Test
    void scriptsBesideServletsStayWhenTheConfigurationIsReloaded() throws Exception {
        Path file = scratch.resolve("medley.yaml");
        String text = """
                server: {port: 0, host: 127.0.0.1, admin: {port: 0}}
                partners: {weather: {url: '%s', timeout: %s}}
                """;
        Files.writeString(file, text.formatted(WEATHER.uri(), "1s"));
        try (MedleyServer server =
                builder().mashup(new PlainServlet()).configuration(file).start()) {
            write("cities.json", "[\"Oslo\"]");
            Files.writeString(file, text.formatted(WEATHER.uri(), "2s"));

            assertThat(reload(server).changed()).containsExactly("partners.weather");
            assertThat(get(server, "/trip/Rome").body()).contains("\"known\":true");
        }
    }

    @Test
    void aReloadWithoutAPartnerThatAScriptNamesIsRefused() throws Exception {
        Path file = scratch.resolve("medley.yaml");
        String server = "server: {port: 0, host: 127.0.0.1, admin: {port: 0}}\n";
        Files.writeString(file, server + "partners: {weather: {url: '%s'}}".formatted(WEATHER.uri()));
        try (MedleyServer started = builder().configuration(file).start()) {
            Files.writeString(file, server + "partners: {wether: {url: '%s'}}".formatted(WEATHER.uri()));

            assertThat(reload(started).problems())
                    .containsExactly(folder + "/trip.mjs:6:30: there is no partner weather; did you mean wether?");
            assertThat(get(started, "/trip/Rome").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void thePathOfAServletOrOfADeclaredMashupIsRefused() throws Exception {
        write("plain.mjs", "export const path = '/plain'; export default () => 1;");
        MedleyServer.Builder builder = builder()
                .mashup(new PlainServlet())
                .partner("weather", WEATHER.uri().toString());
        assertThatThrownBy(() -> builder.start().close())
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("%s/plain.mjs: its path /plain is that of %s; expected one mashup for it"
                        .formatted(folder, PlainServlet.class.getName()));

        MedleyServer.Builder declared = builder()
                .configuration("medley.yaml", "mashups: {'/trip/{name}': {reply: {body: '1'}}}")
                .partner("weather", WEATHER.uri().toString());
        assertThatThrownBy(() -> declared.start().close())
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        "medley.yaml:1:11: mashups./trip/{name}: is the path of %s/trip.mjs; expected one mashup for it"
                                .formatted(folder));
    }

    @Test
    void aFolderWithoutAScriptIsRefused() throws IOException {
        Path none = scratch.resolve("none");
        assertThatThrownBy(() -> MedleyServer.builder().scripts(none).start().close())
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(none + ": no such folder; expected a folder with scripts");

        Files.createDirectory(none);
        assertThatThrownBy(() -> MedleyServer.builder().scripts(none).start().close())
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(none + ": no script in the folder; expected a file of the name *.mjs");
    }

    @Test
    void aServerHasOneFolder() {
        MedleyServer.Builder builder = builder();

        assertThatIllegalStateException()
                .isThrownBy(() -> builder.scripts(Path.of("more")))
                .withMessage("the builder has the scripts of %s already; expected one folder".formatted(folder));
    }

    private MedleyServer.Builder builder() {
        return MedleyServer.builder()
                .port(0)
                .settings(settings -> settings.drain(Duration.ZERO))
                .scripts(folder);
    }

    private void write(String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, text);
    }

    private static ReloadReport reload(MedleyServer server) throws Exception {
        return server.reload().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    private static HttpResponse<String> get(MedleyServer server, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.uri().resolve(path)).build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    }

    @WebServlet("/plain")
    private static final class PlainServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.text("plain"));
        }
    }
}
