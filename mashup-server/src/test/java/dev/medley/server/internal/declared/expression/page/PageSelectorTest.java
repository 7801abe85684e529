package dev.medley.server.internal.declared.expression.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import java.util.ArrayList;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageSelectorTest {

    private static final Document PAGE = Jsoup.parse("""
            <div id=all class="x y"><p id=p1>one<i id=i1>i</i></p><p id=p2 class=x title="a]b">two</p>
            <ul id=ul><li id=l1>1<li id=l2 class="last x">2 <b id=b1>b</b><li id=l3>3</ul><a id=a1 href=/x>link</a></div>
            """, "http://a.example/");

    private static String selected(String selector) {
        List<String> ids = new ArrayList<>();
        PageSelector.of(selector).select(PAGE, () -> {}, element -> {
            if (element.hasAttr("id")) {
                ids.add(element.id());
            }
        });
        return String.join(" ", ids);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "p                      | p1 p2",
                "P                      | p1 p2",
                "#l2                    | l2",
                ".x                     | all p2 l2",
                "p.x                    | p2",
                "li, i                  | i1 l1 l2 l3",
                "ul b                   | b1",
                "ul > b                 | ``",
                "ul > li > b            | b1",
                "div .last b            | b1",
                "l1 + li                | ``",
                "#l1 + li               | l2",
                "#l1 ~ li               | l2 l3",
                "li:nth-child(2)        | l2",
                "li:not(.last)          | l1 l3",
                "li:not(.last, #l1)     | l3",
                "li:has(b)              | l2",
                "ul:has(> li > b)       | ul",
                "ul:has(> b)            | ``",
                ":is(p, ul) > i         | i1",
                "li:contains(2)         | l2",
                "p:first-child          | p1",
                "[href]                 | a1",
                "a[href^='/']           | a1",
                "[title='a]b']          | p2",
                "[title=\"a]b\"]        | p2",
                "div *.x                | p2 l2",
                "*                      | all p1 i1 p2 ul l1 l2 b1 l3 a1",
                "body>div>ul>li:last-of-type | l3"
            })
    void aSelectorFindsWhatCssSays(String selector, String ids) {
        assertThat(selected(selector)).isEqualTo(ids);
    }

    @Test
    void itAgreesWithTheSelectorsOfTheLibrary() {
        for (String each : List.of(
                "li",
                "ul li",
                "div > ul > li ~ li",
                "p + p",
                "li:not(:first-child)",
                "li:has(b), p:has(i)",
                ".x.y > *")) {
            List<String> expected = new ArrayList<>();
            PAGE.select(each).forEach(element -> expected.add(element.id()));
            assertThat(selected(each)).as(each).isEqualTo(String.join(" ", expected));
        }
    }

    @Test
    void onlyWhatIsInTheElementIsFound() {
        List<String> ids = new ArrayList<>();
        PageSelector.of("> li, ul li").select(PAGE.expectFirst("ul"), () -> {}, element -> ids.add(element.id()));

        assertThat(ids).containsExactly("l1", "l2", "l3");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``           | 0 | the selector ends; expected an element, such as li, .class, #id or [attribute]",
                "li >         | 4 | the selector ends; expected an element, such as li, .class, #id or [attribute]",
                "li[a         | 2 | the [ is not closed; expected ]",
                "li:not(b     | 8 | the selector ends; expected an element, such as li, .class, #id or [attribute]",
                "li )         | 3 | unexpected ')' in the selector",
                "li,,a        | 3 | unexpected ',' in the selector",
                "+ li         | 0 | unexpected '+' in the selector",
                "li:nonsense  | 2 | ':nonsense' is not a part of a CSS selector",
                "a[href~=x]   | 6 | ~= is a regular expression here, whose time has no bound; expected *=, ^=, $= or =, or a class as .name",
                "li:matches(a+) | 2 | :matches has a regular expression, whose time has no bound; expected :contains(…)",
                "li:matchesOwn(a+) | 2 | :matchesOwn has a regular expression, whose time has no bound; expected :contains(…)",
                "p::text      | 1 | a part with :: selects no elements; expected one with a single colon",
                "li:not       | 2 | :not has no selector; expected one in parentheses"
            })
    void aWrongSelectorIsRefusedWithItsPlace(String selector, int position, String message) {
        ExpressionException refusal = catchThrowableOfType(ExpressionException.class, () -> PageSelector.of(selector));

        assertThat(refusal).hasMessage(message);
        assertThat(refusal.position()).isEqualTo(position);
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "a(b)", "\\", "#", ".", "[", "[]", ":", "::", "a:not(", ":not()", "$x", "a{b}"})
    void noTextIsReadAsSomethingElse(String text) {
        assertThatThrownBy(() -> PageSelector.of(text)).isInstanceOf(ExpressionException.class);
    }

    @Test
    void manySelectorsWithinOneAnotherAreRefused() {
        assertThatThrownBy(() -> PageSelector.of("a:has(".repeat(10_000) + "b" + ")".repeat(10_000)))
                .hasMessage("more than 5 selectors within one another");
    }

    @Test
    void aSearchAsksTheClockHoweverFewElementsItFinds() {
        Document siblings = Jsoup.parse("<b></b>".repeat(20_000));
        PageSelector selector = PageSelector.of("i ~ b ~ b ~ u");
        PageSelector pairs = PageSelector.of("b:has(i), i ~ b");
        int[] looks = new int[1];

        selector.select(siblings, () -> looks[0]++, element -> {});
        assertThat(looks[0]).isPositive();
        assertThatThrownBy(() -> pairs.select(
                        siblings,
                        () -> {
                            throw new IllegalStateException("no time");
                        },
                        element -> {}))
                .hasMessage("no time");
    }

    @Test
    void aSearchAsksTheClockBeforeEachPartThatMayTakeLong() {
        Document nested = Jsoup.parse("<div>".repeat(20) + "x");
        int[] looks = new int[1];

        PageSelector.of("div:contains(y)").select(nested, () -> looks[0]++, element -> {});

        assertThat(looks[0]).isEqualTo(20);
    }
}
