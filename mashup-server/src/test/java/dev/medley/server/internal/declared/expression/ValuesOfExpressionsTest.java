package dev.medley.server.internal.declared.expression;

import static dev.medley.server.internal.declared.expression.Evaluated.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesOfExpressionsTest {

    private static final BigDecimal PRICE = new BigDecimal("1.10");
    private static final BigInteger LARGE = new BigInteger("12345678901234567890");
    private static final BigDecimal BEYOND_DOUBLES = new BigDecimal("1E+999999999");

    private static final Map<String, @Nullable Object> DATA = object(
            "name",
            "Berlin",
            "nothing",
            null,
            "price",
            PRICE,
            "half",
            new BigDecimal("0.5"),
            "id",
            9007199254740993L,
            "large",
            LARGE,
            "huge",
            BEYOND_DOUBLES,
            "tiny",
            new BigDecimal("1E-999999999"),
            "list",
            Collections.unmodifiableList(Arrays.asList(1, null, 3)),
            "empty",
            List.of(),
            "one",
            List.of(5),
            "inner",
            Map.of("k", List.of(1, 2)),
            "prices",
            List.of(new BigDecimal("2.50"), 1, new BigDecimal("1.5"), 3L, LARGE));

    private final Evaluated evaluated = Evaluated.with("x", DATA, "none", Expression.UNDEFINED, "null", null);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$none",
                "$none.a",
                "$none[0]",
                "$x.missing",
                "$x.missing.deeper",
                "$x.name.deeper",
                "$x.nothing.deeper",
                "$null.a",
                "$x.list[7]",
                "$none + 1",
                "$x.missing = 1 ? \"yes\"",
                "$lookup($x, \"missing\")",
                "$uppercase($x.missing)",
                "$filter([1], function($v) { false })",
            })
    void theseAreUndefined(String expression) {
        assertThat(evaluated.value(expression)).isSameAs(Expression.UNDEFINED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "$null",
                "$x.nothing",
                "$x.list[1]",
                "$x.list[$ = null]",
                "$lookup($x, \"nothing\")",
                "true ? null : 1",
                "($a := $x.nothing; $a)",
                "$reduce([null], function($a, $b) { 1 })",
            })
    void theseAreNull(String expression) {
        assertThat(evaluated.value(expression)).isNull();
    }

    @Test
    void undefinedMembersAndItemsAreLeftOutAndNullsAreNot() {
        assertThat(evaluated.value("{\"a\": $x.missing, \"b\": $x.nothing, \"c\": $none, \"d\": 1}"))
                .isEqualTo(object("b", null, "d", 1));
        assertThat(evaluated.value("[$x.missing, $x.nothing, $none, 1]")).isEqualTo(Arrays.asList(null, 1));
        assertThat(evaluated.value("$x.list.($ = null)")).isEqualTo(List.of(false, true, false));
        assertThat(evaluated.value("$map($x.list, function($v) { $v = null })")).isEqualTo(List.of(false, true, false));
        assertThat(evaluated.value("$exists($x.nothing) and $not($exists($x.missing))"))
                .isEqualTo(true);
        assertThat(evaluated.value("$type($x.list[1])")).isEqualTo("null");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$x.price",
                "($x).price",
                "($p := $x.price; $p)",
                "[$x.price][0]",
                "{\"a\": $x.price}.a",
                "$lookup($x, \"price\")",
                "$single([$x.price])",
                "$single([$x.price], function($v) { $v > 1 })",
                "$reduce([$x.price], function($a, $b) { $a })",
                "$append($none, $x.price)",
                "$spread($x.price)",
                "$distinct($x.price)",
                "$x.price ? $x.price : 0",
                "$x.price ?: 0",
                "$map([$x.price], function($v) { $v })",
                "$sort([$x.price, $x.price])[0]",
                "[$x.price, $x.price]^($)[0]",
                "$clone({\"p\": $x.price}).p",
                "$merge([{\"p\": $x.price}]).p",
                "function($v) { $v }($x.price)",
            })
    void aNumberThatIsPassedOnKeepsItsDigits(String expression) {
        assertThat(evaluated.value(expression)).isEqualTo(PRICE);
        assertThat(evaluated.value(expression.replace("price", "large"))).isEqualTo(LARGE);
    }

    @Test
    void aPartThatIsPassedOnIsTheSameWhateverIsInIt() {
        assertThat(evaluated.value("$x")).isSameAs(DATA);
        assertThat(evaluated.value("[$x]")).isEqualTo(List.of(DATA));
        assertThat(evaluated.value("{\"all\": $x}.all")).isSameAs(DATA);
        assertThat(evaluated.value("$x.huge")).isEqualTo(BEYOND_DOUBLES);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "1 + 1 → 2",
                "5 / 5 → 1",
                "10 / 4 → 2.5",
                "1 / 3 → 0.3333333333333333333333333333333333",
                "0.1 + 0.2 → 0.3",
                "5.0 → 5",
                "1.50 → 1.5",
                "2147483647 + 1 → 2147483648",
                "1e20 → 100000000000000000000",
                "1e21 → 1E+21",
                "1e-7 → 1E-7",
                "$x.price * 2 → 2.2",
                "$x.price + $x.half → 1.6",
                "-$x.price → -1.1",
                "$x.large + 1 → 12345678901234567891",
                "$x.tiny + 1 → 1",
                "$sum($x.prices) → 12345678901234567898",
                "$max([$x.price, 1]) → 1.10",
                "$average([1, 2]) → 1.5",
                "$abs(-$x.price) → 1.1",
                "$abs($x.price) → 1.10",
                "$abs(-3) → 3",
                "$floor($x.price) → 1",
                "$ceil($x.price) → 2",
                "$round(2.5) → 2",
                "$round($x.price, 1) → 1.1",
                "$round(1234, -2) → 1200",
                "$round($x.tiny) → 0",
                "$round(1.5, 100000000) → 1.5",
                "$round(1.5, -100000000) → 0",
                "$round($x.id) → 9007199254740993",
                "$power(2, 10) → 1024",
                "$sqrt(6.25) → 2.5",
                "$number(\"1.50\") → 1.5",
                "$number(true) → 1",
                "$length(\"a\") → 1",
            })
    void numbersAreComputedExactly(String expression, String expected) {
        Object value = evaluated.value(expression);

        assertThat(String.valueOf(value)).isEqualTo(expected);
        assertThat(value).isInstanceOfAny(Integer.class, Long.class, BigInteger.class, BigDecimal.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$x.price = 1.1",
                "1.1 = $x.price",
                "$x.price != 1.2",
                "$x.price > 1.05 and $x.price < 1.15 and $x.price >= 1.1 and $x.price <= 1.1",
                "$x.price > 1",
                "2 > $x.price",
                "$x.large > 1",
                "$x.large = 12345678901234567890",
                "$x.half = 0.5",
                "[0.5] = [$x.half]",
                "{\"h\": 0.5} = {\"h\": $x.half}",
                "{\"h\": $x.half} = {\"h\": 0.5}",
                "$x.half in [1, 0.5]",
                "[0.5] in [[$x.half]]",
                "$x.inner = {\"k\": [1, 2]}",
                "{\"k\": [1, 2]} = $x.inner",
                "$x.list = [1, null, 3]",
                "$x.list[0] = 1",
                "$x.nothing = null",
                "$not($x.missing = null)",
                "$count($distinct([1, 1.0, 0.5, $x.half, $x.price, 1.1, \"1\"])) = 4",
                "$count($distinct([[0.5], [$x.half], {\"a\": 1}, {\"a\": 1}])) = 2",
                "$count($distinct([$x.id, 9007199254740992])) = 2",
            })
    void numbersAreComparedByTheirValue(String expression) {
        assertThat(evaluated.value(expression)).isEqualTo(true);
    }

    @Test
    void numbersOfAllClassesAreSorted() {
        List<Object> sorted = List.of(1, new BigDecimal("1.5"), new BigDecimal("2.50"), 3L, LARGE);

        assertThat(evaluated.value("$sort($x.prices)")).isEqualTo(sorted);
        assertThat(evaluated.value("$x.prices^($)")).isEqualTo(sorted);
        assertThat(evaluated.value("$sort($x.prices, function($a, $b) { $a > $b })"))
                .isEqualTo(sorted);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "$string($x.price) → 1.10",
                "\"\" & $x.price → 1.10",
                "\"\" & $x.half → 0.5",
                "\"\" & $x.large → 12345678901234567890",
                "\"\" & (0.1 + 0.2) → 0.3",
                "\"\" & $x.nothing → null",
                "\"a\" & $x.missing & \"b\" → ab",
                "$string($x.list) → [1,null,3]",
                "$string({\"a\": $x.price}) → {\"a\":1.10}",
                "$formatNumber($x.price, \"#,##0.000\") → 1.100",
                "$formatNumber($x.large, \"#,##0\") → 12,345,678,901,234,567,890",
            })
    void numbersBecomeText(String expression, String expected) {
        assertThat(evaluated.value(expression)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$x.huge + 1",
                "$x.huge = 1 ? 1 : $x.huge * 1",
                "$formatNumber($x.huge, \"0\")",
                "$formatBase($x.huge, 2)",
                "$sum([$x.huge])",
                "1 / 0",
            })
    void noNumberBeyondTheRangeOfDoublesIsComputed(String expression) {
        assertThat(evaluated.failure(expression)).hasMessageContaining("a number is out of range");
    }

    @ParameterizedTest
    @ValueSource(strings = {"$string", "function($a) { $a }", "$trim ~> $uppercase", "$substring(?, 1)", "|$|{}|"})
    void aFunctionIsNoResult(String expression) {
        assertThat(evaluated.failure(expression)).hasMessage("the result is a function; expected a value");
        assertThat(evaluated.failure("[1, {\"a\": " + expression + "}]"))
                .hasMessage("the result has a function in it; expected values");
    }

    @Test
    void noEvaluationChangesItsInput() {
        Map<String, @Nullable Object> data = object(
                "list", new ArrayList<>(List.of(object("a", 1))), "empty", new ArrayList<>(), "o", object("a", null));
        String before = data.toString();
        Evaluated changing = Evaluated.with("x", data);

        for (String expression : List.of(
                "$x.empty{\"a\": b}",
                "$x.empty.{\"a\": 1}",
                "$append($x.empty, 1)",
                "$x ~> |list|{\"b\": 2}|",
                "$x ~> |o|{\"b\": 2}, \"a\"|",
                "$sort($x.list, function($a, $b) { true })",
                "$reverse($x.list)",
                "$x.list[]",
                "$x.o[]",
                "[$x.list, null]",
                "{\"a\": $x.o, \"b\": null}",
                "$merge([$x.o, {\"a\": 2}])",
                "$x.**",
                "$x.list#$i.{\"i\": $i, \"v\": $}",
                "$clone($x) ~> |$|{\"b\": 2}|")) {
            changing.value(expression);

            assertThat(data).as(expression).hasToString(before);
        }
    }

    @Test
    void aTransformCannotReachOutOfItsCopy() {
        Map<String, @Nullable Object> other = object("a", 1);

        ExpressionException failure =
                Evaluated.with("x", object("b", 1), "other", other).failure("$x ~> |($o := $other; $o)|{\"c\": 2}|");

        assertThat(failure).hasMessageContaining("the expression cannot be evaluated");
        assertThat(other).isEqualTo(object("a", 1));
    }

    @Test
    void aResultCanBeChangedWithoutChangingTheNext() {
        Expression expression = evaluated.compiled("{\"a\": [1, 2], \"b\": {}}");

        Object first = expression.evaluate(name -> null);
        assertThat(first).isInstanceOf(Map.class);
        if (first instanceof Map<?, ?> object) {
            object.clear();
        }

        assertThat(expression.evaluate(name -> null)).isEqualTo(object("a", List.of(1, 2), "b", object()));
    }

    @Test
    void eachVariableIsAskedForOnce() {
        List<String> asked = new ArrayList<>();
        Expression expression = evaluated.compiled("$x.a & $x.b & $null & ($y := 1; $y)");

        expression.evaluate(name -> {
            asked.add(name);
            return null;
        });

        assertThat(asked).containsExactly("x", "null");
    }

    @Test
    void theTextIsKept() {
        assertThat(evaluated.compiled(" $x.name /* a */")).hasToString(" $x.name /* a */");
    }
}
