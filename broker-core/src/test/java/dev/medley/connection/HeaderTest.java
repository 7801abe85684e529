package dev.medley.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderTest {

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "X Y", "X:", "X\r", "X\n", "X\u0000", "X\t", "Ä", "X(", "X\u007f"})
    void aNameThatIsNoTokenIsRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Header(name, "value"))
                .withMessageContaining("is not a token");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nX: y", "a\rb", "a\nb", "a\u0000b", "\u0001", "a\u001f", "a\u007f"})
    void aValueThatCouldBecomeAnotherFieldIsRefused(String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Header("X-Test", value))
                .withMessageContaining("X-Test")
                .withMessageContaining("control character");
    }

    @Test
    void aRefusalDoesNotRepeatWhatWasRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Header("X-Test", "a\r\nInjected: yes"))
                .withMessageContaining("'a??Injected: yes'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0100", "a€b", "日本", "\ud83d\ude00"})
    void aValueThatIsNotOfBytesIsRefusedAndNotBlanked(String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Header("X-Test", value))
                .withMessageContaining("header X-Test has the character U+")
                .withMessageContaining("encode it");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "plain", "with blanks", "with\ttab", "ümläut", "\u0080\u00ff", "\"quoted\"", "a, b;c=d"})
    void anyOtherValueIsTaken(String value) {
        assertThat(new Header("X-Test", value).value()).isEqualTo(value);
    }

    @Test
    void everyMarkOfATokenIsTaken() {
        String name = "!#$%&'*+-.^_`|~aZ09";
        assertThat(new Header(name, "v").name()).isEqualTo(name);
    }
}
