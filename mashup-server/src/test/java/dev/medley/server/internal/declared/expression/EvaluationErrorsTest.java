package dev.medley.server.internal.declared.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

public class EvaluationErrorsTest {

    private static final String LONG = "secret".repeat(1_000);

    private final Evaluated evaluated = Evaluated.with(
            "s",
            "a",
            "n",
            5,
            "o",
            Map.of("k", 1),
            "list",
            List.of(1, "a"),
            "long",
            LONG,
            "nothing",
            null,
            "none",
            Expression.UNDEFINED);

    public static Object[][] failures() {
        return new Object[][] {
            {"\"a\" * 2", 4, "the left side of * is a string; expected a number"},
            {"2 * $s", 2, "the right side of * is a string; expected a number"},
            {"1 + 2 * $o", 6, "the right side of * is an object; expected a number"},
            {"$nothing - 1", 9, "the left side of - is null; expected a number"},
            {"$sum([1, $s * 2])", 12, "the left side of * is a string; expected a number"},
            {"$s * 1 + $s * 2", -1, "the left side of * is a string; expected a number"},
            {"-$s", 0, "a string has a minus sign; expected a number"},
            {"1 < $s", 2, "a number is compared with a string"},
            {"true > 1", 5, "one side of > is neither a number nor a string"},
            {"$list^($)", 5, "the sort compares a string with a number"},
            {"[1, 2]^($o)", 6, "the sort compares values that are neither numbers nor strings"},
            {"[1.5..3]", 4, "the left side of .. is a fraction; expected a whole number"},
            {"[1..$s]", 2, "the right side of .. is a string; expected a whole number"},
            {"{$n: 1}", 0, "the name of a member is a number; expected a string"},
            {"{\"a\": 1, \"a\" & \"\": 2}", 0, "two names of members are both 'a'"},
            {"$uppercase($n)", 0, "argument 1 of $uppercase does not fit its signature"},
            {"1 + $uppercase($n)", 4, "argument 1 of $uppercase does not fit its signature"},
            {"$s ~> $substring(\"a\")", 6, "argument 1 of $substring does not fit its signature"},
            {"$sum([$s])", 0, "an argument is not a list of numbers"},
            {"$length($nothing)", 0, "$length: a value is of a wrong type"},
            {"$number(\"x\")", 0, "$number: 'x' is not a number"},
            {"$number($nothing)", 0, "$number: null is not a number"},
            {"$n = 5 and $number(\"x\") = 1", 11, "$number: 'x' is not a number"},
            {"$map([\"1\", \"x\"], $number)", 0, "$number: 'x' is not a number"},
            {"$map([\"1\", \"x\"], function($v) { 1 + $number($v) })", 36, "$number: 'x' is not a number"},
            {"$toMillis($s)", 0, "$toMillis: text 'a' could not be parsed at index 0"},
            {"$fromMillis(0, \"[q]\")", 0, "$fromMillis: unknown component specifier q"},
            {"$formatBase(1, 99)", 0, "the radix is not between 2 and 36"},
            {"$sqrt(-1)", 0, "the number is negative, and has no square root"},
            {"$power(10, 1000)", 0, "the result is out of range"},
            {"$base64decode(\"ä\")", 0, "$base64decode: "},
            {"$decodeUrlComponent(\"%zz\")", 0, "$decodeUrlComponent: "},
            {"$encodeUrlComponent(\"\\ud800\")", 0, "the URL is malformed"},
            {"$single([1, 2])", 0, "$single: there is more than one match; expected one"},
            {"$single([1], function($v) { false })", 0, "$single: there is no match; expected one"},
            {"$sort([1, \"a\"])", 0, "$sort: the list has neither numbers only nor strings only"},
            {"$reduce([1], function($a) { 1 })", 0, "$reduce: the function has fewer than two parameters"},
            {"$replace($s, \"\", \"b\")", 0, "$replace: the string to replace is empty"},
            {"$replace($s, \"a\", \"b\", -1)", 0, "$replace: the limit is negative; expected 0 or more"},
            {"$replace($s, /a/, function($m) { 1 })", 0, "$replace: the function returned a number; expected a string"},
            {"$replace($s, /a/, function($m) { $m.match * 2 })", 42, "the left side of * is a string"},
            {"$match($s, function($m) { 1 })", 0, "$match: the second argument is a function"},
            {"$error(\"no weather\")", 0, "no weather"},
            {"$error()", 0, "$error() function evaluated"},
            {"$n > 9 ? 1 : $error(\"too few\")", 13, "too few"},
            {"$assert($n > 9, \"too few\")", 0, "too few"},
            {"$assert(false)", 0, "$assert() statement failed"},
            {"($f := $n; $f(1))", 11, "what is called here is a number; expected a function"},
            {"($f := $none; 1 + $f(1))", 18, "what is called here is undefined; expected a function"},
            {"($f := $o; \"a\" ~> $f)", 18, "what is called here is an object; expected a function"},
            {"(1)(2)", 0, "what is called here is a number; expected a function"},
            {"($f := function($x) { $x }; $f(1)(2))", 28, "what is called here is a number; expected a function"},
            {"($f := $o; ($trim ~> $f)(\"a\"))", 21, "what is called here is an object; expected a function"},
            {"function($x)<n:n>{ $x }(\"a\")", -1, "argument 1 of the function does not fit its signature"},
            {"$n ~> |$|{}|", -1, "argument 1 of the transform does not fit its signature"},
            {
                "$o ~> |$o|{\"a\": 1}|",
                -1,
                "the expression cannot be evaluated: a transform changes what it is not applied to"
            },
            {"$error(null)", 0, "$error: a value is of a wrong type"},
            {"$o ~> |$|5|", -1, "the update of the transform is a number; expected an object"},
            {"$o ~> |$|{}, 5|", -1, "what the transform deletes is not a string or a list of strings"},
        };
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aFailureHasItsPlaceAndTheTypesOfTheData(String expression, int position, String message) {
        ExpressionException failure = evaluated.failure(expression);

        assertThat(failure).hasMessageStartingWith(message);
        if (position >= 0) {
            assertThat(failure.position())
                    .as("position: " + failure.getMessage())
                    .isEqualTo(position);
        }
        assertThat(failure.getStackTrace()).isEmpty();
    }

    static List<String> leaks() {
        return List.of(
                "$long * 2",
                "$number($long)",
                "$toMillis($long)",
                "{$long: 1, $string($long): 2}",
                "$error($long)",
                "$assert(false, $long)",
                "$base64decode($long & \"ä\")",
                "$decodeUrl($long & \"%\")",
                "$fromMillis(0, \"[\" & $long)",
                "$formatNumber(1, \"0.0.0\" & $long)",
                "$formatInteger(1, $long)",
                "[$long..1]",
                "$sum([$long])",
                "1 > $long",
                "[1, $long]^($)",
                "$long()",
                "($f := $long; $f(1))");
    }

    @ParameterizedTest
    @MethodSource("leaks")
    void aMessageHasLittleOfTheData(String expression) {
        String message;
        try {
            message = evaluated.failure(expression).getMessage();
        } catch (ExpressionException refusedAtOnce) {
            message = refusedAtOnce.getMessage();
        }

        assertThat(message).hasSizeLessThan(250);
        assertThat(message.split("secret", -1)).hasSizeLessThan(19);
        assertThat(message).doesNotContain("\n");
    }
}
