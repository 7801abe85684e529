package dev.medley.server.internal.declared.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Functions of which the library's own are wrong do what JSONata's suite expects. */
class MendedFunctionsTest {

    private final Evaluated evaluated = Evaluated.with("none", Expression.UNDEFINED);

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                // The 1st of January 2005 is in the last week of 2004.
                "$fromMillis(1104537600000, '[X0001]-W[W01]-[F1]') → 2004-W53-6",
                "$fromMillis(1230681600000, '[X]-W[W01]-[F1]') → 2009-W01-3",
                "$fromMillis(1104537600000, '[X01]') → 2004",
                "$fromMillis(1359720000000, 'Week: [w] of [xNn]') → Week: 5 of January",
                "$fromMillis(1533038400000, 'Week: [w] of [xNn]') → Week: 1 of August",
                "$fromMillis(1419940800000, '[[[w01]/[x01] of [X]') → [01/01 of 2015",
                // Five hours earlier it is still another week.
                "$fromMillis(1104710400000, '[X0001] [W]') → 2005 1",
                "$fromMillis(1104710400000, '[X0001] [W]', '-0500') → 2004 53",
                "$fromMillis(0) → 1970-01-01T00:00:00.000Z",
                "$fromMillis(1510067557121, '[M01]/[D01]/[Y0001] [h#1]:[m01][P]') → 11/07/2017 3:12pm",
            })
    void weeks(String expression, String expected) {
        assertThat(evaluated.value(expression)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "$formatNumber(12345.6, '#,###.00') → 12,345.60",
                "$formatNumber(12345678.9, '9,999.99') → 12,345,678.90",
                "$formatNumber(123412345678.9, '9,9,99.99') → 123412345,6,78.90",
                "$formatNumber(1234.56789, '9,999.999,999') → 1,234.567,890",
                "$formatNumber(123.9, '9999') → 0124",
                "$formatNumber(0.14, '01%') → 14%",
                "$formatNumber(0.14, '###pm', {'per-mille': 'pm'}) → 140pm",
                "$formatNumber(-6, '000') → -006",
                "$formatNumber(-6, '0;(0)') → (6)",
                "$formatNumber(1234.5678, '00.000e0') → 12.346e2",
                "$formatNumber(0.234, '#.00e0') → 0.23e0",
                "$formatNumber(0.123, '#.e9') → 0.1e0",
                "$formatNumber(0, '0.0e0') → 0.0e0",
                "$formatNumber(9007199254740993.25, '#,##0.00') → 9,007,199,254,740,993.25",
                "$formatNumber(0.1 + 0.2, '0.##################') → 0.3",
                "$formatNumber(1234.5, '#.##0,0', {'decimal-separator': ',', 'grouping-separator': '.'}) → 1.234,5",
                "$formatNumber(2.5, '0') → 2",
                "$formatNumber(0.5, '#.0') → .5",
                "$formatInteger(10000000000000000000000000000000000000000000000, 'w')"
                        + " → ten billion trillion trillion trillion",
                "$formatInteger(123456789012345678901, '#,##0') → 123,456,789,012,345,678,901",
                "$formatInteger(123, 'Ww;o') → One Hundred and Twenty-Third",
                "$formatInteger(4294967297, 'A') → MWLQKWW",
                "$formatInteger(1999, 'I') → MCMXCIX",
                "$formatInteger(-5, '000') → -005",
                "$formatInteger(112, '0;o') → 112th",
                "$formatInteger(1234, '#:##0') → 1:234",
            })
    void texts(String expression, String expected) {
        assertThat(evaluated.value(expression)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "$parseInteger('ten billion trillion trillion trillion', 'w')"
                        + " → 10000000000000000000000000000000000000000000000",
                "$parseInteger('one hundred and twenty-third', 'w;o') → 123",
                "$parseInteger('١٢٣٤٠', '###١') → 12340",
                "$parseInteger('12,345', '#,##0') → 12345",
            })
    void wholeNumbers(String expression, String expected) {
        assertThat(evaluated.value(expression + " = " + expected)).isEqualTo(true);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "$formatNumber(1, '--') → the picture has no digit",
                "$formatNumber(20, '0+.e0') → the picture has another character between its digits",
                "$formatNumber(1, '0.0.0') → the picture has more than one decimal separator",
                "$formatNumber(1, '0#') → the picture has an optional digit after a mandatory one",
                "$formatNumber(1, '0.#0') → the picture has a mandatory digit after an optional one",
                "$formatNumber(1, '0;0;0') → the picture has more than one pattern separator",
                "$formatNumber(1, '0', {'digits': 'x'}) → there is no option 'digits'",
                "$formatNumber(1, '0', {'digit': 'xx'}) → the option digit is not a single character",
                "$formatInteger(2000000000, 'i') → the number is too large for Roman numerals",
                "$formatInteger(1, 'x') → 'x' is not a picture of a whole number",
                "$parseInteger('umpteen', 'w') → 'umpteen' is not a number in words",
                "$fromMillis(1e300) → the number of milliseconds is out of range",
            })
    void faults(String expression, String expected) {
        assertThat(evaluated.failure(expression)).hasMessageContaining(expected);
    }

    @Test
    void whatIsSearchedForMayBeUndefined() {
        assertThat(evaluated.value("$contains('a', $none)")).isEqualTo(Expression.UNDEFINED);
    }

    @Test
    void aTransformOfAllDescendantsChangesObjectsOnly() {
        assertThat(evaluated.value("{'a': 'text', 'b': [{'c': 1}]} ~> |**|{'d': 2}|"))
                .isEqualTo(Evaluated.object("a", "text", "b", List.of(Evaluated.object("c", 1, "d", 2)), "d", 2));
    }
}
