package dev.medley.format.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.medley.format.Content;
import dev.medley.format.Format;
import dev.medley.json.Json;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class XmlWriterTest {

    private static final String DECLARATION = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'a': 'b'} | <a>b</a>",
                "{'a': ''} | <a/>",
                "{'a': null} | <a/>",
                "{'a': {}} | <a/>",
                "{'a': 9.5} | <a>9.5</a>",
                "{'a': true} | <a>true</a>",
                "{'a': {'@id': 7, 'b': [1, null, {'@x': 'y'}], '@none': null}} | <a id=\"7\"><b>1</b><b/><b x=\"y\"/></a>",
                "{'a': {'b': []}} | <a/>",
                "{'a': {'#text': 'x', '@y': 'z'}} | <a y=\"z\">x</a>",
                "{'p:a': {'@xmlns:p': 'urn:p', 'p:b': {'p:c': 1}}} | <p:a xmlns:p=\"urn:p\"><p:b><p:c>1</p:c></p:b></p:a>",
                "{'a': {'@xml:lang': 'en'}} | <a xml:lang=\"en\"/>",
                "{'préçis': 1} | <préçis>1</préçis>"
            })
    void aMapIsWrittenInTheShapeInWhichItIsRead(String value, String document) {
        assertThat(written(tree(value), StandardCharsets.UTF_8)).isEqualTo(DECLARATION + document);
    }

    @Test
    void whatIsWrittenIsReadAsItWas() throws Exception {
        Map<String, Object> tree = Map.of(
                "order",
                Map.of(
                        "@id", "a\"b'c\t\n",
                        "note", "]]> & < > \" ' \ud83d\ude00",
                        "line", List.of("1", Map.of("@n", "2", "#text", "x"), "")));

        assertThat(Format.XML.read(new Content(XmlWriter.document(tree, StandardCharsets.UTF_8), null)))
                .isEqualTo(tree);
    }

    @Test
    void aCarriageReturnSurvivesTheParser() throws Exception {
        Map<String, Object> tree = Map.of("a", "b\r\nc\rd");

        assertThat(Format.XML.read(new Content(XmlWriter.document(tree, StandardCharsets.UTF_8), null)))
                .isEqualTo(tree);
    }

    @ParameterizedTest
    @ValueSource(strings = {"iso-8859-1", "us-ascii", "utf-16", "utf-16le", "windows-1252"})
    void charactersThatACharsetLacksBecomeReferences(String name) throws Exception {
        Charset charset = Charset.forName(name);
        Map<String, Object> tree = Map.of("a", "Zoë € \ud83d\ude00");

        byte[] bytes = XmlWriter.document(tree, charset);

        assertThat(Format.XML.read(new Content(bytes, "application/xml;charset=" + name)))
                .isEqualTo(tree);
        if (!name.startsWith("utf-16")) {
            assertThat(Format.XML.read(new Content(bytes, null))).isEqualTo(tree);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "[] | expected an object with one member, the root element",
                "{} | expected an object with one member, the root element",
                "{'a': 1, 'b': 2} | expected an object with one member, the root element",
                "{'@a': 1} | expected an object with one member, the root element",
                "{'a': [1]} | the root element is an array; expected one element",
                "{'a b': 1} | at /a b: 'a b' is not the name of an element",
                "{'a><b': 1} | at /a><b: 'a><b' is not the name of an element",
                "{'a': {'@1': 1}} | at /a: '1' is not the name of an attribute",
                "{'a': {'b:c:d': 1}} | at /a/b:c:d: 'b:c:d' is not the name of an element",
                "{'a': {'': 1}} | at /a/: '' is not the name of an element",
                "{'a': {'p:b': 1}} | at /a/p:b: the prefix of 'p:b' is not declared; expected '@xmlns:p' at an element around it",
                "{'a': {'b': {'@xmlns:p': 'u'}, 'p:c': 1}} | at /a/p:c: the prefix of 'p:c' is not declared; expected '@xmlns:p' at an element around it",
                "{'a': {'xmlns:b': 1}} | at /a/xmlns:b: the prefix of 'xmlns:b' is not declared; expected '@xmlns:xmlns' at an element around it",
                "{'a': {'@b': {}}} | at /a/@b: an object; expected text, a number or a boolean",
                "{'a': {'b': [[1]]}} | at /a/b: an array in an array; expected elements",
                "{'a': '\\u0000'} | at /a: the character U+0000, which XML does not have",
                "{'a': {'@b': '\\ud800'}} | at /a/@b: the character U+D800, which XML does not have",
                "{'a': '\\uffff'} | at /a: the character U+FFFF, which XML does not have"
            })
    void whatXmlDoesNotHaveIsRefusedWithItsPlace(String value, String fault) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> written(tree(value), StandardCharsets.UTF_8))
                .withMessage("cannot be written as XML: " + fault);
    }

    @Test
    void aPrefixThatIsDeclaredOnceMoreIsThereBehindIt() {
        assertThat(written(
                        tree("{'a': {'@xmlns:p': 'u', 'p:b': {'@xmlns:p': 'v', 'p:c': 1}, 'p:d': 2}}"),
                        StandardCharsets.UTF_8))
                .endsWith("<a xmlns:p=\"u\"><p:b xmlns:p=\"v\"><p:c>1</p:c></p:b><p:d>2</p:d></a>");
    }

    @Test
    @Timeout(60)
    void manyPrefixesAreNotCopiedToEachElement() {
        Map<String, Object> root = new LinkedHashMap<>();
        for (int i = 0; i < 50_000; i++) {
            root.put("@xmlns:p" + i, "u");
        }
        root.put("b", Collections.nCopies(50_000, Map.of("@xmlns:q", "u")));

        assertThat(written(Map.of("a", root), StandardCharsets.UTF_8)).endsWith("<b xmlns:q=\"u\"/></a>");
    }

    @Test
    void aNameThatTheCharsetLacksIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> written(Map.of("π", "1"), StandardCharsets.ISO_8859_1))
                .withMessage(
                        "cannot be written as XML: at /π: the name 'π' has a character that ISO-8859-1 does not have");
    }

    @Test
    void aMapThatContainsItselfEnds() {
        Map<String, Object> circle = new HashMap<>();
        circle.put("a", circle);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> written(circle, StandardCharsets.UTF_8))
                .withMessageContaining("a nesting depth of more than 250");
    }

    @Test
    void valuesOfJavaAreWrittenAsNumbersOrRefused() {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("a", Arrays.asList(5.0, 1e10, 0.1f, new BigDecimal("1E+3"), 'x' + "y", null));

        assertThat(written(Map.of("r", values), StandardCharsets.UTF_8))
                .endsWith("<r><a>5</a><a>10000000000</a><a>0.1</a><a>1000</a><a>xy</a><a/></r>");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> written(Map.of("r", Double.NaN), StandardCharsets.UTF_8))
                .withMessageEndingWith("at /r: the number NaN; expected a finite one");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> written(Map.of("r", Thread.State.NEW), StandardCharsets.UTF_8))
                .withMessageEndingWith(
                        "at /r: a value of java.lang.Thread$State; expected text, a number or a boolean");
    }

    private static String written(@Nullable Object value, Charset charset) {
        return new String(XmlWriter.document(value, charset), charset);
    }

    /** Returns the tree of JSON in single quotes. */
    private static Object tree(String json) {
        try {
            return Objects.requireNonNull(Json.parse(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8))
                    .as(Object.class));
        } catch (dev.medley.json.MalformedJsonException x) {
            throw new AssertionError(x);
        }
    }
}
