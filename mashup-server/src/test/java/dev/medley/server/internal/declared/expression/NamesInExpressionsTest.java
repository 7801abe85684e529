package dev.medley.server.internal.declared.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.medley.server.internal.declared.expression.analysis.Variables;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names need a context; JSONata would take one without it as undefined. */
class NamesInExpressionsTest {

    private static final Variables VARIABLES =
            Variables.of("request", "partners", "item", "index", "weather", "orders", "n");

    @ParameterizedTest
    @ValueSource(
            strings = {
                // Paths and their steps
                "$weather.temp",
                "$weather.temp.value",
                "$weather . temp",
                "$weather.`two words`",
                "$weather.\"two words\"",
                "$weather.'single quotes'",
                "$weather.and.or.in",
                "$weather.function",
                "$weather.λ",
                "$weather.true_",
                "$weather.*",
                "$weather.**.name",
                "$weather.a.%.b",
                "$weather.a.-b",
                "$weather.(temp)",
                "$weather.(temp + wind)",
                "$weather.($ + 1)",
                "$weather.(a; b)",
                "$weather.[temp, wind]",
                "$weather.{\"t\": temp, \"w\": wind}",
                "$weather.$string(temp)",
                "$weather.a.$substring(name, 1, length)",
                "($weather).temp",
                "[1,2,3].($ * 2)",
                "[$weather].temp",
                "{\"a\": $weather}.a",
                "$count($orders).($ + 1)",
                "$weather.days[0].temp + $weather.days[1].temp",
                // Predicates
                "$orders[id = 1]",
                "$orders[id = $request.query.id]",
                "$orders[$ > 3]",
                "$orders[0]",
                "$orders[-1]",
                "$orders[]",
                "$orders[price > 1 and name in [\"a\", other]]",
                "$orders[$contains(name, /a[/]b/)]",
                "$orders[a[b = 1]].c",
                "[1..$n][$ % 2 = 0]",
                "$orders[a.b.(c)]",
                "$orders[($x := price; $x > 1)]",
                // Groups
                "$orders{id: name}",
                "$orders{id: $sum(price)}",
                "$orders.items{id: {\"n\": name}}",
                "$orders{customer: [id]}",
                // Sorting
                "$orders^(price)",
                "$orders^(>price, <name)",
                "$orders.items^(-price)[0].name",
                // Transforms
                "$weather ~> |$|{\"t\": temp}|",
                "$weather ~> |days|{\"t\": temp * 2}, [\"temp\", name]|",
                "$weather ~> | days[temp > 3] | {\"hot\": true} |",
                "(|days|{\"t\": temp}|)($weather)",
                // Binding of steps
                "$orders@$o.items[id = $o.id]",
                "$orders#$i.{\"i\": $i, \"id\": id}",
                "$orders@$o.items@$p[$o.id = $p.id].{\"o\": $o.name, \"p\": $p.name}",
                // No names at all
                "1 + 2 * 3",
                "\"a.b[c]{d}(e)\"",
                "'weather.temp'",
                "\"say \\\"weather\\\"\" & $weather.temp",
                "/* weather.temp */ 1",
                "1 /* weather.temp */",
                "$weather /* a */ . /* b */ temp /* c */",
                "[0..$n]",
                "[0..$n - 1]",
                "true and false or null = null",
                "$index in [1, 2]",
                "{\"a\": true, \"b\": null}",
                "{\"a\": {\"b\": [1, {\"c\": $n}]}}",
                "$n > 1 ? \"many\" : \"one\"",
                "$n ?: 1",
                "$n ?? 1",
                "$weather ? $weather.temp : $orders[0].temp",
                "-$n",
                "- 5",
                "($a := 1; $b := $a + 1; $a + $b)",
                "$match($request.query.c, /^[a-z/]+$/i)",
                "$replace(\"a/b\", /\\//, \"-\")",
                "$split(\"a b\", /\\s+/, 2)",
                "$request.query.c ~> $contains(/x/)",
                // Functions
                "$map($orders, function($o) { $o.name })",
                "$map($orders, function($o, $i, $a) { $o.name & $i & $count($a) })",
                "$map($orders, λ($o) { $o.name })",
                "($f := function($x) <n:n> { $x + 1 }; $f(1))",
                "($f := function($x)<s-(nb)a<s>?:o>{ $x }; $f(1))",
                "function($x) { $x.name }($weather)",
                "$weather.function($x) { $x & temp }(1)",
                "$orders.$map(items, function($i) { $i & name })",
                "$orders ~> $map($string) ~> $join(\",\")",
                "($twice := $trim ~> $uppercase; $twice(\"a\"))",
                "($first := $substring(?, 0, 1); $first(\"abc\"))",
                "$reduce([1,2], function($a, $b) { $a + $b }, 0)"
            })
    void theseAreRight(String expression) {
        assertThatCode(() -> Expression.compile(expression, VARIABLES)).doesNotThrowAnyException();
    }

    static Object[][] wrong() {
        return new Object[][] {
            {"weather.temp", 0, "'weather' has no context here; did you mean $weather?"},
            {"wether.temp", 0, "'wether' has no context here; did you mean $weather?"},
            {" weather", 1, "'weather' has no context here; did you mean $weather?"},
            {
                "temperature",
                0,
                "'temperature' has no context here; expected $index, $item, $n, $orders, $partners, $request or $weather"
            },
            {"$weather.temp + wind", 16, "'wind' has no context here"},
            {"$weather.temp > wind", 16, "'wind' has no context here"},
            {"$weather.temp & name", 16, "'name' has no context here"},
            {"$weather.a.b = c", 15, "'c' has no context here"},
            {"-temp", 1, "'temp' has no context here"},
            {"`two words`", 0, "'two words' has no context here"},
            {"\"a\" & weather", 6, "did you mean $weather?"},
            {"/* $ */ weather", 8, "did you mean $weather?"},
            {"$string(temp)", 8, "'temp' has no context here"},
            {"$string(weather)", 8, "did you mean $weather?"},
            {"$sum($orders.price, tax)", 20, "'tax' has no context here"},
            {"[temp]", 1, "'temp' has no context here"},
            {"[1, temp]", 4, "'temp' has no context here"},
            {"[0..n]", 4, "did you mean $n?"},
            {"(temp)", 1, "'temp' has no context here"},
            {"($a := 1; temp)", 10, "'temp' has no context here"},
            {"($a := temp; $a)", 7, "'temp' has no context here"},
            {"{\"a\": temp}", 6, "'temp' has no context here"},
            {"{temp: 1}", 1, "'temp' has no context here; did you mean the string \"temp\"?"},
            {"{\"a\": 1, temp: 2}", 9, "did you mean the string \"temp\"?"},
            {"{\"a\": {temp: 2}}", 7, "did you mean the string \"temp\"?"},
            {"{$weather.temp: temp}", 16, "'temp' has no context here"},
            {"$n > 1 ? many : \"one\"", 9, "'many' has no context here"},
            {"$n > 1 ? \"many\" : one", 18, "'one' has no context here"},
            {"$n ?: other", 6, "'other' has no context here"},
            {"$n ?? other", 6, "'other' has no context here"},
            {"$n in numbers", 6, "'numbers' has no context here"},
            {"$n and temp", 7, "'temp' has no context here"},
            {"not = 1", 0, "'not' has no context here"},
            {"True", 0, "'True' has no context here"},
            {"and = 1", 0, "'and' has no context here"},
            {"function = 1", 0, "'function' has no context here"},
            {"$orders[id = 1] = id", 18, "'id' has no context here"},
            {"$orders{id: name} & id", 20, "'id' has no context here"},
            {"$orders^(price) & price", 18, "'price' has no context here"},
            {"$weather.(temp) + temp", 18, "'temp' has no context here"},
            {"$weather ~> |$|{}| and temp", 23, "'temp' has no context here"},
            {"$map($orders, function($o) { name })", 29, "'name' has no context here"},
            {"$map($orders, function($o) { $o.name & id })", 39, "'id' has no context here"},
            {"$orders ~> $map(name)", 16, "'name' has no context here"},
            {"$", 0, "'$' has no context here; expected $index, $item"},
            {"$ + 1", 0, "'$' has no context here"},
            {"$.temp", 0, "'$' has no context here"},
            {"$string($)", 8, "'$' has no context here"},
            {"$map($orders, function($o) { $ })", 29, "'$' has no context here"},
            {"$$", 0, "'$$' is undefined, because there is no input document; expected $index"},
            {"$$.temp", 0, "'$$' is undefined"},
            {"$orders[id = $$.id]", 13, "'$$' is undefined"},
            {"*", 0, "'*' has no context here"},
            {"*.name", 0, "'*' has no context here"},
            {"$count(**)", 7, "'**' has no context here"},
            {"count($orders)", 0, "'count' is not a function; did you mean $count?"},
            {"$orders.count(items)", 8, "'count' is not a function; did you mean $count?"},
            {"$weather.forecast(1)", 9, "'forecast' is not a function; functions begin with $"},
        };
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void theseAreWrong(String expression, int position, String message) {
        ExpressionException thrown =
                catchThrowableOfType(ExpressionException.class, () -> Expression.compile(expression, VARIABLES));

        assertThat(thrown).as(expression).isNotNull().hasMessageContaining(message);
        assertThat(thrown.position()).as("position: " + thrown.getMessage()).isEqualTo(position);
    }
}
