package dev.medley.server.internal.declared.expression.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.medley.server.internal.declared.expression.Evaluated;
import dev.medley.server.internal.declared.expression.analysis.Analysis;
import dev.medley.server.internal.declared.expression.analysis.Analyzer;
import dev.medley.server.internal.declared.expression.analysis.Variables;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import dev.medley.server.internal.declared.expression.syntax.Token;
import dev.medley.server.internal.declared.expression.syntax.Tokens;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RewritingTest {

    private static final Evaluated EVALUATED =
            Evaluated.with("x", "a", "o", Map.of("k", 1), "huge", Map.of("n", new BigDecimal("1E+999")));

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "$count([1]) → $count([1])",
                "($f := $x; $f(1)) → ($f := $x; ($__function($f))(1))",
                "(1)(2)(3) → ($__function(($__function((1)))(2)))(3)",
                "$trim(1)(2) → ($__function($trim(1)))(2)",
                "$x.($f := 1; $f(2)) → $x.($f := 1; ($__function($f))(2))",
                "function($a) { $a(1) }($x) → function($a) { ($__function($a))(1) }($x)",
                "($a := 1; $x ~> $a) → ($a := 1; $x ~> ($__function($a)))",
                "$x ~> $o.f → $x ~> ($__function($o.f))",
                "$x ~> $trim → $x ~> $trim",
                "$x ~> $substring(1) ~> $trim → $x ~> $substring(1) ~> $trim",
                "$x ~> /a/i → $x ~> $__find(/a/i)",
                "$split(?, 1) → function($__1){$split($__1, 1)}",
                "$split(?, ?) → function($__1,$__2){$split($__1, $__2)}",
                "($f := $x; $f(?)(2)) → ($f := $x; function($__1){($__function($f))($__1)}(2))",
                "$pad(?, $pad(?, 1)) → function($__2){$pad($__2, function($__1){$pad($__1, 1)})}",
                "($f := function() { $g() }; $g := $x; 1) → ($f := function() { ($__function($g))() }; $g := $x; 1)",
            })
    void theLibraryGetsAnotherText(String expression, String rewritten) {
        List<Token> tokens = Tokens.of(expression);

        Analysis analysis = new Analyzer(tokens, Variables.of("x", "o")).analyze();

        assertThat(analysis.rewriting().apply(expression).text()).isEqualTo(rewritten);
    }

    @Test
    void eachCharacterHasItsOrigin() {
        Rewriting rewriting = new Rewriting();
        rewriting.guard(2, 4);

        Rewritten rewritten = rewriting.apply("a $f(b)");

        assertThat(rewritten.text()).isEqualTo("a ($__function($f))(b)");
        assertThat(rewritten.before(1)).isZero();
        assertThat(rewritten.before(5)).isEqualTo(2);
        assertThat(rewritten.before(rewritten.text().indexOf("f)") + 1)).isEqualTo(3);
        assertThat(rewritten.before(rewritten.text().indexOf("))"))).isEqualTo(3);
        assertThat(rewritten.before(rewritten.text().length())).isEqualTo(6);
        assertThat(rewritten.before(0)).isEqualTo(-1);
        assertThat(rewritten.before(99)).isEqualTo(-1);
    }

    @Test
    void theLibraryPrintsNothing() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = System.out;
        PrintStream err = System.err;
        PrintStream captured = new PrintStream(printed, true, StandardCharsets.UTF_8);
        System.setOut(captured);
        System.setErr(captured);
        try {
            for (String expression : List.of(
                    "($f := $x; $f(1))",
                    "($f := $o; $f(?)(1))",
                    "(1)(2)",
                    "($f := $x; ($trim ~> $f)(\"a\"))",
                    "($f := {\"g\": 1}; ($trim ~> $f.g)(\"a\"))",
                    "($f := function($a) { $a(1) }; $f($x))",
                    "($f := function($a) { $a }; $f(1)(2))",
                    "$map([1], function($f) { $f(1) })",
                    "$replace(\"a\", /a/, function($m) { $error(\"b\") })",
                    "$replace(\"a\", /a/, function($m) { 1 })",
                    "$parseInteger(\"x\", \"#\")",
                    "$formatNumber(1, \"%%\")",
                    "$error(\"100% %s %1$d\")",
                    "$number(\"%s\")")) {
                assertThat(catchThrowable(() -> EVALUATED.value(expression))).isInstanceOf(ExpressionException.class);
                assertThat(printed.toString(StandardCharsets.UTF_8))
                        .as(expression)
                        .isEmpty();
            }
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }
}
