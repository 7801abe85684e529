package dev.medley.js;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts of a web application in Tomcat, with the module beside the server in {@code WEB-INF/lib}. */
class ScriptsInWarTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static final PartnerStubs WEATHER =
            PartnerStubs.builder().answer("GET", "/sky", 200, "{\"blue\":true}").start();

    @TempDir
    private static Path scratch = Path.of("");

    private static Path war = Path.of("");

    @BeforeAll
    static void unpack() throws IOException {
        war = ScriptWar.unpack(scratch.resolve("war"));
        write("mashups/lib/text.mjs", "export const shout = text => text.toUpperCase();");
    }

    @AfterAll
    static void closePartner() {
        WEATHER.close();
    }

    @Test
    void scriptsAreServedBesideDeclaredMashups() throws Exception {
        configure("mashups: {/declared: {reply: {body: '1'}}, '/trip/{city}': {priority: high}}");
        write("mashups/trip.mjs", """
                import {shout} from './lib/text.mjs';
                export const path = '/trip/{city}';
                export default async ({params}, {partners}) => {
                  const sky = await partners.weather.get('/sky').json();
                  return {city: shout(params.city), ...sky};
                };
                """);

        try (TomcatServer tomcat = TomcatServer.start(war, scratch)) {
            HttpResponse<String> reply = get(tomcat, "/trip/Rome");
            assertThat(reply.body()).isEqualTo("{\"city\":\"ROME\",\"blue\":true}");
            assertThat(reply.headers().firstValue("Medley-Manifest").orElseThrow())
                    .startsWith("weather;completed;status=200;");
            assertThat(get(tomcat, "/declared").body()).isEqualTo("1");
            assertThat(get(tomcat, "/trip").statusCode()).isEqualTo(404);

            WeakReference<ClassLoader> before = new WeakReference<>(tomcat.classLoader());
            tomcat.redeploy();
            assertThat(get(tomcat, "/trip/Oslo").body()).isEqualTo("{\"city\":\"OSLO\",\"blue\":true}");
            await().untilAsserted(() -> {
                System.gc();
                assertThat(before.get()).isNull();
            });
        }
    }

    @Test
    void anApplicationWithAWrongScriptDoesNotStart() throws IOException {
        configure("");
        write("mashups/trip.mjs", "export const path = '/trip';");

        assertThatThrownBy(() -> TomcatServer.start(war, scratch).close())
                .hasMessageContaining(
                        "the mashups cannot start: WEB-INF/mashups/trip.mjs: the export default is missing;");
    }

    @Test
    void anApplicationWithoutTheModuleIsToldWhatItLacks() throws IOException {
        Path without = ScriptWar.unpackWithoutModule(scratch.resolve("without"));
        Files.createDirectories(without.resolve("WEB-INF/mashups"));
        Files.writeString(without.resolve("WEB-INF/mashups/trip.mjs"), "export const path = '/trip';");
        Files.writeString(without.resolve("WEB-INF/medley.yaml"), "{}");

        assertThatThrownBy(() -> TomcatServer.start(without, scratch).close())
                .hasMessageContaining(
                        "the mashups cannot start: WEB-INF/mashups/trip.mjs: there is no engine for scripts;"
                                + " expected mashup-js.jar, and what it needs, in WEB-INF/lib");
    }

    private static void configure(String mashups) throws IOException {
        write("medley.yaml", "partners: {weather: {url: '%s'}}\n%s\n".formatted(WEATHER.uri(), mashups));
    }

    private static void write(String path, String text) throws IOException {
        Path file = war.resolve("WEB-INF").resolve(path);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, text);
    }

    private static HttpResponse<String> get(TomcatServer tomcat, String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + tomcat.port() + TomcatServer.APPLICATION + path);
        return CLIENT.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }
}
