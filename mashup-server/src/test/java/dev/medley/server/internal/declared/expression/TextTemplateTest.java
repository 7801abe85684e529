package dev.medley.server.internal.declared.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.medley.server.internal.declared.expression.TextTemplate.Literal;
import dev.medley.server.internal.declared.expression.TextTemplate.Part;
import dev.medley.server.internal.declared.expression.TextTemplate.Placeholder;
import dev.medley.server.internal.declared.expression.analysis.Variables;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextTemplateTest {

    private static final Variables VARIABLES = Variables.of("request", "index", "orders");

    static Object[][] templates() {
        return new Object[][] {
            {"", List.of()},
            {"/plain", List.of("/plain")},
            {"{$index}", List.of("<$index>")},
            {"{ $index }", List.of("< $index >")},
            {
                "/user/{$request.path.id}/orders?x={$index + 1}",
                List.of("/user/", "<$request.path.id>", "/orders?x=", "<$index + 1>")
            },
            {"{$index}{$index}", List.of("<$index>", "<$index>")},
            {"{{", List.of("{")},
            {"}}", List.of("}")},
            {"{{{$index}}}", List.of("{", "<$index>", "}")},
            {"a{{b}}c", List.of("a{b}c")},
            {"{{$index}}", List.of("{$index}")},
            {"{\"}\"}", List.of("<\"}\">")},
            {"{'}{'}x", List.of("<'}{'>", "x")},
            {"{\"\\\"}\"}x", List.of("<\"\\\"}\">", "x")},
            {"{$orders{id: name}}x", List.of("<$orders{id: name}>", "x")},
            {"{$orders{id: {\"a\": name}}}x", List.of("<$orders{id: {\"a\": name}}>", "x")},
            {"{ {\"a\": {}}.a }x", List.of("< {\"a\": {}}.a >", "x")},
            {"{$orders.`}`}x", List.of("<$orders.`}`>", "x")},
            {"{$index /* } */}x", List.of("<$index /* } */>", "x")},
            {"{$contains($request.a, /\\}\\{/)}x", List.of("<$contains($request.a, /\\}\\{/)>", "x")},
            {"{$contains($request.a, /[{}]/)}x", List.of("<$contains($request.a, /[{}]/)>", "x")},
            {"{$index / 2}/{$index / 2}", List.of("<$index / 2>", "/", "<$index / 2>")},
            {"{$map($orders, function($o) { $o.id })}x", List.of("<$map($orders, function($o) { $o.id })>", "x")},
            {"{$orders ~> |$|{\"a\": 1}|}x", List.of("<$orders ~> |$|{\"a\": 1}|>", "x")},
            {"ä\uD83D\uDE00{$index}", List.of("ä\uD83D\uDE00", "<$index>")},
        };
    }

    @ParameterizedTest
    @MethodSource("templates")
    void aTemplateIsSplitAtItsPlaceholders(String text, List<String> parts) {
        TextTemplate template = TextTemplate.compile(text, VARIABLES);

        assertThat(shown(template)).isEqualTo(parts);
        assertThat(template).hasToString(text);
        for (Part part : template.parts()) {
            if (part instanceof Placeholder placeholder) {
                assertThat(text.substring(placeholder.position()))
                        .startsWith(placeholder.expression().toString());
            } else if (part instanceof Literal literal) {
                assertThat(text.substring(literal.position())).startsWith(literal.text());
            }
        }
    }

    /** Returns the texts between placeholders as a whole, however many pieces they have, and the placeholders. */
    private static List<String> shown(TextTemplate template) {
        List<String> shown = new ArrayList<>();
        boolean isText = false;
        for (Part part : template.parts()) {
            if (part instanceof Placeholder placeholder) {
                shown.add("<" + placeholder.expression() + ">");
            } else {
                String text = ((Literal) part).text();
                shown.add(isText ? shown.remove(shown.size() - 1) + text : text);
            }
            isText = part instanceof Literal;
        }
        return shown;
    }

    static Object[][] pieces() {
        return new Object[][] {
            {"", List.of()},
            {"ab", List.of("0 ab")},
            {"{{", List.of("0 {")},
            {"}}", List.of("0 }")},
            {"{{}}", List.of("0 {", "2 }")},
            {"{{{{", List.of("0 {", "2 {")},
            {"{{a", List.of("0 {", "2 a")},
            {"a}}", List.of("0 a}")},
            {"a{{b}}c", List.of("0 a{", "3 b}", "6 c")},
            {"{{{$index}}}", List.of("0 {", "3 <$index>", "10 }")},
            {"a}}{$index}{{b", List.of("0 a}", "4 <$index>", "11 {", "13 b")},
            {"\uD83D\uDE00{{\uD83D\uDE00", List.of("0 \uD83D\uDE00{", "4 \uD83D\uDE00")},
        };
    }

    @ParameterizedTest
    @MethodSource("pieces")
    void aBraceThatIsWrittenTwiceEndsAPieceSoThatEachCharacterHasItsPlace(String text, List<String> pieces) {
        assertThat(TextTemplate.compile(text, VARIABLES).parts().stream()
                        .map(part -> part instanceof Literal literal
                                ? literal.position() + " " + literal.text()
                                : ((Placeholder) part).position() + " <" + ((Placeholder) part).expression() + ">"))
                .isEqualTo(pieces);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{{", "}}", "{{}}", "a{{"})
    @Timeout(20)
    void aMegabyteOfBracesIsReadInLinearTime(String braces) {
        String text = braces.repeat((1 << 20) / braces.length());
        assertThat(TextTemplate.compile(text, VARIABLES).parts().stream()
                        .map(part -> ((Literal) part).text())
                        .collect(Collectors.joining()))
                .isEqualTo(text.replace("{{", "{").replace("}}", "}"));
    }

    @ParameterizedTest
    @CsvSource({"{, 1048576", "}, 1048576"})
    @Timeout(20)
    void aBraceAloneBehindAMegabyteOfOthersHasItsPlace(String brace, int position) {
        String text = brace.repeat((1 << 20) + 1);
        assertThat(catchThrowableOfType(ExpressionException.class, () -> TextTemplate.compile(text, VARIABLES)))
                .returns(position, ExpressionException::position);
    }

    static Object[][] faults() {
        return new Object[][] {
            {"a{", 1, "'{' is not closed; expected }"},
            {"a{$index", 1, "'{' is not closed; expected }"},
            {"a{$orders{id: name}", 1, "'{' is not closed; expected }"},
            {"a{$count($orders}", 8, "'(' is not closed; expected )"},
            {"a{$count($orders", 8, "'(' is not closed; expected )"},
            {"a}b", 1, "'}' closes no placeholder; expected }} for the character itself"},
            {"{$index}}", 8, "'}' closes no placeholder; expected }} for the character itself"},
            {"a{}", 2, "the expression is empty"},
            {"a{ }", 2, "the expression is empty"},
            {"a{\"b}", 2, "the string is not closed; expected \""},
            {"a{/* b}", 2, "the comment is not closed; expected */"},
            {"/x/{$index}/{$idex + 1}", 13, "'$idex' is unknown; did you mean $index?"},
            {"/x/{$index}/{1 + index}", 17, "'index' has no context here; did you mean $index?"},
            {"/x/{1 +}", 7, "unexpected end; expected a value"},
            {"/x/{1 2}", 6, "unexpected '2'; expected an operator or the end"},
            {"{\"a\": 1}", 4, "unexpected ':'; expected an operator or the end"},
            {"{$orders(1)}", 1, "'$orders' is not a function"},
        };
    }

    @ParameterizedTest
    @MethodSource("faults")
    void aFaultHasItsPlaceInTheWholeText(String text, int position, String message) {
        ExpressionException thrown =
                catchThrowableOfType(ExpressionException.class, () -> TextTemplate.compile(text, VARIABLES));

        assertThat(thrown).as(text).isNotNull().hasMessage(message);
        assertThat(thrown.position()).isEqualTo(position);
    }

    @Test
    void theVariablesAreThoseOfAllPlaceholders() {
        TextTemplate template =
                TextTemplate.compile("{$request.query.a}{$index}{$request.body}{$count($orders)}", VARIABLES);

        assertThat(template.variables()).containsExactly("request", "index", "orders");
        assertThat(template.paths("request").members()).containsExactlyInAnyOrder("query", "body");
        assertThat(template.paths("request").whole()).isFalse();
        assertThat(template.paths("orders").whole()).isTrue();
        assertThat(template.paths("other").mayRead("a")).isFalse();
    }

    @Test
    void aTemplateWithoutPlaceholdersIsConstant() {
        assertThat(TextTemplate.compile("", VARIABLES).isConstant()).isTrue();
        assertThat(TextTemplate.compile("a{{b}}", VARIABLES).isConstant()).isTrue();
        assertThat(TextTemplate.compile("{1}", VARIABLES).isConstant()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"{$index},true", "{ $index },true", "a{$index},false", "{$index}{$index},false", "a,false", "'',false"})
    void onePlaceholderAndNothingElseIsSingle(String text, boolean single) {
        TextTemplate template = TextTemplate.compile(text, VARIABLES);

        assertThat(template.single() != null).isEqualTo(single);
        if (template.single() != null) {
            assertThat(template.single().evaluate(name -> List.of(1))).isEqualTo(List.of(1));
        }
    }

    @Test
    void aTemplateIsLightIfAllItsExpressionsAre() {
        assertThat(TextTemplate.compile("a{$index}b{$request.a}", VARIABLES).isLight())
                .isTrue();
        assertThat(TextTemplate.compile("a{$index}b{[1..$index]}", VARIABLES).isLight())
                .isFalse();
    }

    static Object[][] texts() {
        return new Object[][] {
            {"a", "a"},
            {"", ""},
            {5, "5"},
            {5L, "5"},
            {new BigInteger("12345678901234567890"), "12345678901234567890"},
            {new BigDecimal("1.10"), "1.10"},
            {new BigDecimal("5.0"), "5.0"},
            {new BigDecimal("1E+3"), "1000"},
            {new BigDecimal("1E-7"), "0.0000001"},
            {new BigDecimal("1E+999999999"), "1E+999999999"},
            {5.0, "5"},
            {0.5, "0.5"},
            {true, "true"},
            {false, "false"},
            {null, null},
            {Expression.UNDEFINED, null},
        };
    }

    @ParameterizedTest
    @MethodSource("texts")
    void aValueHasAText(Object value, String text) {
        assertThat(TextTemplate.text(value)).isEqualTo(text);
    }

    @Test
    void anObjectAndAListHaveNone() {
        assertThatThrownBy(() -> TextTemplate.text(Map.of("a", 1)))
                .isInstanceOf(ExpressionException.class)
                .hasMessage("the value is an object; expected text");
        assertThatThrownBy(() -> TextTemplate.text(List.of(1)))
                .isInstanceOf(ExpressionException.class)
                .hasMessage("the value is a list; expected text");
    }

    @ParameterizedTest
    @ValueSource(strings = {"10 / 2", "2.5 * 2", "$sum([2.5, 2.5])", "5"})
    void aWholeNumberThatWasComputedHasNoPoint(String expression) {
        assertThat(TextTemplate.text(Evaluated.with().value(expression))).isEqualTo("5");
    }
}
