package dev.medley.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * Documents that each parser must accept or must refuse by RFC 8259, and those that it may treat either way, in the manner
 * of Nicolas Seriot's "Parsing JSON is a Minefield". Texts stand for bytes, one character each.
 */
class JsonConformanceTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                // Arrays.
                "[]",
                "[ ]",
                "[[]   ]",
                "[\"\"]",
                "[\"a\"]",
                "[false]",
                "[null, 1, \"1\", {}]",
                "[1\n]",
                " [1]",
                "[2] ",
                "[1,null,null,null,2]",
                // Numbers.
                "0",
                "-0",
                "[123e65]",
                "[0e+1]",
                "[0e1]",
                "[0E0]",
                "[ 4]",
                "[-0.000000000000000000000000000000000000000000000000000000000000000000000000000001]",
                "[20e1]",
                "[-0]",
                "[-123]",
                "[1E22]",
                "[1E-2]",
                "[1E+2]",
                "[123.456e78]",
                "[123.456789]",
                "[9223372036854775808]",
                // Objects.
                "{}",
                "{\"\":0}",
                "{\"asd\":\"sdf\", \"dfg\":\"fgh\"}",
                "{\"foo\\u0000bar\": 42}",
                "{ \"min\": -1.0e+28, \"max\": 1.0e+28 }",
                "{\"a\":[]}",
                "{\"x\":[{\"id\": \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}]}",
                "{\"title\":\"\\u041f\\u043e\\u043b\\u0442\\u043e\\u0440\\u0430\"}",
                "{\n\"a\": \"b\"\n}",
                // Strings.
                "\"\"",
                "\" \"",
                "[\"asd\"]",
                "[\"asd \"]",
                "[\"\\u0060\\u012a\\u12AB\"]",
                "[\"\\uD801\\udc37\"]",
                "[\"\\ud83d\\ude39\\ud83d\\udc8d\"]",
                "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]",
                "[\"\\\\u0000\"]",
                "[\"\\\"\"]",
                "[\"a/*b*/c/*d//e\"]",
                "[\"\\\\a\"]",
                "[\"\\\\n\"]",
                "[\"\\u0012\"]",
                "[\"\\uFFFF\"]",
                "[\"\\uFDD0\"]",
                "[\"\\uDBFF\\uDFFF\"]",
                "[\"\\uDBFF\\uDFFE\"]",
                "[\"new\\u00A0line\"]",
                "[\"\\u0000\"]",
                "[\"\\u002c\"]",
                "[\"\\u0022\"]",
                "[\"\\u005C\"]",
                "[\"\\u200B\"]",
                "[\"\\u2064\"]",
                "[\"\\u0061\\u30af\\u30EA\\u30b9\"]",
                "[\"new\\u000Aline\"]",
                "[\"\u007f\"]",
                "[\"a\u007fa\"]",
                // In UTF-8: U+00E9, U+03C0, U+2028, U+2029, U+FFFF, U+1BFFF, U+10FFFF.
                "[\"\u00c3\u00a9\"]",
                "[\"\u00cf\u0080\"]",
                "[\"\u00e2\u0080\u00a8\"]",
                "[\"\u00e2\u0080\u00a9\"]",
                "[\"\u00ef\u00bf\u00bf\"]",
                "[\"\u00f0\u009b\u00bf\u00bf\"]",
                "[\"\u00f4\u008f\u00bf\u00bf\"]",
                // Values alone, and blanks around them.
                "false",
                "true",
                "null",
                "42",
                "-0.1",
                "\"asd\"",
                "[\"a\"]\n",
                "\r\n\t []\t\n\r "
            })
    void whatEachParserMustAcceptIsAccepted(String document) throws MalformedJsonException {
        byte[] bytes = document.getBytes(ISO_8859_1);
        assertThat(Json.parse(bytes).bytes()).isEqualTo(bytes);
        assertThatNoException().isThrownBy(() -> Json.parse(bytes).tree());
        assertThatNoException().isThrownBy(() -> JsonMapper.shared().readTree(bytes));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // Arrays.
                "[1 true]",
                "[a\u00e5]",
                "[\"\": 1]",
                "[\"\"],",
                "[,1]",
                "[1,,2]",
                "[\"x\",,]",
                "[\"x\"]]",
                "[\"\",]",
                "[\"x\"",
                "[x",
                "[3[4]]",
                "[\u00ff]",
                "[1:2]",
                "[,]",
                "[-]",
                "[   , \"\"]",
                "[\"a\",\n4\n,1,",
                "[1,]",
                "[\"\u000ba\"\\f]",
                "[*]",
                "[1,\n1\n,1",
                "[{}",
                "[\"\"",
                "[]]",
                "]",
                "[",
                "[1",
                "[1,",
                // Literals.
                "[fals]",
                "[nul]",
                "[tru]",
                "[truee]",
                "[True]",
                "[NULL]",
                "nulll",
                "[undefined]",
                // Numbers.
                "[++1234]",
                "[+1]",
                "[+Inf]",
                "[-01]",
                "[-1.0.]",
                "[-2.]",
                "[-NaN]",
                "[.-1]",
                "[.2e-3]",
                "[0.1.2]",
                "[0.3e+]",
                "[0.3e]",
                "[0.e1]",
                "[0E+]",
                "[0E]",
                "[0e+]",
                "[0e]",
                "[1.0e+]",
                "[1.0e-]",
                "[1.0e]",
                "[1 000.0]",
                "[1eE2]",
                "[2.e+3]",
                "[2.e-3]",
                "[2.e3]",
                "[9.e+]",
                "[Inf]",
                "[NaN]",
                "[\u00ef\u00bc\u0091]",
                "[1+2]",
                "[0x1]",
                "[0x42]",
                "[Infinity]",
                "[0e+-1]",
                "[-123.123foo]",
                "[123\u00e5]",
                "[1e1\u00e5]",
                "[0\u00e5]",
                "[-Infinity]",
                "[-foo]",
                "[- 1]",
                "[-012]",
                "[-.123]",
                "[-1x]",
                "[1ea]",
                "[1e\u00e5]",
                "[1.]",
                "[.123]",
                "[1.2a-3]",
                "[1.8011670033376514H-308]",
                "[012]",
                "00",
                "-",
                // Objects.
                "[\"a\"\",\"b\"]",
                "{[: \"x\"}",
                "{\"x\", null}",
                "{\"x\"::\"b\"}",
                "{\u00f0\u009f\u0087\u00a8}",
                "{\"a\":\"a\" 123}",
                "{key: 'value'}",
                "{\"\u00b9\":\"0\",}",
                "{\"a\" b}",
                "{:\"b\"}",
                "{\"a\" \"b\"}",
                "{\"a\":",
                "{\"a\"",
                "{1:1}",
                "{9999E9999:1}",
                "{null:null,null:null}",
                "{\"id\":0,,,,,}",
                "{'a':0}",
                "{\"id\":0,}",
                "{\"a\":\"b\"}/**/",
                "{\"a\":\"b\"}/**//",
                "{\"a\":\"b\"}//",
                "{\"a\":\"b\"}/",
                "{\"a\":\"b\",,\"c\":\"d\"}",
                "{a: \"b\"}",
                "{\"a\":\"a",
                "{ \"foo\" : \"bar\", \"a\" }",
                "{\"a\":\"b\"}#",
                "{}}",
                "{\"\":",
                "{\"a\":/*comment*/\"b\"}",
                "{\"a\": true} \"x\"",
                "{]",
                "{",
                "{,",
                // Strings.
                "[\"\\uD800\\\"]",
                "[\"\\uD800\\u\"]",
                "[\"\\uD800\\u1\"]",
                "[\"\\uD800\\u1x\"]",
                "[\u00c3\u00a9]",
                "[\"\\x00\"]",
                "[\"\\\\\\\"]",
                "[\"\\\t\"]",
                "[\"\\\u00f0\u009f\u008c\u0080\"]",
                "[\"\\\"]",
                "[\"\\u00A\"]",
                "[\"\\uD834\\uDd\"]",
                "[\"\\uD800\\uD800\\x\"]",
                "[\"\\u\u00e5\"]",
                "[\"\\a\"]",
                "[\"\\uqqqq\"]",
                "[\"\\\u00e5\"]",
                "[\\u0020\"asd\"]",
                "[\\n]",
                "\"",
                "['single quote']",
                "abc",
                "[\"\\",
                "[\"a\u0000a\"]",
                "[\"new\nline\"]",
                "[\"\t\"]",
                "[\"\u001f\"]",
                "\"\\UA66D\"",
                "\"\"x",
                // Structure.
                "<.>",
                "[<null>]",
                "[1]x",
                "[1]]",
                "[\"asd]",
                "a\u00c3\u00a5",
                "[True]",
                "1]",
                "{\"x\": true,",
                "[][]",
                "2@",
                "{}}",
                "{\"\":",
                "{\"a\":1 true}",
                "\u00c3\u00a5",
                "*",
                "{\"a\":\"b\"}#{}",
                "[\u00e2\u0081\u00a0]",
                "[\\u000A\"\"]",
                "[1 ",
                "\u00ef\u00bb{}",
                "\u00e5",
                "[\f]",
                "[\u000b]",
                "[\u00c2\u00a0]",
                "\u0000",
                "[\u0000]",
                " "
            })
    void whatEachParserMustRefuseIsRefused(String document) {
        assertRefused(document);
    }

    /** Large exponents and digits, a lonely half of a pair in a value, the largest depth: a mashup passes them on as they came. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[123.456e-789]",
                "[0.4e00669999999999999999999999999999999999999999999999999999999999999999999999]",
                "[-1e+9999]",
                "[1.5e+9999]",
                "[-123123e100000]",
                "[123123e100000]",
                "[123123e-10000000]",
                "[-123123123123123123123123123123]",
                "[100000000000000000000]",
                "[\"\\uDADA\"]",
                "[\"\\uD888\\u1234\"]",
                "[\"\\uD800\\n\"]",
                "[\"\\uDd1ea\"]",
                "[\"\\uD800\\uD800\\n\"]",
                "[\"\\ud800\"]",
                "[\"\\ud800abc\"]",
                "[\"\\uDd1e\\uD834\"]",
                "[\"\\uDFAA\"]"
            })
    void ofWhatParsersMayTreatEitherWayValuesAreAccepted(String document) throws MalformedJsonException {
        assertThat(Json.parse(document.getBytes(ISO_8859_1)).bytes()).isEqualTo(document.getBytes(ISO_8859_1));
    }

    /** Names that two parsers may understand in two ways, and bytes that are not UTF-8. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":\"b\",\"a\":\"c\"}",
                "{\"a\":\"b\",\"a\":\"b\"}",
                "{\"a\":1,\"\\u0061\":1}",
                "{\"\\uDFAA\":0}",
                "[\"\u00ff\"]",
                "[\"\u00e6\u0097\u00a5\u00d1\u0088\u00fa\"]",
                "[\"\u00e9\"]",
                "[\"\u0081\"]",
                "[\"\u00f4\u00bf\u00bf\u00bf\"]",
                "[\"\u00c0\u00af\"]",
                "[\"\u00fc\u0083\u00bf\u00bf\u00bf\u00bf\"]",
                "[\"\u00fc\u0080\u0080\u0080\u0080\u0080\"]",
                "[\"\u00e0\u0080\u0080\"]",
                "[\"\u00ed\u00a0\u0080\"]",
                "\u00ef\u00bb\u00bf{}",
                "\u00ff\u00fe[\u0000\"\u0000\u00e9\u0000\"\u0000]\u0000",
                "[\u0000\"\u0000\u00e9\u0000\"\u0000]\u0000",
                "\u0000[\u0000\"\u0000\u00e9\u0000\"\u0000]"
            })
    void ofWhatParsersMayTreatEitherWayAmbiguousNamesAndOtherEncodingsAreRefused(String document) {
        assertRefused(document);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 499, 500})
    void arraysAndObjectsMayBe500Deep(int depth) {
        assertThatNoException()
                .isThrownBy(() -> Json.parse(("[".repeat(depth) + "]".repeat(depth)).getBytes(ISO_8859_1)));
        assertThatNoException()
                .isThrownBy(() -> Json.parse(("{\"\":".repeat(depth) + "0" + "}".repeat(depth)).getBytes(ISO_8859_1)));
    }

    @ParameterizedTest
    @ValueSource(ints = {501, 100_000})
    void arraysAndObjectsMustNotBeDeeper(int depth) {
        assertRefused("[".repeat(depth));
        assertRefused("[".repeat(depth) + "]".repeat(depth));
        assertRefused("[{\"\":".repeat(depth / 2 + 1));
    }

    private static void assertRefused(String document) {
        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> Json.parse(document.getBytes(ISO_8859_1)))
                .satisfies(
                        refused -> assertThat(refused.getMessage()).isNotBlank().hasSizeLessThan(1_000));
    }
}
