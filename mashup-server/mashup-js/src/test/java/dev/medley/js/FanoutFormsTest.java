package dev.medley.js;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.experiment.server.Experiment;
import dev.medley.server.internal.samples.FanoutServlet;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The three forms of the mashup that experiments compare. */
class FanoutFormsTest {

    @TempDir
    private static Path folder = Path.of("");

    private static ScriptServer server;

    @BeforeAll
    static void start() throws IOException {
        Path scripts = Files.createDirectory(folder.resolve("scripts"));
        Files.writeString(scripts.resolve("fanout.mjs"), resource("fanout.mjs"));
        String declaration = "partners: {}\nmashups:\n" + resource("fanout.yaml");
        server = ScriptServer.start(
                scripts,
                change -> change.configuration("fanout.yaml", declaration).mashup(new FanoutServlet()));
    }

    @AfterAll
    static void close() throws IOException {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"c=1", "c=6", "c=3&delay=20&size=2000", "c=256&size=100"})
    void haveTheSameReply(String query) throws Exception {
        HttpResponse<String> servlet = server.get("/fanout?" + query);
        assertThat(servlet.statusCode()).isEqualTo(200);

        for (String form : new String[] {"/declared", "/script"}) {
            HttpResponse<String> reply = server.get(form + "/fanout?" + query);
            assertThat(reply.statusCode()).as(form).isEqualTo(200);
            assertThat(reply.body()).as(form).isEqualTo(servlet.body());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/fanout?c=257", "/declared/fanout?c=257", "/script/fanout?c=257", "/script/fanout"})
    void haveBounds(String path) throws Exception {
        assertThat(server.get(path).statusCode()).isEqualTo(400);
    }

    private static String resource(String name) throws IOException {
        try (InputStream resource =
                Experiment.class.getResourceAsStream("/dev/medley/loadtest/experiment/paper/" + name)) {
            return new String(Objects.requireNonNull(resource, name).readAllBytes(), UTF_8);
        }
    }
}
