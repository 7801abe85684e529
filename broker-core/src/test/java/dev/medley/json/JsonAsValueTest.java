package dev.medley.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SubmissionPublisher;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A document within a value is written as the document that it is; a value that is none is refused with its place. */
class JsonAsValueTest {

    private static final Json DOCUMENT = parse("{\"b\": 1,  \"a\": [1.50, \"\\u00e9\"]}");

    @Test
    void aDocumentInAMapIsWrittenAsItIs() {
        assertThat(Json.of(Map.of("u", DOCUMENT))).hasToString("{\"u\":" + DOCUMENT + "}");
    }

    @Test
    void aDocumentInARecordOrAListIsWrittenAsItIs() {
        assertThat(Json.of(new Page("x", List.of(DOCUMENT), Optional.of(DOCUMENT))))
                .hasToString("{\"title\":\"x\",\"parts\":[" + DOCUMENT + "],\"more\":" + DOCUMENT + "}");
    }

    @Test
    void aDocumentOfADocumentIsTheSame() {
        assertThat(Json.of(DOCUMENT)).isSameAs(DOCUMENT);
    }

    @Test
    void aMapperOfTheMashupWritesItToo() {
        assertThat(JsonMapper.builder().build().writeValueAsString(Map.of("u", DOCUMENT)))
                .isEqualTo("{\"u\":" + DOCUMENT + "}");
    }

    @Test
    void aTreeOfAValueHasTheTreeOfTheDocument() {
        JsonNode tree = JsonMapper.builder().build().valueToTree(Map.of("u", List.of(DOCUMENT)));

        assertThat(tree.at("/u/0")).isEqualTo(DOCUMENT.tree());
    }

    @Test
    void aPartOfADocumentIsReadAsADocument() {
        Page page = parse("{\"title\":\"t\",\"parts\":[{\"x\":1},[2]],\"more\":null}")
                .as(Page.class);

        assertThat(page.parts).extracting(Json::toString).containsExactly("{\"x\":1}", "[2]");
    }

    @Test
    void nullIsADocument() {
        assertThat(Json.of(null)).hasToString("null");
    }

    @Test
    void whatIsMissingInADocumentIsMissingInTheValueThatHasIt() {
        Json part = DOCUMENT.withMissing(Map.of("news", "timeout"));

        assertThat(Json.of(new Page("x", List.of(DOCUMENT, part), Optional.of(part)))
                        .missing())
                .containsExactlyInAnyOrderEntriesOf(Map.of("parts.1.news", "timeout", "more.news", "timeout"));
        assertThat(Json.of(List.of(Map.of("a", 1), Map.of("b", Map.of("c", part))))
                        .missing())
                .containsExactly(Map.entry("1.b.c.news", "timeout"));
    }

    @ParameterizedTest
    @MethodSource
    void aValueThatIsNoDocumentIsRefusedWithItsPlace(Object value, String type, String advice) {
        assertThatThrownBy(() -> Json.of(value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(type)
                .hasMessageContaining(advice);
        assertThatThrownBy(() -> Json.of(Map.of("a/b", List.of(1, new Holder(value)))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the value cannot be written as JSON, at /a~1b/1/held")
                .hasMessageContaining(advice);
    }

    static Stream<Arguments> aValueThatIsNoDocumentIsRefusedWithItsPlace() {
        return Stream.of(
                refused("a stage", new CompletableFuture<>(), "CompletableFuture", "as a member of its own"),
                refused(
                        "a stage that is complete",
                        CompletableFuture.completedFuture(1),
                        "CompletableFuture",
                        "thenApply"),
                refused(
                        "a minimal stage",
                        CompletableFuture.completedStage(1),
                        "MinimalStage",
                        "as a member of its own"),
                refused("a publisher", new SubmissionPublisher<>(), "SubmissionPublisher", "Reply.stream"),
                refused("a stream", Stream.of(1), "Head", "stream"),
                refused("an object without properties", new Object(), "Object", "no properties"),
                refused("a getter that fails", new Failing(1), "/name", "not today"));
    }

    @ParameterizedTest
    @MethodSource
    void aNumberThatJsonDoesNotHaveIsRefused(Object value, String shown) {
        assertThatThrownBy(() -> Json.of(new Holder(value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the value cannot be written as JSON, at /held")
                .hasMessageContaining(shown + " is not a JSON number");
    }

    static Stream<Arguments> aNumberThatJsonDoesNotHaveIsRefused() {
        return Stream.of(
                Arguments.of(Double.NaN, "NaN"),
                Arguments.of(Float.NEGATIVE_INFINITY, "-Infinity"),
                Arguments.of(Map.of("mean", 0.0 / 0), "NaN"),
                Arguments.of(new double[] {1, 1 / 0.0}, "Infinity"),
                Arguments.of(new float[] {Float.NaN}, "NaN"));
    }

    @Test
    void aDocumentWithANumberBeyondThoseOfJavaIsWrittenAsItIs() {
        assertThat(Json.of(new Holder(parse("1e400")))).hasToString("{\"held\":1e400}");
    }

    @Test
    void aValueThatHasItselfInItIsRefused() {
        List<Object> itself = new ArrayList<>();
        itself.add(itself);

        assertThatThrownBy(() -> Json.of(itself)).isInstanceOf(IllegalArgumentException.class);
    }

    private static Arguments refused(String name, Object value, String type, String advice) {
        return Arguments.of(Named.of(name, value), type, advice);
    }

    private static Json parse(String text) {
        try {
            return Json.parse(text.getBytes(UTF_8));
        } catch (MalformedJsonException x) {
            throw new IllegalArgumentException(x);
        }
    }

    private record Page(String title, List<Json> parts, Optional<Json> more) {}

    private record Holder(Object held) {}

    private record Failing(int name) {

        @Override
        @SuppressWarnings({"DoNotCallSuggester", "UnusedMethod"}) // Called by Jackson.
        public int name() {
            throw new IllegalStateException("not today");
        }
    }
}
