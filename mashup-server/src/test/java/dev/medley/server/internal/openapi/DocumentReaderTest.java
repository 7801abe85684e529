package dev.medley.server.internal.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class DocumentReaderTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\": {\"b\": [true, 1, null, \"x\"]}}",
                "a:\n  b: [true, 1, null, x]\n",
                "\uFEFFa: {b: [true, 1, null, x]}",
                " \n {\"a\": {\"b\": [true, 1, null, \"x\"]}}",
                "base: &base {b: [true, 1, null, x]}\na: *base\n",
                "list: &list [true, 1, null, x]\na: {b: *list}\n",
                "x: &x 7\na: {b: [true, 1, *x, x]}\n"
            })
    void jsonAndYamlAreReadWithTheirAliases(String text) throws ApiDocumentException {
        assertThat(DocumentReader.parse(text).path("a").toString()).isEqualTo("{\"b\":[true,\"1\",null,\"x\"]}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"a": }       | is not JSON: Unexpected character ('}' (code 125)): expected a value
            {"a": 1       | is not JSON: Unexpected end-of-input
            a: [          | is not YAML: expected the node content, but found '<stream end>' in line
            a: 'b         | is not YAML: found unexpected end of stream in line
            """)
    void aTextThatIsNeitherIsRefusedWithItsLine(String text, String message) {
        assertThatExceptionOfType(ApiDocumentException.class)
                .isThrownBy(() -> DocumentReader.parse(text))
                .withMessageStartingWith(message)
                .withMessageContaining(" line 1");
    }

    @Test
    void aControlCharacterIsRefused() {
        assertThatExceptionOfType(ApiDocumentException.class)
                .isThrownBy(() -> DocumentReader.parse("a: \u0001"))
                .withMessageStartingWith("is not YAML: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":", "[", "- ", "[{b: "})
    void aDocumentOfManyLevelsIsRefused(String level) throws ApiDocumentException {
        for (int levels : new int[] {DocumentReader.MAX_DEPTH + 2, 100_000}) {
            assertThatExceptionOfType(ApiDocumentException.class)
                    .isThrownBy(() -> DocumentReader.parse(level.repeat(levels)))
                    .withMessage("has more than 200 levels");
        }
    }

    @Test
    void aDocumentOfAFewLevelsIsRead() throws ApiDocumentException {
        int levels = DocumentReader.MAX_DEPTH - 1;
        JsonNode root = DocumentReader.parse("{\"a\":" + "[".repeat(levels) + "1" + "]".repeat(levels) + "}");
        assertThat(root.path("a").path(0).isArray()).isTrue();
    }

    @Test
    void aCycleOfAliasesIsATreeThatLeadsToItself() throws ApiDocumentException {
        JsonNode root = DocumentReader.parse("a: &a\n  b: *a\n");
        assertThat(root.path("a").path("b").path("b")).isSameAs(root.path("a"));
    }

    @Test
    void aliasesOfAliasesTakeNoMoreMemoryThanTheirText() throws ApiDocumentException {
        StringBuilder text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 60; i++) {
            text.append(
                    "a%d: &a%d [%s]\n".formatted(i, i, "*a%d, ".formatted(i - 1).repeat(9) + "*a" + (i - 1)));
        }
        JsonNode root = DocumentReader.parse(text.toString());
        assertThat(root.path("a59").path(0)).isSameAs(root.path("a58"));
    }

    @Test
    void aFileThatCannotBeReadIsRefused() {
        assertThatExceptionOfType(ApiDocumentException.class)
                .isThrownBy(() -> DocumentReader.read(folder.resolve("none.yaml")))
                .withMessage("does not exist");
        assertThatExceptionOfType(ApiDocumentException.class)
                .isThrownBy(() -> DocumentReader.read(folder))
                .withMessage("is a folder");
    }

    @Test
    void aFileOfTenMegabytesIsReadAndOneThatIsTooLargeIsRefused() throws IOException, ApiDocumentException {
        Path file = folder.resolve("large.json");
        StringBuilder text = new StringBuilder("{\"openapi\": \"3.1.0\", \"paths\": {");
        for (int i = 0; text.length() < 10_000_000; i++) {
            text.append("\"/resource-").append(i).append("/{id}/items/{item}\": {\"get\": {\"responses\": {}}},\n");
        }
        Files.writeString(file, text.append("\"/last\": {\"get\": {}}}}"));
        PartnerApi api = PartnerApi.of(DocumentReader.read(file));
        assertThat(api.find(PathPattern.ofTemplate("/last"), PathPattern.ofTemplate("")))
                .hasSize(1);
        assertThat(api.suggestion(PathPattern.ofTemplate("/lost"))).isEqualTo("did you mean /last?");

        Files.write(file, new byte[DocumentReader.MAX_BYTES + 1]);
        assertThatExceptionOfType(ApiDocumentException.class)
                .isThrownBy(() -> DocumentReader.read(file))
                .withMessage("is larger than 16 MiB");
    }

    /** The parser of YAML has a limit of its own, and once failed where a character of two chars crosses its buffer. */
    @Test
    void aLargeFileInYamlWithEmojiIsRead() throws ApiDocumentException {
        JsonNode root = DocumentReader.parse(
                "# A long comment.\n".repeat(200_000) + "a: '" + "\uD83D\uDE80x".repeat(10_000) + "'\nb: c\n");
        assertThat(root.path("b").stringValue()).isEqualTo("c");
    }
}
