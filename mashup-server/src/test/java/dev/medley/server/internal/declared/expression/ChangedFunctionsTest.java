package dev.medley.server.internal.declared.expression;

import static dev.medley.server.internal.declared.expression.Evaluated.object;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The functions that differ from the library's own do what JSONata describes. */
class ChangedFunctionsTest {

    private final Evaluated evaluated = Evaluated.with("face", "a\uD83D\uDE00b", "none", Expression.UNDEFINED);

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "$substring(\"hello\", 3) → lo",
                "$substring(\"hello\", 0, 2) → he",
                "$substring(\"hello\", -3) → llo",
                "$substring(\"hello\", -3, 2) → ll",
                "$substring(\"hello\", -9, 2) → he",
                "$substring(\"hello\", 9) & \"|\" → |",
                "$substring(\"hello\", 1, 0) & \"|\" → |",
                "$substring(\"hello\", 1, -1) & \"|\" → |",
                "$substring(\"hello\", 1, 99) → ello",
                "$substring(\"hello\", 1.9, 1.9) → e",
                "$substring($face, 0, 3) → a\uD83D\uDE00b",
                "$substring($face, 1, 1) → \uD83D\uDE00",
                "$substring($face, 2) → b",
                "\"hello\" ~> $substring(1, 1) → e",
                "$pad(\"a\", 3) & \"|\" → a  |",
                "$pad(\"a\", -3) & \"|\" → '  a|'",
                "$pad(\"a\", 4, \"xy\") → axyx",
                "$pad(\"a\", -4, \"xy\") → xyxa",
                "$pad(\"abc\", 2) → abc",
                "$pad(\"a\", 3, \"\") & \"|\" → a  |",
                "$pad($face, 5, \"\uD83D\uDE00\") → a\uD83D\uDE00b\uD83D\uDE00\uD83D\uDE00",
                "$join([\"a\", \"b\"], \", \") → a, b",
                "$join([\"a\", \"b\"]) → ab",
                "$join(\"a\") → a",
                "$join([]) & \"|\" → |",
                "$lowercase(\"TITLE\") → title",
                "$uppercase(\"title\") → TITLE",
                "$replace(\"a.b.c\", \".\", \"-\") → a-b-c",
                "$replace(\"a.b.c\", \".\", \"-\", 1) → a-b.c",
                "$replace(\"a.b.c\", \".\", \"$1\", 1) → a$1b.c",
                "$replace(\"abc\", \"b\", \"\") → ac",
                "$replace(\"abcb\", /b/, \"x\") → axcx",
                "$replace(\"abcb\", /b/, \"x\", 1) → axcb",
                "$replace(\"abcb\", /b/, \"x\", 0) → abcb",
                "$replace(\"John Smith\", /(\\w+)\\s(\\w+)/, \"$2, $1\") → Smith, John",
                "$replace(\"265USD\", /([0-9]+)USD/, \"$$$1\") → $265",
                "$replace(\"abc\", /b/, \"[$0]\") → a[b]c",
                "$replace(\"abc\", /b/, \"$1\") → ac",
                "$replace(\"abc\", /(b)/, \"$12\") → ab2c",
                "$replace(\"abc\", /b/, \"$x$\") → a$x$c",
                "$replace(\"abcdefghijklm\", /(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)/, \"$8$5$12$11$3\") → hea2kclm",
                "$replace(\"abcb\", /(b)(c)?/, \"<$2>\") → a<c><>",
                "$replace(\"ABC\", /b/i, \"x\") → AxC",
                "$replace(\"abc\", /b/, function($m) { $uppercase($m.match) & $m.start & $m.end }) → aB12c",
                "$replace(\"a1\", /([a-z])(x)?/, function($m) { $m.groups[0] & $string($m.groups[1]) }) → anull1",
                "\"abc\" ~> $replace(/b/, \"x\") → axc",
                "$now(\"[Y0001]\") > \"2000\" ? \"yes\" → yes",
            })
    void text(String expression, String expected) {
        assertThat(evaluated.value(expression)).isEqualTo(expected);
    }

    @Test
    void lists() {
        assertThat(evaluated.value("$split(\"a,b,c\", \",\")")).isEqualTo(List.of("a", "b", "c"));
        assertThat(evaluated.value("$split(\"a,b,c\", \",\", 2)")).isEqualTo(List.of("a", "b"));
        assertThat(evaluated.value("$split(\"a,b,\", \",\")")).isEqualTo(List.of("a", "b", ""));
        assertThat(evaluated.value("$split(\"a.b\", \".\")")).isEqualTo(List.of("a", "b"));
        assertThat(evaluated.value("$split($face, \"\")")).isEqualTo(List.of("a", "\uD83D\uDE00", "b"));
        assertThat(evaluated.value("$split(\"a1b22c\", /[0-9]+/)")).isEqualTo(List.of("a", "b", "c"));
        assertThat(evaluated.value("$split(\"a1b22c\", /[0-9]+/, 2)")).isEqualTo(List.of("a", "b"));
        assertThat(evaluated.value("$split(\"abc\", /x*/)")).isEqualTo(List.of("a", "b", "c", ""));
        assertThat(evaluated.value("$match(\"abab\", /a(b)/)"))
                .isEqualTo(List.of(
                        object("match", "ab", "index", 0, "groups", List.of("b")),
                        object("match", "ab", "index", 2, "groups", List.of("b"))));
        assertThat(evaluated.value("$match(\"abab\", /a(b)(c)?/, 1)"))
                .isEqualTo(object("match", "ab", "index", 0, "groups", Arrays.asList("b", null)));
        assertThat(evaluated.value("$match(\"abab\", /x/)")).isEqualTo(Expression.UNDEFINED);
        assertThat(evaluated.value("\"xab\" ~> /a(b)/"))
                .isEqualTo(object("match", "ab", "start", 1, "end", 3, "groups", List.of("b")));
        assertThat(evaluated.value("[\"hat\", \"cap\", 5][$ ~> /HAT/i]")).isEqualTo("hat");
        assertThat(evaluated.value("$reduce([1, 2, 3], function($a, $b, $i, $all) { $a + $b * $i + $count($all) }, 0)"))
                .isEqualTo(17);
        assertThat(evaluated.value("$reduce([], function($a, $b) { 1 }, 5)")).isEqualTo(5);
        assertThat(evaluated.value("$distinct([3, 1, 3, {\"a\": 1}, {\"a\": 1}, [1], [1], null, null])"))
                .isEqualTo(Arrays.asList(3, 1, object("a", 1), List.of(1), null));
        assertThat(evaluated.value("$sort([\"b\", \"a\", \"c\"])")).isEqualTo(List.of("a", "b", "c"));
    }

    @Test
    void undefinedArgumentsGiveUndefinedResults() {
        for (String call : List.of(
                "$substring($none, 1)",
                "$pad($none, 1)",
                "$join($none)",
                "$lowercase($none)",
                "$uppercase($none)",
                "$split($none, \"a\")",
                "$match($none, /a/)",
                "$contains($none, \"a\")",
                "$replace($none, \"a\", \"b\")",
                "$number($none)",
                "$round($none)",
                "$abs($none)",
                "$formatNumber($none, \"0\")",
                "$sort($none)",
                "$single($none)",
                "$reduce($none, function($a, $b) { 1 })",
                "$distinct($none)",
                "$clone($none)",
                "$none ~> /a/")) {
            assertThat(evaluated.value(call)).as(call).isEqualTo(Expression.UNDEFINED);
        }
    }

    @Test
    void aSortByAFunctionIsStableAndTakesListsWithManyEqualItems() {
        List<Object> items = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            items.add(object("key", i % 3, "place", i));
        }
        Collections.shuffle(items, new Random(7));
        List<Object> expected = new ArrayList<>(items);
        expected.sort((one, other) -> Integer.compare(key(one), key(other)));

        Object sorted = Evaluated.with("items", items).value("$sort($items, function($a, $b) { $a.key > $b.key })");

        assertThat(sorted).isEqualTo(expected);
    }

    private static int key(Object item) {
        return item instanceof Map<?, ?> object && object.get("key") instanceof Integer key ? key : -1;
    }

    @Test
    void argumentsThatAreLeftOpenAreTheParameters() {
        assertThat(evaluated.value("$map([\"a,b\", \"c,d\"], $split(?, \",\"))"))
                .isEqualTo(List.of(List.of("a", "b"), List.of("c", "d")));
        assertThat(evaluated.value("$map([\"abc\", \"def\"], $substring(?, 1))"))
                .isEqualTo(List.of("bc", "ef"));
        assertThat(evaluated.value("$split(?, ?, 1)(\"a,b\", \",\")")).isEqualTo(List.of("a"));
        assertThat(evaluated.value("($f := function($a, $b) { $a - $b }; $f(?, 1)(5))"))
                .isEqualTo(4);
        assertThat(evaluated.value("($f := function($a, $b) { $a - $b }; 5 ~> $f(?, 1))"))
                .isEqualTo(4);
        assertThat(evaluated.value("($f := function($a) { function($b) { $a - $b } }; $f(?)(9)(2))"))
                .isEqualTo(7);
    }

    @Test
    void lettersAreChangedAsInNoParticularLanguage() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("tr"));
        try {
            assertThat(evaluated.value("$lowercase(\"TITLE\") & $uppercase(\"title\")"))
                    .isEqualTo("titleTITLE");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void longTextsChangeTheirCaseAsShortOnesDo() {
        String text = "\u039F\u0394\u039F\u03A3 \uD801\uDC28\u00DFx ".repeat(2_000);

        assertThat(Evaluated.with("text", text).value("$lowercase($text)")).isEqualTo(text.toLowerCase(Locale.ROOT));
        assertThat(Evaluated.with("text", text).value("$uppercase($text)")).isEqualTo(text.toUpperCase(Locale.ROOT));
        String pairs = "a" + "\uD801\uDC28".repeat(2_000);
        assertThat(Evaluated.with("text", pairs).value("$uppercase($text)")).isEqualTo(pairs.toUpperCase(Locale.ROOT));
    }

    @Test
    void longStringsAreFoundAsShortOnesAre() {
        String part = "\u00E9\uD83D\uDE00".repeat(2_000);
        Evaluated texts = Evaluated.with("text", "x".repeat(9_000) + part + "y", "part", part);

        assertThat(texts.value("$contains($text, $part)")).isEqualTo(true);
        assertThat(texts.value("$substringBefore($text, $part)")).isEqualTo("x".repeat(9_000));
        assertThat(texts.value("$substringAfter($text, $part)")).isEqualTo("y");
        assertThat(texts.value("$substringAfter($part, $text)")).isEqualTo(part);
    }
}
