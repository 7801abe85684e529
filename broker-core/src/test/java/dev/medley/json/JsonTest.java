package dev.medley.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

class JsonTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "null",
                "true",
                "0",
                "-1.5e-10",
                "\"text\"",
                " \r\n\t{\"a\": [1, 2.5, {\"b\": null}]} \n",
                "{\"a\":{\"a\":{\"a\":1}}}",
                "[{\"a\":1},{\"a\":2}]",
                "\"é€😀\"",
                "\"\\u00e9\\ud83d\\ude00\\n\"",
                "{\"long enough to be looked at eight bytes at a time\":\"and then é in the middle of it all\"}"
            })
    void aDocumentIsTakenAsItIs(String text) throws MalformedJsonException {
        Json json = Json.parse(text.getBytes(UTF_8));
        assertThat(json.bytes()).isEqualTo(text.getBytes(UTF_8));
        assertThat(json).hasToString(text);
        assertThatNoException().isThrownBy(json::tree);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "}",
                "[1,]",
                "{\"a\":1,}",
                "{\"a\":1,,\"b\":2}",
                "{\"a\" 1}",
                "{a:1}",
                "{'a':1}",
                "[1 2]",
                "01",
                "+1",
                ".5",
                "5.",
                "1e",
                "0x10",
                "NaN",
                "Infinity",
                "nul",
                "truefalse",
                "\"open",
                "\"tab\there\"",
                "\"\\x\"",
                "\"\\u12\"",
                "// comment\n1",
                "[1/* comment */]",
                "{\"partner\":0,\"status\":\"o"
            })
    void whatIsNotADocumentIsRefusedWithItsPlace(String text) {
        assertRefused(text.getBytes(UTF_8), "broken JSON: ", "line ", "column ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n\t\r "})
    void anEmptyBodyIsNoDocument(String text) {
        assertRefused(text.getBytes(UTF_8), "empty");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{} {}", "1 2", "[]\nnull", "{}x", "\"a\"\"b\""})
    void twoDocumentsAreNotOne(String text) {
        assertThatExceptionOfType(MalformedJsonException.class).isThrownBy(() -> Json.parse(text.getBytes(UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":1,\"a\":2}", "[{\"b\":{\"x\":1,\"y\":2,\"x\":3}}]", "{\"a\":1,\"\\u0061\":2}"})
    void aNameThatOccursTwiceIsRefused(String text) {
        assertRefused(text.getBytes(UTF_8), "occurs twice");
    }

    @ParameterizedTest
    @MethodSource
    void bytesThatAreNotUtf8AreRefused(String what, byte[] inside) {
        byte[] text = ("[\"some text before it " + new String(inside, ISO_8859_1) + "\"]").getBytes(ISO_8859_1);
        assertRefused(text, "not UTF-8");
    }

    static Stream<Arguments> bytesThatAreNotUtf8AreRefused() {
        return Stream.of(
                bytes("a lonely continuation", 0x80),
                bytes("a sequence that breaks off", 0xC3, '('),
                bytes("an impossible byte", 0xFF),
                bytes("an overlong slash", 0xC0, 0xAF),
                bytes("a long overlong slash", 0xE0, 0x80, 0xAF),
                bytes("a surrogate", 0xED, 0xA0, 0x80),
                bytes("beyond the last character", 0xF4, 0x90, 0x80, 0x80),
                bytes("Latin 1", 0xE9));
    }

    @Test
    void utf16IsRefused() {
        for (Charset wide : List.of(UTF_16BE, UTF_16LE, Charset.forName("UTF-32BE"), Charset.forName("UTF-32LE"))) {
            assertRefused("{\"a\":1}".getBytes(wide), "zero byte");
        }
        assertRefused("[1234567890,\"\u0000\"]".getBytes(UTF_8), "zero byte");
    }

    @Test
    void aByteOrderMarkIsRefused() {
        assertRefused("\uFEFF{}".getBytes(UTF_8), "byte order mark");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":"})
    void aDocumentThatIsTooDeepIsRefusedAndDoesNotOverflowTheStack(String open) {
        assertRefused(open.repeat(100_000).getBytes(UTF_8), "depth");
        String closed = "[".repeat(100_000) + "]".repeat(100_000);
        assertRefused(closed.getBytes(UTF_8), "depth");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "0.", "1e", "[[", "[0,", "{\"a\":"})
    void aNumberOfAMillionDigitsIsRefusedBeforeItCostsTime(String before) {
        assertRefused((before + "7".repeat(1_000_000)).getBytes(UTF_8), "umber");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\ud800", "a\\udc00", "\\udc00\\ud800", "\\ud800a", "\\ud800\\ud800\\udc00"})
    void aNameOfWhichJacksonMakesNoTreeIsRefused(String name) {
        String text = "{\"" + name + "\":1}";

        assertThatExceptionOfType(JacksonException.class)
                .isThrownBy(() -> JsonMapper.shared().readTree(text.getBytes(UTF_8)));
        assertRefused(text.getBytes(UTF_8), "a name with half of a surrogate pair, at line 1, column 2");
    }

    @Test
    void aDocumentThatIsAsDeepAsAllowedCanBePutIntoAnother() throws MalformedJsonException {
        Json deep = Json.parse(("[".repeat(500) + "]".repeat(500)).getBytes(UTF_8));

        Json put = new JsonObject().member("deep", deep).toJson();
        assertThat(Json.of(Map.of("deep", deep.tree()))).isEqualTo(put);
        assertThat(put.tree().get("deep")).isEqualTo(deep.tree());
    }

    @Test
    void aDocumentOfManySmallPartsIsRead() throws MalformedJsonException {
        String text = "[" + "{\"a\":[1,2,3]},".repeat(100_000) + "0]";
        assertThat(Json.parse(text.getBytes(UTF_8)).tree().size()).isEqualTo(100_001);
    }

    @Test
    void aDocumentIsMadeOfAValueAndReadAsOne() {
        Json json = Json.of(new City("Zürich", 7));
        assertThat(json).hasToString("{\"name\":\"Zürich\",\"celsius\":7}");
        assertThat(json.as(City.class)).isEqualTo(new City("Zürich", 7));
        assertThat(json.tree().get("celsius").asInt()).isEqualTo(7);
        assertThat(json.tree()).isSameAs(json.tree());
        assertThat(json).isEqualTo(Json.of(new City("Zürich", 7))).hasSameHashCodeAs(Json.of(new City("Zürich", 7)));
        assertThat(json).isNotEqualTo(Json.of(Map.of()));
    }

    record City(String name, int celsius) {}

    private static Arguments bytes(String what, int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return Arguments.of(what, bytes);
    }

    private static void assertRefused(byte[] bytes, String... says) {
        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> Json.parse(bytes))
                .satisfies(
                        fault -> assertThat(fault.getMessage()).contains(says).hasSizeLessThan(1000));
    }
}
