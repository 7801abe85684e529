package dev.medley.server.internal.declared.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.medley.server.internal.declared.expression.analysis.Paths;
import dev.medley.server.internal.declared.expression.analysis.Reference;
import dev.medley.server.internal.declared.expression.analysis.Variables;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class VariablesOfExpressionsTest {

    private static final Variables VARIABLES =
            Variables.of("request", "partners", "item", "index", "weather", "orders");

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "1 + 2 →",
                "\"$weather\" →",
                "/* $weather */ 1 →",
                "$count([1]) →",
                "$map([1], $string) →",
                "$weather.temp → weather",
                "$weather.orders → weather",
                "$weather & $orders & $weather → weather orders",
                "$orders[id = $index] → orders index",
                "$orders{$index: $item} → orders index item",
                "$orders^($index) → orders index",
                "$orders.$string($index) → orders index",
                "{\"a\": $index} → index",
                "($a := $index; $a) → index",
                "($a := 1; $b := $a; $b) →",
                "($f := function($n) { $n = 0 ? $index : $f($n - 1) }; $f(1)) → index",
                "($even := function($n) { $odd($n) }; $odd := function($n) { $even($n) }; 1) →",
                "function($x, $y) { $x + $y + $index }(1, 2) → index",
                "$orders@$o.items[$o.id = $index] → orders index",
                "$orders#$i.{\"i\": $i} → orders",
                "$weather ~> |$|{\"i\": $index}, [$item]| → weather index item",
                "$substring(?, $index)(\"a\") → index",
                "$weather ~> $string → weather",
                "$index ? $item : $orders → index item orders",
                "[$index..$item] → index item",
            })
    void theFreeOnesAreFound(String expression, String names) {
        Set<String> expected = names == null ? Set.of() : Set.of(names.split(" ", -1));

        assertThat(Expression.compile(expression, VARIABLES).variables()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "$request.body.x & $request.query.c | body query",
                "$request.body | body",
                "$request.`the body` | the body",
                "$request.\"body\" | body",
                "$request /* a */ . body | body",
                "$request.body[0] | body",
                "$request.body^(a) | body",
                "$request.body{a: b} | body",
                "$request.body.(a) | body",
                "$count($request.body) | body",
                "$orders[id = $request.query.id] | query",
                "[$request.a, {\"b\": $request.b}, ($request.c)] | a b c",
                "$request.and | and",
                "$request.true_ | true_",
            })
    void thePartsThatAreReadAreFound(String expression, String members) {
        Paths paths = Expression.compile(expression, VARIABLES).paths("request");

        assertThat(paths.whole()).isFalse();
        assertThat(String.join(" ", paths.members().stream().sorted().toList())).isEqualTo(members);
        assertThat(paths.mayRead("other")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "$request.query.city | request query@9 city@15",
                "$request . `query` /* of the client */ . \"the city\" | request query@11 the city@41",
                "$request.query.city[0].x | request query@9 city@15",
                "$request.query.(city) | request query@9",
                "$request.*.city | request",
                "$request & $weather.temp | request, weather temp@20",
                "$orders[id = $request.path.id] | orders, request path@22 id@27",
                "$request.query.%.body | request query@9",
                "\"$request.query.city\" & $weather | weather",
                "$item.and.or | item and@6 or@10",
            })
    void theReferencesAreThosePlacesThatTakeMembersOfAVariable(String expression, String references) {
        String found = Expression.compile(expression, VARIABLES).references().stream()
                .map(each -> each.variable()
                        + each.steps().stream()
                                .map(step -> " " + step.name() + "@" + step.position())
                                .collect(Collectors.joining()))
                .collect(Collectors.joining(", "));

        assertThat(found).isEqualTo(references);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "$weather | weather",
                " $weather /* as it came */ | weather",
                "$request.`body` | request",
                "($weather) |",
                "$weather[0] |",
                "[$weather] |",
                "$string |",
                "1 |",
            })
    void anExpressionIsAReferenceIfThereIsNothingElse(String expression, String variable) {
        Reference reference = Expression.compile(expression, VARIABLES).reference();

        assertThat(reference == null ? null : reference.variable()).isEqualTo(variable);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$request",
                "$keys($request)",
                "$request[0]",
                "$request[a = 1]",
                "$request.*",
                "$request.**",
                "$request.(body)",
                "$request.[body]",
                "$request.$",
                "$request.$string(body)",
                "$request{\"a\": body}",
                "$request^(body)",
                "$request@$r.body",
                "$request ~> $keys",
                "$lookup($request, \"body\")",
                "($r := $request; $r.body)",
                "$request.query.%.body",
                "$request.query & $string($request)",
                "[$request].body",
                "$request = 1",
            })
    void anyPartMayBeReadOfAValueThatIsUsedAsAWhole(String expression) {
        Paths paths = Expression.compile(expression, VARIABLES).paths("request");

        assertThat(paths.whole()).isTrue();
        assertThat(paths.mayRead("body")).isTrue();
    }

    @Test
    void nothingIsReadOfAVariableThatIsNotUsed() {
        Paths paths = Expression.compile("$weather.temp", VARIABLES).paths("request");

        assertThat(paths).isEqualTo(new Paths(false, Set.of()));
    }

    static Object[][] faults() {
        return new Object[][] {
            {"$wether.temp", 0, "'$wether' is unknown; did you mean $weather?"},
            {"1 + $wether", 4, "'$wether' is unknown; did you mean $weather?"},
            {
                "$temperature",
                0,
                "'$temperature' is unknown; expected $index, $item, $orders, $partners, $request or $weather"
            },
            {"$upercase", 0, "'$upercase' is unknown; did you mean $uppercase?"},
            {"$lenght(\"a\")", 0, "'$lenght' is not a function; did you mean $length?"},
            {"1 + $lenght(\"a\")", 4, "'$lenght' is not a function; did you mean $length?"},
            {"$frobnicate(1)", 0, "'$frobnicate' is not a function of JSONata"},
            {"\"a\" ~> $lenght", 7, "'$lenght' is not a function; did you mean $length?"},
            {"\"a\" ~> $lenght()", 7, "'$lenght' is not a function; did you mean $length?"},
            {"$weather(1)", 0, "'$weather' is not a function"},
            {"\"a\" ~> $weather", 7, "'$weather' is not a function"},
            {"$eval(\"1\")", 0, "$eval is not available: data must not become code"},
            {"$map([\"1\"], $eval)", 12, "$eval is not available: data must not become code"},
            {"($a := $b; $b := 1; $a)", 7, "'$b' is unknown"},
            {"($a := $a + 1; $a)", 7, "'$a' is unknown"},
            {"($a := 1) + $a", 12, "'$a' is unknown"},
            {"function($x) { $x }(1) + $x", 25, "'$x' is unknown"},
            {"$orders@$o.id + $o.id", 16, "'$o' is unknown"},
            {"$orders#$i.id & $i", 16, "'$i' is unknown"},
            {"($weather := 1; 2)", 1, "'$weather' is already a variable of the mashup; expected another name"},
            {"function($weather) { 1 }", 9, "'$weather' is already a variable of the mashup; expected another name"},
            {"$orders@$item.id", 8, "'$item' is already a variable of the mashup; expected another name"},
            {"$orders#$index.id", 8, "'$index' is already a variable of the mashup; expected another name"},
            {"($__evaluate_entry := 1)", 1, "'$__evaluate_entry' cannot be bound; expected another name"},
            {"function($__1) { 1 }", 9, "'$__1' cannot be bound; expected another name"},
            {"$__evaluate_exit", 0, "'$__evaluate_exit' is unknown"},
            {"$__function(1)", 0, "'$__function' is not a function of JSONata"},
            {"($ := 1)", 1, "'$' cannot be bound; expected another name"},
        };
    }

    @ParameterizedTest
    @MethodSource("faults")
    void othersAreRefused(String expression, int position, String message) {
        ExpressionException thrown =
                catchThrowableOfType(ExpressionException.class, () -> Expression.compile(expression, VARIABLES));

        assertThat(thrown).as(expression).isNotNull().hasMessageStartingWith(message);
        assertThat(thrown.position()).isEqualTo(position);
        assertThat(thrown.getStackTrace()).isEmpty();
    }

    @Test
    void aKnownVariableThatIsNotReservedCanBeBound() {
        Variables variables = new Variables(Set.of("a", "b"), Set.of("b"));

        assertThatCode(() -> Expression.compile("($a := 1; $a)", variables)).doesNotThrowAnyException();
    }

    @Test
    void aVariableHidesTheFunctionOfItsName() {
        assertThat(Expression.isFunction("count")).isTrue();
        assertThat(Expression.isFunction("weather")).isFalse();
        assertThat(Expression.compile("$count.a", Variables.of("count")).variables())
                .containsExactly("count");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "$request.query.city",
                "$partners[$index % $count($partners)]",
                "{\"a\": $weather.temp, \"b\": [$index, $item]}",
                "$orders[price > 1].name",
                "$orders{id: $sum(price)}",
                "$weather ? $weather.temp : 0",
                "$uppercase($weather.name) & \"!\"",
                "$contains($weather.name, \"a\")",
                "($a := $index + 1; $a * 2)",
                "$weather.name ~> $uppercase",
                "$request.*",
            })
    void theseAreLight(String expression) {
        assertThat(Expression.compile(expression, VARIABLES).isLight()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[0..$index]",
                "$orders.**.name",
                "$map($orders, $string)",
                "$filter($orders, function($o) { $o })",
                "($f := $map; 1)",
                "$sort($orders)",
                "$orders^(id)",
                "$contains($weather.name, /a/)",
                "$weather.name ~> /a/",
                "$weather ~> |$|{}|",
                "$orders@$o.id",
                "$orders#$i.id",
                "$pad(\"a\", $index)",
                "$substring(?, 1)(\"a\")",
            })
    void theseAreNot(String expression) {
        assertThat(Expression.compile(expression, VARIABLES).isLight()).isFalse();
    }
}
