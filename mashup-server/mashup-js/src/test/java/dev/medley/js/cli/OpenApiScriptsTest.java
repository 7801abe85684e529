package dev.medley.js.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code medley openapi} with scripts. */
final class OpenApiScriptsTest {

    @TempDir
    private Path folder;

    @Test
    void theDocumentHasThePathsOfScripts() throws IOException {
        Ran ran = openApi("export const path = '/trip/{city}', methods = ['POST']; export default () => 1;");

        assertThat(ran.code()).as(ran.errors()).isZero();
        assertThat(ran.output())
                .startsWith("openapi: 3.1.0\n")
                .contains("\n  /trip/{city}:\n    post:\n      operationId: postTripByCity\n      parameters:\n");
    }

    @Test
    void aScriptThatIsWrongHasItsPlace() throws IOException {
        Ran ran = openApi("export const path = 'trip'; export default () => 1;");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.errors()).contains("trip.mjs:1:14: the export path is 'trip': ");
    }

    private Ran openApi(String script) throws IOException {
        Path file = Files.writeString(folder.resolve("medley.yaml"), "partners: {}\n");
        Files.writeString(folder.resolve("trip.mjs"), script);
        return Ran.command(List.of("openapi", file.toString(), "--mashups", folder.toString()));
    }
}
