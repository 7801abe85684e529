package dev.medley.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.medley.connection.InvalidRequestException;
import dev.medley.exchange.internal.target.Template;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateTest {

    @Test
    void valuesTakeTheirPlacesInOrder() {
        assertThat(Template.expand("/a/{x}/b?c={y}&d={z}", "1", 2, 3L)).isEqualTo("/a/1/b?c=2&d=3");
    }

    @Test
    void aTemplateWithoutPlaceholdersIsTakenAsItIs() {
        assertThat(Template.expand("/a%20b?c=%7B")).isEqualTo("/a%20b?c=%7B");
    }

    @ParameterizedTest
    @CsvSource({
        "a b, a%20b",
        "a/b, a%2Fb",
        "a?b=c&d, a%3Fb%3Dc%26d",
        "100%, 100%25",
        "São Paulo, S%C3%A3o%20Paulo",
        "€, %E2%82%AC",
        "😀, %F0%9F%98%80",
        "'a{b}c', a%7Bb%7Dc",
        "A-z0.9_~, A-z0.9_~"
    })
    void aValueIsEncodedSoThatItStaysOneValue(String value, String encoded) {
        assertThat(Template.expand("/x?y={y}", value)).isEqualTo("/x?y=" + encoded);
    }

    @Test
    void controlCharactersAreEncodedToo() {
        assertThat(Template.expand("/{x}", "a\r\nX: y\u0000")).isEqualTo("/a%0D%0AX%3A%20y%00");
    }

    @Test
    void aValueIsNeverTakenForATemplate() {
        assertThat(Template.expand("/{x}/{y}", "{y}", "b")).isEqualTo("/%7By%7D/b");
    }

    @Test
    void anEmptyValueLeavesNothingWhereItIsNotAWholeSegment() {
        assertThat(Template.expand("/a{x}/{y}{z}?q={q}/{r}", "", "", "b", "", ""))
                .isEqualTo("/a/b?q=/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/{x}", "/users/{x}/admin", "/users/{x}?a=b", "/users/{x};v=1/b"})
    void anEmptyValueDoesNotRemoveASegment(String template) {
        assertInvalid("value 1 is empty", template, "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud800", "a\ud800b", "\udc00\ud800", "\ud83d\ude00\ud83d"})
    void halfOfASurrogatePairIsNotSentAsAQuestionMark(String value) {
        assertInvalid("value 1 has half of a surrogate pair", "/users/{x}", value);
        assertInvalid("value 1 has half of a surrogate pair", "/users?q={x}", value);
    }

    @Test
    void emptyValuesTogetherDoNotRemoveASegment() {
        assertInvalid("value 2 is empty", "/users/{x}{y}/admin", "", "");
    }

    @ParameterizedTest
    @CsvSource({
        "/users/{x}/admin, ..",
        "/users/{x}/admin, .",
        "/{x}, ..",
        "/{x}?y=z, ..",
        "/a/.{x}, .",
        "/a/{x}., .",
        "/a/{x}/b, %2e%2E",
        "/a/{x}/b, .%2e",
        "/a/{x}/b, %252e%252e",
        "/a/{x}/b, %25%32%65%25%32%45",
        "/a/{x}/b, .%%32%35%32e",
        "/a/{x}/b, ../../c",
        "/a/{x}/b, 'c/..'",
        "/a/{x}/b, '..\\c'",
        "/a/{x}/b, ..;",
        "/a/{x}/b, ..;c=d",
        "/a/{x};v=1/b, .."
    })
    void aValueNeverMakesASegmentThatLeavesTheBasePath(String template, String value) {
        assertInvalid("a segment . or ..", template, value);
    }

    @Test
    void aValueThatCanBeDecodedWithoutEndIsRefused() {
        assertInvalid("a segment . or ..", "/{x}", "%3".repeat(1000) + "5");
        assertThat(Template.expand("/{x}", "%" + "25".repeat(1000))).hasSize(2004);
    }

    @Test
    void severalValuesNeverMakeASegmentThatLeavesTheBasePath() {
        assertInvalid("a segment . or ..", "/users/{a}/{b}/admin", "..", "..");
        assertInvalid("a segment . or ..", "/users/{a}{b}/admin", ".", ".");
        assertInvalid("a segment . or ..", "/users/{a}{b}/admin", "..", "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/..",
                "/../",
                "/a/..",
                "/a/./b",
                "/..;/a",
                "/..;x=y/a",
                "/%2e%2e/a",
                "/.%2E/a",
                "/a/%2e",
                "/a%2f..%2Fb",
                "/a/..%5cb",
                "/a/..%3bx/b",
                "/%252e./a"
            })
    void literalTextNeverLeavesTheBasePath(String template) {
        assertInvalid("a segment . or ..", template);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "?a=b", "@host/a", ":80/a", "{x}", "http://host/a", ".", ";a"})
    void aTemplateThatDoesNotBeginWithASlashIsRefused(String template) {
        Object[] values = template.contains("{") ? new Object[] {"/a"} : new Object[0];
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Template.expand(template, values))
                .isNotInstanceOf(InvalidRequestException.class)
                .withMessageContaining("expected a path that begins with /");
    }

    @Test
    void aValueThatIsNullIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Template.expand("/a/{x}", (Object) null))
                .withMessage("template '/a/{x}': value 1 is null");
    }

    @Test
    void aTemplateThatNamesAnotherHostIsRefused() {
        assertInvalid("begins with one /", "//host/a");
        assertInvalid("no \\", "/\\host/a");
        assertInvalid("no \\", "/a\\..\\b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/a.b", "/...", "/a/..b", "/.well-known/x", "/a..", "/a/;..", "/a?b=../..", "/a//b", "/a%20b/%zz"
            })
    void dotsThatAreNoSegmentOfTheirOwnAreLeftAlone(String template) {
        assertThat(Template.expand(template)).isEqualTo(template);
    }

    @Test
    void aValueOfTheQueryMayBeAnything() {
        assertThat(Template.expand("/a?b={b}&c={c}", "..", "../..")).isEqualTo("/a?b=..&c=..%2F..");
        assertThat(Template.expand("/{a}", "AC/DC")).isEqualTo("/AC%2FDC");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/{x}/{y}", "/{x}{y}{z}", "/", "/{x"})
    void asManyValuesAsPlaceholdersAreNeeded(String template) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Template.expand(template, "a"))
                .withMessageContaining(template)
                .withMessageContaining("1 values");
    }

    @ParameterizedTest
    @CsvSource({
        "/}, /}",
        "/{}, /1",
        "/{}}, /1}",
        "/{{x}}, /1}",
        "/{a{b}c}, /1c}",
        "/{a/b}c, /1c",
        "/}{x, ",
        "/{x}{, ",
        "/{{, "
    })
    void aPlaceholderEndsAtTheNextClosingBrace(String template, String target) {
        Object[] values = template.contains("{") ? new Object[] {1} : new Object[0];
        if (target == null) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Template.expand(template, values))
                    .withMessage(
                            "template '%s' and its 1 values do not match: one value for each {placeholder}", template);
        } else {
            assertThat(Template.expand(template, values)).isEqualTo(target);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{{}", "{}}"})
    @Timeout(20)
    void aMegabyteOfPlaceholdersIsReadInLinearTime(String placeholder) {
        int count = (1 << 20) / placeholder.length();
        Object[] values = Collections.nCopies(count, "a").toArray();
        assertThat(Template.expand("/" + placeholder.repeat(count), values))
                .isEqualTo("/" + (placeholder.endsWith("}}") ? "a}" : "a").repeat(count));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "}{"})
    @Timeout(20)
    void aMegabyteOfBracesThatDoNotMatchIsRefusedInLinearTime(String braces) {
        String template = "/" + braces.repeat((1 << 20) / braces.length());
        assertThatIllegalArgumentException().isThrownBy(() -> Template.expand(template, "a"));
    }

    @Test
    void aPlaceholderWithoutAnyValueIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Template.expand("/{x}"));
    }

    private static void assertInvalid(String why, String template, Object... values) {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> Template.expand(template, values))
                .withMessageContaining(why)
                .returns(false, InvalidRequestException::tooLong);
    }
}
