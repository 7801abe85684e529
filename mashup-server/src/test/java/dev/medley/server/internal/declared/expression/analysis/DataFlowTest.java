package dev.medley.server.internal.declared.expression.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.declared.expression.Evaluated;
import dev.medley.server.internal.declared.expression.EvaluationErrorsTest;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.expression.syntax.SyntaxTree;
import dev.medley.server.internal.declared.expression.syntax.Tokens;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Where values come from: {@code r} is a request, {@code a} and {@code b} are other variables. */
class DataFlowTest {

    private static final Evaluated VALUES = Evaluated.with(
            "r",
            Map.of("q", Map.of("t", "x", "n", 1), "list", List.of("x")),
            "a",
            Map.of("t", "x", "n", 1, "list", List.of(Map.of("t", "x", "n", 1))),
            "b",
            Map.of("n", 2));

    /** Of {@code r} with its members, of others the names. */
    private static String shown(Set<Source> references) {
        Set<String> shown = new TreeSet<>();
        for (Source each : references) {
            boolean isPath = each.variable().equals("r") && !each.names().isEmpty();
            shown.add(each.variable() + (isPath ? "." + String.join(".", each.names()) : ""));
        }
        return String.join(" ", shown);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            value = {
                "1 + 2 => '' => ''",
                "$r.q.t => r.q.t => r.q.t",
                "$r.\"q\".`t` => r.q.t => r.q.t",
                "$r.q[t = $a.t].n => r.q.n => a r.q.n r.q.t",
                "$a[$r.q.n] => a => a r.q.n",
                "$r.q.t ? $a.n : $b.n => a b => a b r.q.t",
                "$r.q.t = 1 and $a.n > 2 => a r.q.t => a r.q.t",
                "{\"x\": $a.n, $r.q.t: 1} => a r.q.t => a r.q.t",
                "[$a.n, $b.n] => a b => a b",
                "$a.list.{\"x\": t} => a => a",
                "$a.list^(>n).t => a => a",
                "$a.list{t: $r.q.n} => a r.q.n => a r.q.n",
                "$a.list@$x.($r.q.t & $x.t) => a r.q.t => a r.q.t",
                "($x := $r.q.t; $y := $a.n; $x) => r.q.t => r.q.t",
                "($x := $r.q.t; ($x := $a.n); $x) => r.q.t => r.q.t",
                "$filter($a.list, function($x) { $x.n > $r.q.n }) => a => a r.q.n",
                "$map($a.list, function($x) { $r.q.t }) => a r.q.t => a r.q.t",
                "$a.list.$uppercase(t) => a => a",
                "$a.list.t.$uppercase() => a => a",
                "$a.list.$uppercase($r.q.t) => r.q.t => a r.q.t",
                "$r.q.t ~> $uppercase ~> $trim() => r.q.t => r.q.t",
                "$a.list ~> $map(function($x) { $x.n }) => a => a",
                "$r.* => r => r",
                "$now() & $a.list.($now() & t) => a => a",
                "-$a.n * ($b.n + 1) => a b => a b",
                "($f := function($x)<s:s> { $uppercase($x) }; $f($r.q.t)) => r.q.t => r.q.t",
                "($f := function($n) { $n > 0 ? $f($n - 1) : $a.n }; $f($r.q.n)) => a r.q.n => a r.q.n",
                "$a ~> |list|{\"t\": $r.q.t}| => a r.q.t => a r.q.t",
                "$exists($a.t) ? $r.q.t => r.q.t => a r.q.t",
                "[1..$r.q.n] => r.q.n => r.q.n",
                "$a.t ?: $b.n => a b => a b",
            })
    void aValueComesFromVariablesAndIsChosenByOthers(String expression, String sources, String dependencies) {
        Expression compiled = VALUES.compiled(expression);

        assertThat(shown(compiled.sources())).as("sources").isEqualTo(sources);
        assertThat(shown(compiled.dependencies())).as("dependencies").isEqualTo(dependencies);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            value = {
                "$toMillis($r.q.t) => r.q.t",
                "$a.n * $r.q.t => r.q.t",
                "$r.q.t * $a.n => r.q.t",
                "$a.n * 2 + $b.n * $r.q.t => r.q.t",
                "$r.q.n * $a.t - 1 => a",
                "$sum([$a.n * $r.q.t, $b.n]) => r.q.t",
                "$substring($a.t, $r.q.t) => a r.q.t",
                "$r.list ~> $substring(1) => r.list",
                "$r.q.t ~> $toMillis => r.q.t",
                "$a.list.($toMillis(t) > $r.q.n) => a",
                "$a.list[$toMillis(t) > $r.q.n] => a",
                "$a.list[$toMillis($r.q.t) > n] => r.q.t",
                "$a.list.t.$toMillis() => a",
                "$a.list.t.$contains($r.q.n) => a r.q.n",
                "$map($a.list, function($x) { $x.t * $r.q.n }) => a",
                "$map($a.list, function($x) { $x.n * $r.q.t }) => r.q.t",
                "$map($a.list, function($x) { $map($r.list, function($y) { $toMillis($y) + $x.n }) }) => r.list",
                "($t := $r.q.t; $n := $a.n; $n * $t) => r.q.t",
                "($f := function($x) { $toMillis($x) }; $f($r.q.t)) => r.q.t",
                "{\"x\": $toMillis($r.q.t), \"y\": $a.n} => r.q.t",
                "{$r.q.n: $a.n} => r.q.n",
                "$a.n = 1 ? $toMillis($r.q.t) : $b.n => r.q.t",
                "[$a.n..$r.q.t] => r.q.t",
                "$a.n < $r.q.t => a r.q.t",
                "-$r.q.t + $a.n => r.q.t",
                "$number(\"x\") + $r.q.n => ''",
                "$reduce($a.list, function($i, $x) { $i + $x.t }, $r.q.n) => a r.q.n",
            })
    void aFailureIsDueToTheValuesOfTheSmallestPartThatFails(String expression, String sources) {
        Expression compiled = VALUES.compiled(expression);

        assertThat(shown(compiled.sources(VALUES.failure(expression)))).isEqualTo(sources);
    }

    static Object[][] failures() {
        return EvaluationErrorsTest.failures();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void eachExpressionIsUnderstood(String expression, int position, String message) {
        assertThat(SyntaxTree.of(Tokens.of(expression))).as(expression).isNotNull();
    }

    @Test
    void deeplyNestedCallsTakeNoTimeToSpeakOf() {
        String nested = "$trim(".repeat(45) + "$r.q.t" + ")".repeat(45);
        String path = "$a.list" + ".(list".repeat(40) + ")".repeat(40);

        assertThat(shown(VALUES.compiled(nested).dependencies())).isEqualTo("r.q.t");
        assertThat(shown(VALUES.compiled(path).dependencies())).isEqualTo("a");
    }
}
