package dev.medley.server.internal.declared.expression.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.json.Json;
import dev.medley.server.internal.declared.expression.Evaluated;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.expression.page.PageElement;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageFunctionsTest {

    private static final PageElement PAGE = new PageElement(Jsoup.parse("""
            <title>Shop</title><h1>Our  offers</h1>
            <ul><li class=item><a href=/1>One</a> <b>1.50</b><img src=1.png></li>
            <li class=item><a href="javascript:alert(1)">Two</a></li></ul><i data-x=7></i>
            """, "https://shop.example/list/"));

    private static final Evaluated VALUES =
            Evaluated.with("page", PAGE, "pages", List.of(PAGE, PAGE), "word", "a", "none", Map.of());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "$text($select($page, 'h1'))                  | \"Our offers\"",
                "$text($select($page, 'li a'))                | [\"One\",\"Two\"]",
                "$page ~> $select('li a') ~> $text            | [\"One\",\"Two\"]",
                "$select($page, 'li').$text($select('a'))     | [\"One\",\"Two\"]",
                "$select($page, 'li').$text()                 | [\"One 1.50\",\"Two\"]",
                "$select($page, 'li').$text($select($, 'b'))  | \"1.50\"",
                "$link($select($page, 'li a'))                | \"https://shop.example/1\"",
                "$link($select($page, 'img'))                 | \"https://shop.example/list/1.png\"",
                "$attribute($select($page, 'i'), 'data-x')    | \"7\"",
                "$attribute($select($page, 'a'), 'href')      | [\"/1\",\"javascript:alert(1)\"]",
                "$count($select($page, 'li'))                 | 2",
                "$count($select($pages, 'li'))                | 2",
                "$count($select($select($page, 'body, ul'), 'li')) | 2",
                "$exists($select($page, 'table'))             | false",
                "$exists($attribute($page, 'x'))              | false",
                "[$text($select($page, 'table'))]             | []",
                "$select($page, 'table') ? 1 : 2              | 2",
                "$select($page, 'h1') ? 1 : 2                 | 1",
                "$select($page, 'li')[$select('b')].$text($select('a')) | \"One\"",
                "$select($page, 'h1')                         | {\"text\":\"Our offers\"}",
                "{\"t\": $select($page, 'li a')}              | {\"t\":[{\"text\":\"One\"},{\"text\":\"Two\"}]}",
                "$select($page, 'h1').text                    | \"Our offers\"",
                "$select($page, 'li a').text                  | [\"One\",\"Two\"]",
                "$string($select($page, 'h1'))                | \"{\\\"text\\\":\\\"Our offers\\\"}\"",
                "$type($select($page, 'h1'))                  | \"object\"",
                "$keys($select($page, 'h1'))                  | \"text\"",
                "$select($page, 'h1') = $select($page, 'h1')  | true",
                "$select($page, 'h1') = $select($page, 'i')   | false",
                "$count($distinct($append($select($page, 'li'), $select($page, 'li')))) | 2",
                "$sort($select($page, 'li a').text, function($a, $b) { $a < $b }) | [\"Two\",\"One\"]",
                "$merge([$select($page, 'h1'), {\"a\": 1}])   | {\"text\":\"Our offers\",\"a\":1}",
                "$page.text                                   | \"Shop Our offers One 1.50 Two\"",
                "$page.title                                  | undefined",
                "$pages[0].text                               | \"Shop Our offers One 1.50 Two\""
            })
    void theFunctionsOfPagesReadWell(String expression, String json) {
        Object value = VALUES.value(expression);

        assertThat(value == Expression.UNDEFINED ? "undefined" : Json.of(value).toString())
                .isEqualTo(json);
    }

    @Test
    void anElementStaysOneInAResult() {
        assertThat(VALUES.value("[$select($page, 'li')]"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .hasSize(2)
                .allSatisfy(each -> assertThat(each).isInstanceOf(PageElement.class));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "$select($word, 'li')    | $select: the first argument is a string; expected a page, which a response with format: html is, or its elements",
                "$text($none)            | $text: the first argument is an object; expected a page, which a response with format: html is, or its elements",
                "$link([$word])          | $link: the first argument has a string; expected a page, which a response with format: html is, or its elements",
                "$attribute(1, 'a')      | $attribute: the first argument is a number; expected a page, which a response with format: html is, or its elements"
            })
    void whatIsNoPageIsRefused(String expression, String message) {
        assertThat(VALUES.failure(expression)).hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "$select($page, $word)         | 15 | the selector of $select is not a string in quotes; expected one such as 'li.item a'",
                "$select($page, 'a' & $word)   | 15 | the selector of $select is not a string in quotes; expected one such as 'li.item a'",
                "$select($page)                | 8  | the selector of $select is not a string in quotes; expected one such as 'li.item a'",
                "$select()                     | 0  | the selector of $select is not a string in quotes; expected one such as 'li.item a'",
                "$map($pages, $select)         | 13 | $select is not called here; expected $select(page, 'selector')",
                "$select($page, 'li[a')        | 18 | the [ is not closed; expected ]",
                "$selct($page, 'li')           | 0  | '$selct' is not a function; did you mean $select?"
            })
    void aSelectorThatIsNoneIsFoundAtTheStart(String expression, int position, String message) {
        assertThatThrownBy(() -> VALUES.compiled(expression))
                .hasMessage(message)
                .extracting("position")
                .isEqualTo(position);
    }

    @Test
    void aVariableMayHaveTheNameOfAFunctionAndHidesIt() {
        Evaluated values = Evaluated.with("page", PAGE, "select", Map.of("a", 1), "link", 2);

        assertThat(values.value("$select.a + $link")).isEqualTo(3);
        assertThat(values.value("($text := 3; $text)")).isEqualTo(3);
        assertThat(VALUES.value("($select := function($x) { $x }; $select(4))")).isEqualTo(4);
        assertThatThrownBy(() -> values.compiled("$select($page, 'li')")).hasMessage("'$select' is not a function");
    }

    @Test
    void aSelectionIsNotLight() {
        assertThat(VALUES.compiled("$select($page, 'li')").isLight()).isFalse();
        assertThat(VALUES.compiled("$text($page)").isLight()).isFalse();
        assertThat(VALUES.compiled("$link($page)").isLight()).isTrue();
    }

    @Test
    void textsOfElementsWithinOneAnotherAreBounded() {
        PageElement deep = new PageElement(Jsoup.parse("<div>".repeat(400) + "x".repeat(100_000)));
        Evaluated values = Evaluated.with("page", deep);

        assertThat(values.failure("$select($page, 'div')")).hasMessageStartingWith("a string has more than ");
        assertThat(values.failure("$text($select($page, 'div'))")).hasMessageStartingWith("a string has more than ");
        assertThat(values.failure("$count($select($page, 'div').text)"))
                .hasMessageStartingWith("a string has more than ");
    }

    @Test
    void linksWithALongBaseAreBounded() {
        String base = "<base href='http://a.example/" + "x".repeat(10_000) + "/'>";
        PageElement page = new PageElement(Jsoup.parse(base + "<a href=b></a>".repeat(2000)));

        assertThat(Evaluated.with("page", page).failure("$link($select($page, 'a'))"))
                .hasMessageStartingWith("a string has more than ");
    }
}
