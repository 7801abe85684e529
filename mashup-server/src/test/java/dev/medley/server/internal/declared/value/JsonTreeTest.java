package dev.medley.server.internal.declared.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.medley.format.FormatException;
import dev.medley.json.Json;
import dev.medley.json.MalformedJsonException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTreeTest {

    @Test
    void aDocumentIsMapsListsAndValues() throws Exception {
        Object tree = tree("{\"z\":[true,null,\"ä\"],\"a\":{}}");

        Map<String, @Nullable Object> expected = new LinkedHashMap<>();
        List<@Nullable Object> list = new ArrayList<>();
        list.add(true);
        list.add(null);
        list.add("ä");
        expected.put("z", list);
        expected.put("a", Map.of());
        assertThat(tree).isEqualTo(expected);
    }

    @Test
    void theTreeCanBeChanged() throws Exception {
        assertThat(tree("{\"a\":[1]}"))
                .isExactlyInstanceOf(LinkedHashMap.class)
                .extracting("a")
                .isExactlyInstanceOf(ArrayList.class);
    }

    @Test
    void numbersAreExact() throws Exception {
        assertThat(tree("[1,2147483648,9223372036854775808,1.10,1e5]"))
                .isEqualTo(List.of(
                        1,
                        2_147_483_648L,
                        new BigInteger("9223372036854775808"),
                        new BigDecimal("1.10"),
                        new BigDecimal("1E+5")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "{\"price\":1.10,\"all\":12345678901234567890.123,\"id\":123456789012345678901234567890}",
                "[0.1,1E-400,1E+400,-0.0000]",
                "\"half of a pair: \\uD800\"",
                "{\"b\":1,\"a\":null,\"\":[[],{}]}"
            })
    void whatIsReadIsWrittenAsItWas(String document) throws Exception {
        assertThat(Json.of(tree(document)).toString()).isEqualTo(document.replace("-0.0000", "0.0000"));
    }

    @Test
    void aDocumentMayBeAsDeepAsTheCheckAllows() throws Exception {
        String deepest = "[".repeat(500) + "]".repeat(500);

        assertThat(Json.of(tree(deepest)).toString()).isEqualTo(deepest);
    }

    @Test
    void aNumberWithAThousandCharactersIsRead() throws Exception {
        String longest = "1".repeat(997) + ".25";

        assertThat(Json.of(tree(longest)).toString()).isEqualTo(longest);
    }

    @Test
    void aNumberWhoseExponentIsTooLargeIsRefused() {
        assertThat(refusal("[1,\n 1e99999999999]")).isEqualTo("line 2, column 2: a number whose exponent is too large");
    }

    @Test
    void bytesThatWereNotCheckedAreRefused() {
        assertThat(refusal("[1,\n \"" + "x".repeat(1000))).startsWith("line 2, column ");
        assertThat(refusal("[".repeat(100_000))).contains("depth");
        assertThat(refusal("")).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void whatIsNoNumberOfJsonIsNotWritten(double number) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Json.of(Map.of("sum", List.of(1, number))))
                .withMessage("the value cannot be written as JSON, at /sum/1: " + number
                        + " is not a JSON number; expected a finite one, or null");
    }

    private static @Nullable Object tree(String document) throws FormatException, MalformedJsonException {
        return JsonTree.read(Json.parse(utf8(document)).bytes());
    }

    private static String refusal(String document) {
        FormatException refused = catchThrowableOfType(FormatException.class, () -> JsonTree.read(utf8(document)));
        assertThat(refused.getMessage()).hasSizeLessThan(200).doesNotContainPattern("\\p{Cntrl}");
        return refused.getMessage();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
