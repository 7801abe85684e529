package dev.medley.server.internal.declared.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.medley.server.internal.declared.expression.analysis.Variables;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SyntaxErrorsTest {

    static Object[][] faults() {
        return new Object[][] {
            // The end
            {"", 0, "the expression is empty"},
            {"  ", 0, "the expression is empty"},
            {"/* nothing */", 0, "the expression is empty"},
            {"1 +", 3, "unexpected end; expected a value"},
            {"1 + ", 3, "unexpected end; expected a value"},
            {"$x.", 3, "unexpected end; expected a value"},
            {"$x ?", 4, "unexpected end; expected a value"},
            {"$x ? 1 :", 8, "unexpected end; expected a value"},
            {"($a := )", 7, "unexpected ')'; expected a value"},
            {"$a :=", 5, "unexpected end; expected a value"},
            {"1 /", 3, "unexpected end; expected a value"},
            {"$x ~>", 5, "unexpected end; expected a value"},
            {"$x ~> |$|{}", 11, "unexpected end; expected |"},
            {"function($a)", 12, "unexpected end; expected {"},
            // Tokens in wrong places
            {"1 2", 2, "unexpected '2'; expected an operator or the end"},
            {"$x $y", 3, "unexpected 'y'; expected an operator or the end"},
            {"$x.a b", 5, "unexpected 'b'; expected an operator or the end"},
            {"1 + )", 4, "unexpected ')'; no bracket is open"},
            {"1 + * 2", 6, "unexpected '2'; expected an operator or the end"},
            {"1 + / 2", 4, "the regular expression is not closed; expected /"},
            {"= 1", 0, "unexpected '='; expected a value"},
            {"1 + = 2", 4, "unexpected '='; expected a value"},
            {"[1, ]", 4, "unexpected ']'; expected a value"},
            {"[1 2]", 3, "unexpected '2'; expected ]"},
            {"{\"a\" 1}", 5, "unexpected '1'; expected :"},
            {"{\"a\": }", 6, "unexpected '}'; expected a value"},
            {"{\"a\": 1 \"b\": 2}", 8, "unexpected 'b'; expected }"},
            {"{\"a\": 1, }", 9, "unexpected '}'; expected a value"},
            {"$f(1 2)", 5, "unexpected '2'; expected )"},
            {"$count(,)", 7, "unexpected ','; expected a value"},
            {"$x[1 2]", 5, "unexpected '2'; expected ]"},
            {"$x.1", 3, "'1' is a step of a path; expected a name"},
            {"$x.true", 3, "'true' is a step of a path; expected a name"},
            {"1 := 2", 0, "the left side of := is not a variable; expected one such as $x"},
            {"function(a) { 1 }", 9, "'a' is not a parameter; expected a variable such as $x"},
            {"$x@a", 3, "'@' is not followed by a variable; expected one such as $x"},
            {"$x[0]@$v", 5, "@ follows a predicate; expected it before"},
            {"$x{a: b}[0]", 8, "a predicate follows the groups {…}; expected it before them"},
            {"$x{a: b}{c: d}", -1, "groups {…} follow other groups; expected them once in a path"},
            {"%", 0, "% has no parent here; expected a path that leads to one"},
            {"$x ^ a", 5, "unexpected 'a'; expected ("},
            // Operators of other languages
            {"$x == 1", 3, "'==' is not an operator; expected '='"},
            {"$x && $y", 3, "'&&' is not an operator; expected 'and'"},
            {"$x || $y", 3, "'||' is not an operator; expected 'or'"},
            {"!$x", 0, "'!' is not an operator; expected != or $not(…)"},
            {"$x ~ 1", 3, "'~' is not an operator"},
            // Brackets, strings, comments, numbers, regular expressions
            {"(1 + 2", 0, "'(' is not closed; expected )"},
            {"$count([1, 2)", 7, "'[' is not closed; expected ]"},
            {"{\"a\": [1, 2}", 6, "'[' is not closed; expected ]"},
            {"1)", 1, "unexpected ')'; no bracket is open"},
            {"1}", 1, "unexpected '}'; no bracket is open"},
            {"\"abc", 0, "the string is not closed; expected \""},
            {"1 & 'abc", 4, "the string is not closed; expected '"},
            {"\"abc\\\"", 0, "the string is not closed; expected \""},
            {"\"abc\\", 0, "the string is not closed; expected \""},
            {"\"a\\qb\"", 2, "'\\q' is not an escape; expected one of"},
            {"\"\\u12\"", 1, "\\u is not followed by 4 hexadecimal digits"},
            {"$x.`abc", 3, "the name is not closed; expected `"},
            {"1 /* abc", 2, "the comment is not closed; expected */"},
            {"1e999", 0, "the number is too large; expected less than 1.8e308"},
            {"01", 1, "unexpected '1'; expected an operator or the end"},
            {"$contains($x, /abc)", 14, "the regular expression is not closed; expected /"},
            {"$contains($x, //)", 14, "the regular expression is empty"},
            {"$contains($x, /a(?x/)", 14, "the regular expression is not closed; expected /"},
            {"$contains($x, /a(?<>b)/)", 19, "the regular expression is broken: "},
            {"$contains($x, /a**+*/)", 17, "the regular expression is broken: dangling meta character '*'"},
            {"/a/", 0, "a regular expression stands alone; expected it after ~> or as an argument of $contains"},
            {"($r := /a/; $r(\"a\"))", 7, "a regular expression stands alone"},
            {"$map([\"a\"], /a/)", 12, "a regular expression stands alone"},
            // What can never be called
            {"\"a\"(1)", 0, "what is called here is not a function; expected an operator before ("},
            {"[1](1)", 0, "what is called here is not a function; expected an operator before ("},
            {"5 (1)", 0, "what is called here is not a function; expected an operator before ("},
            {"$x + {\"a\": 1}(1)", 5, "what is called here is not a function; expected an operator before ("},
            {"$x ~> 5", 6, "the right side of ~> is not a function"},
            {"$x ~> \"a\"", 6, "the right side of ~> is not a function"},
            {"[$x ~> [1]]", 7, "the right side of ~> is not a function"},
            {"$x ~> -$x", 6, "'-' is on the right side of ~>; expected a function there"},
            {"$x ~> $trim & \"a\"", 12, "'&' is on the right side of ~>; expected a function there"},
        };
    }

    @ParameterizedTest
    @MethodSource("faults")
    void aFaultHasItsPlaceAndWhatIsExpected(String expression, int position, String message) {
        ExpressionException thrown = catchThrowableOfType(
                ExpressionException.class, () -> Expression.compile(expression, Variables.of("x", "y")));

        assertThat(thrown).as(expression).isNotNull().hasMessageStartingWith(message);
        assertThat(thrown.position()).as("position: " + thrown.getMessage()).isEqualTo(position);
        assertThat(thrown.getStackTrace()).isEmpty();
    }

    @Test
    void whatIsNestedTooDeeplyToBeParsedIsRefusedBeforeItIsParsed() throws Exception {
        for (String expression : new String[] {
            "(".repeat(10_000) + "1" + ")".repeat(10_000),
            "[".repeat(10_000),
            "1" + " + 1".repeat(10_000),
            "$x" + ".a".repeat(10_000),
            "-".repeat(10_000) + "1",
            "1" + "(1)".repeat(10_000),
        }) {
            ExpressionException thrown = catchThrowableOfType(
                    ExpressionException.class, () -> Expression.compile(expression, Variables.of("x")));

            assertThat(thrown).hasMessageStartingWith("more than 100 operators and brackets are nested");
            assertThat(thrown.position()).isBetween(90, 500);
        }
    }

    @Test
    void aLongListIsNotNested() {
        String expression = "[1" + ", 1 + 2".repeat(5_000) + "]";

        assertThat(Expression.compile(expression, Variables.of()).variables()).isEmpty();
    }
}
