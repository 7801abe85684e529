package dev.medley.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
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
    void anEmptyValueLeavesNothing() {
        assertThat(Template.expand("/{x}?y={y}", "", "")).isEqualTo("/?y=");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/{x}/{y}", "/{x}{y}{z}", "/", "/{x"})
    void asManyValuesAsPlaceholdersAreNeeded(String template) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Template.expand(template, "a"))
                .withMessageContaining(template)
                .withMessageContaining("1 values");
    }

    @Test
    void aPlaceholderWithoutAnyValueIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Template.expand("/{x}"));
    }
}
