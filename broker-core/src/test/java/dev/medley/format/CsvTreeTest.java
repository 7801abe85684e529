package dev.medley.format;

import static dev.medley.format.Bodies.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.medley.json.Json;
import dev.medley.json.JsonLimits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CsvTreeTest {

    static Stream<Arguments> bodies() {
        return Stream.of(
                arguments("", "[]"),
                arguments("id,name", "[]"),
                arguments("id,name\r\n", "[]"),
                arguments("id,name\r\n1,Ann\r\n2,Bob\r\n", "[{'id':'1','name':'Ann'},{'id':'2','name':'Bob'}]"),
                arguments("id,name\n1,Ann\n2,Bob", "[{'id':'1','name':'Ann'},{'id':'2','name':'Bob'}]"),
                arguments("z,a\n007,\n", "[{'z':'007','a':''}]"),
                arguments("a,b\n\"1,2\",\"x\"\"y\"\n", "[{'a':'1,2','b':'x\\\"y'}]"),
                arguments("a,b\r\n\"1\r\n2\n3\",4\r\n", "[{'a':'1\\r\\n2\\n3','b':'4'}]"),
                arguments("\"a,\n1\",b\n1,2\n", "[{'a,\\n1':'1','b':'2'}]"),
                arguments("a b, c \n 1 , 2\n", "[{'a b':' 1 ',' c ':' 2'}]"),
                arguments("a\nx\"y\"\n", "[{'a':'x\\\"y\\\"'}]"),
                arguments("a\n\"\"\n\n1\n\n", "[{'a':''},{'a':'1'}]"),
                arguments("a\n#1\n", "[{'a':'#1'}]"));
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void linesAreMapsByTheNamesOfTheHeader(String body, String tree) throws Exception {
        assertThat(Bodies.read(Format.CSV, utf8(body), "text/csv")).isEqualTo(tree.replace('\'', '"'));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', textBlock = """
            SEMICOLON ! id;name~1;"Ann, A"~
            TAB       ! id\tname~1\tAnn, A~
            PIPE      ! id|name~1|Ann, A~
            """)
    void linesMayHaveAnotherSeparator(CsvSeparator separator, String body) throws Exception {
        Object tree = Bodies.tree(
                Format.csv(separator), utf8(body.replace('~', '\n').replace("\\t", "\t")), null, JsonLimits.DEFAULT);

        assertThat(Json.of(tree)).hasToString("[{\"id\":\"1\",\"name\":\"Ann, A\"}]");
    }

    @Test
    void theTreeCanBeChangedAndHasTheOrderOfTheHeader() throws Exception {
        Object tree = Bodies.tree(Format.CSV, utf8("z,y,x\n1,2,3\n"), null, JsonLimits.DEFAULT);

        assertThat(tree).isExactlyInstanceOf(ArrayList.class);
        assertThat(tree).asInstanceOf(InstanceOfAssertFactories.LIST).first().isExactlyInstanceOf(LinkedHashMap.class);
        assertThat(Json.of(tree)).hasToString("[{\"z\":\"1\",\"y\":\"2\",\"x\":\"3\"}]");
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                arguments(
                        "id;name\n1;Ann\n",
                        "line 1: the header has one column, 'id;name'; expected a comma between columns, or separator: semicolon"),
                arguments(
                        "id\tname\n",
                        "line 1: the header has one column, 'id name'; expected a comma between columns, or separator: tab"),
                arguments("a,b\n1,2\n\n1\n", "line 4: the number of fields is 1; expected 2, as in the header"),
                arguments("a,b\n\"1\n1\",2\n1,2,3", "line 4: the number of fields is 3; expected 2, as in the header"),
                arguments("a,b\n1,2,\n", "line 2: the number of fields is 3; expected 2, as in the header"),
                arguments("a,b,a\n1,2,3\n", "line 1: the header has 'a' twice"),
                arguments("a,,b\n1,2,3\n", "line 1: column 2 of the header has no name"),
                arguments("a, \n1,2\n", "line 1: column 2 of the header has no name"),
                arguments(",\n", "line 1: column 1 of the header has no name"),
                arguments("a,b\n1,2\n1,\"2\n3,4\n", "line 3: Unclosed quoted field at end of input"),
                arguments("\"", "line 1: Unclosed quoted field at end of input"),
                arguments("a\n1\n\"x\" y\n", "line 3: Unexpected character after closing quote: ' ' (0x20)"),
                arguments("a\n\"x\"\u0007\n", "line 2: Unexpected character after closing quote: ' ' (0x7)"),
                arguments(
                        "x\u0000".repeat(1000) + ",a\n1\n",
                        "line 2: the number of fields is 1; expected 2, as in the header"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void aFaultIsNamedWithItsLine(String body, String message) {
        assertThat(refusal(utf8(body), "text/csv")).isEqualTo(message);
    }

    @Test
    void aLongNameIsShortenedInTheMessage() {
        String name = "\u0001" + "n".repeat(100_000);

        assertThat(refusal(utf8(name + "," + name + "\n"), "text/csv"))
                .isEqualTo("line 1: the header has ' " + "n".repeat(59) + "...' twice");
    }

    @Test
    void theCharsetIsThatOfTheContentTypeOrUtf8() throws Exception {
        byte[] latin1 = "größe\n1;5\n".getBytes(StandardCharsets.ISO_8859_1);

        assertThat(Bodies.read(Format.CSV, latin1, "text/csv; header=present; charset=iso-8859-1"))
                .isEqualTo("[{\"größe\":\"1;5\"}]");
        assertThat(refusal(latin1, "text/csv")).isEqualTo("line 1, column 3: bytes that are not in the charset UTF-8");
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheHeader() throws Exception {
        assertThat(Bodies.read(Format.CSV, utf8("\uFEFF\"id\",b\n1,2\n"), "text/csv"))
                .isEqualTo("[{\"id\":\"1\",\"b\":\"2\"}]");
    }

    @Test
    void rowsAndFieldsAreTokens() throws Exception {
        byte[] body = utf8("a,b\n1,2\n3,4\n");

        Bodies.tree(Format.CSV, body, null, new JsonLimits(2, 9));
        assertThat(Bodies.refusal(Format.CSV, body, null, new JsonLimits(2, 8)))
                .isEqualTo("line 3: more than 8 rows and fields");
        assertThat(refusal(utf8("a\n" + "1\n".repeat(1_000_000)), null))
                .isEqualTo("line 1000001: more than 2000000 rows and fields");
    }

    @Test
    void columnsAreNames() {
        assertThat(Bodies.refusal(Format.CSV, utf8("a,b,c\n"), null, new JsonLimits(2, 100)))
                .isEqualTo("Record starting at line 1 has surpassed the maximum limit of 2 fields");
        assertThat(refusal(utf8("a" + ",".repeat(10_000_000)), null))
                .isEqualTo("Record starting at line 1 has surpassed the maximum limit of 100000 fields");
    }

    @Test
    void aFieldMayBeOfAnyLength() throws Exception {
        String field = "x\n".repeat(10_000_000);

        Object tree = Bodies.tree(Format.CSV, utf8("a\n\"" + field + "\"\n"), null, JsonLimits.DEFAULT);

        assertThat(tree).isEqualTo(List.of(Map.of("a", field)));
    }

    private static String refusal(byte[] body, @Nullable String contentType) {
        return Bodies.refusal(Format.CSV, body, contentType);
    }
}
