package dev.medley.config.internal.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.medley.config.internal.document.SourceLocation.Source;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

class SourceLocationTest {

    /** Texts, and the place of x in them. */
    static final List<Arguments> COLUMNS = List.of(
            arguments("x", "1:1"),
            arguments("abx", "1:3"),
            arguments("\tx", "1:2"),
            arguments("äx", "1:2"),
            arguments("\uD83D\uDE00x", "1:2"),
            arguments("\uFEFFx", "1:1"),
            arguments("\uFEFF\nx", "2:1"),
            arguments("\na\uFEFFx", "2:3"));

    @ParameterizedTest
    @FieldSource("COLUMNS")
    void columnsAreCodePoints(String text, String place) {
        assertThat(place(text)).isEqualTo("f.yaml:" + place);
    }

    @Test
    void linesEndByLfCrLfAndCr() {
        assertThat(place("a\nb\n\n x")).isEqualTo("f.yaml:4:2");
        assertThat(place("a\r\nb\r\n\r\n x")).isEqualTo("f.yaml:4:2");
        assertThat(place("a\rb\r\r x")).isEqualTo("f.yaml:4:2");
        assertThat(place("a\u0085b\u2028 x")).isEqualTo("f.yaml:1:6");
    }

    @Test
    void theEndOfATextIsAPlaceToo() {
        assertThat(SourceLocation.file("f.yaml", "", 0).label(Key.ROOT)).isEqualTo("f.yaml:1:1");
        assertThat(SourceLocation.file("f.yaml", "a\n", 2).label(Key.ROOT)).isEqualTo("f.yaml:2:1");
        assertThat(SourceLocation.file("f.yaml", "a\r", 2).label(Key.ROOT)).isEqualTo("f.yaml:2:1");
    }

    @Test
    void aLabelHasWhatIsKnown() {
        Key key = Key.of("server.port");

        assertThat(new SourceLocation(Source.FILE, "f.yaml", 3, 5).label(key)).isEqualTo("f.yaml:3:5: server.port");
        assertThat(new SourceLocation(Source.FILE, "f.yaml", 3, 0).label(key)).isEqualTo("f.yaml:3: server.port");
        assertThat(SourceLocation.file("f.yaml").label(key)).isEqualTo("f.yaml: server.port");
        assertThat(SourceLocation.variable("MEDLEY_SERVER_PORT").label(key))
                .isEqualTo("MEDLEY_SERVER_PORT: server.port");
        assertThat(SourceLocation.flag(key).label(key)).isEqualTo("--set server.port");
    }

    private static String place(String text) {
        return SourceLocation.file("f.yaml", text, text.indexOf('x')).label(Key.ROOT);
    }
}
