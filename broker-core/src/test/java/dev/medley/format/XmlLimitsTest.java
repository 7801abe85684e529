package dev.medley.format;

import static dev.medley.format.Bodies.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.medley.json.Json;
import dev.medley.json.JsonLimits;
import dev.medley.json.MalformedJsonException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An XML document cannot take memory or time without bound, in any version of the JDK, and has nothing printed. */
class XmlLimitsTest {

    private final PrintStream standardError = System.err;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @BeforeEach
    void keepWhatIsPrinted() {
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void nothingIsPrinted() {
        System.setErr(standardError);
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void aTreeIsAsDeepAsOneOfJson() throws Exception {
        String begin = "<a><a/>".repeat(249) + "<a x='1'>";

        Json written = Json.of(tree(begin + "</a>".repeat(250)));

        assertThatNoException().isThrownBy(() -> Json.parse(written.bytes()));
        assertThat(refusal("<a><a/>".repeat(250) + "<a/>" + "</a>".repeat(250)))
                .endsWith(": a nesting depth of more than 250");
        assertThat(depthOfJson()).isEqualTo(500);
    }

    private static long depthOfJson() {
        return IntStream.iterate(1, depth -> depth + 1)
                .takeWhile(XmlLimitsTest::isDepthOfJson)
                .count();
    }

    private static boolean isDepthOfJson(int depth) {
        try {
            Json.parse(utf8("[".repeat(depth) + "]".repeat(depth)));
            return true;
        } catch (MalformedJsonException x) {
            return false;
        }
    }

    @Test
    void aDocumentAHundredThousandElementsDeepIsRefused() {
        assertThat(refusal("<a>".repeat(100_000))).isEqualTo("line 1, column 754: a nesting depth of more than 250");
        assertThat(refusal("<a>".repeat(100_000) + "</a>".repeat(100_000)))
                .isEqualTo("line 1, column 754: a nesting depth of more than 250");
    }

    @Test
    void tenThousandAttributesAreRead() throws Exception {
        Map<String, String> attributes =
                IntStream.range(0, 10_000).boxed().collect(Collectors.toMap(i -> "@n" + i, i -> "v"));

        assertThat(tree("<a " + attributes(10_000) + "/>")).isEqualTo(Map.of("a", attributes));
    }

    @Test
    void aMillionAttributesAreRefused() {
        assertThat(refusal("<a " + attributes(10_001) + "/>")).contains("\"a\" has more than \"10,000\" attributes");
        assertThat(refusal("<a " + attributes(1_000_000) + "/>")).contains("\"a\" has more than \"10,000\" attributes");
    }

    private static String attributes(int count) {
        return IntStream.range(0, count).mapToObj(i -> "n" + i + "='v'").collect(Collectors.joining(" "));
    }

    @Test
    void aNameHasAThousandCharactersAtMost() throws Exception {
        String name = "n".repeat(1000);

        assertThat(tree("<" + name + " " + name + "='v'/>")).isEqualTo(Map.of(name, Map.of("@" + name, "v")));
        assertThat(refusal("<n" + name + "/>")).contains("\"1,001\"", "\"1,000\"");
        assertThat(refusal("<a n" + name + "='v'/>")).contains("\"1,001\"", "\"1,000\"");
    }

    @Test
    void charactersThatAreEscapedHaveNoLimitOfTheirOwn() throws Exception {
        assertThat(tree("<a b='" + "&amp;".repeat(300_000) + "'>" + "&lt;".repeat(300_000) + "&#65;".repeat(300_000)
                        + "</a>"))
                .isEqualTo(Map.of(
                        "a", Map.of("@b", "&".repeat(300_000), "#text", "<".repeat(300_000) + "A".repeat(300_000))));
    }

    @Test
    void aTextMayBeOfAnyLength() throws Exception {
        String text = "x ".repeat(5_000_000) + "x";

        assertThat(tree("<a>" + text + "</a>")).isEqualTo(Map.of("a", text));
    }

    @Test
    void elementsAttributesAndTextsAreTokens() throws Exception {
        String document = "<a b='1'>2<c/>3<d>4</d> <e> </e></a>";

        Bodies.tree(Format.XML, utf8(document), null, new JsonLimits(10, 7));
        assertThat(refusal(document, new JsonLimits(10, 6)))
                .isEqualTo("line 1, column 37: more than 6 elements, attributes and texts");
        assertThat(refusal("<a>" + "<b/>".repeat(2_000_000) + "</a>", JsonLimits.DEFAULT))
                .endsWith(": more than 2000000 elements, attributes and texts");
    }

    @Test
    void namesAreCountedInTheElementsThatAreOpen() throws Exception {
        String document = "<a b='1'><c><d/><d/></c><c><d/><e/></c></a>";

        Bodies.tree(Format.XML, utf8(document), null, new JsonLimits(4, 100));
        assertThat(refusal(document, new JsonLimits(3, 100))).isEqualTo("line 1, column 36: more than 3 names");
        assertThat(refusal(
                        "<a>"
                                + IntStream.range(0, 100_001)
                                        .mapToObj(i -> "<b" + i + "/>")
                                        .collect(Collectors.joining()),
                        JsonLimits.DEFAULT))
                .endsWith(": more than 100000 names");
    }

    @Test
    void aDoctypeWithoutEndIsRefused() {
        assertThat(refusal("<!DOCTYPE a [ <!ENTITY")).isEqualTo("line 1, column 1: a DOCTYPE is not allowed");
    }

    private static Object tree(String document) throws FormatException {
        Object tree = Bodies.tree(Format.XML, utf8(document), null, JsonLimits.DEFAULT);
        assertThat(tree).isNotNull();
        return tree;
    }

    private static String refusal(String document) {
        return refusal(document, JsonLimits.DEFAULT);
    }

    private static String refusal(String document, JsonLimits limits) {
        return Bodies.refusal(Format.XML, utf8(document), null, limits);
    }
}
