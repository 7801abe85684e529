package dev.medley.config.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.config.internal.document.Document;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.document.LocatedText;
import dev.medley.config.internal.document.YamlReader;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocatedTextTest {

    private static final Key HOST = Key.of("server.host");

    @Test
    void aProblemHasThePlaceOfItsCharacterInTheFile() {
        LocatedText text = text("server:\n  host: |\n    price +\n      )\n", Map.of(), Map.of());

        assertThat(text.text()).isEqualTo("price +\n  )\n");
        assertThat(text.problem(10, "')' is not a value; expected one"))
                .isEqualTo("medley.yaml:4:7: server.host: ')' is not a value; expected one");
    }

    @Test
    void aProblemOfTheTextAsAWholeHasThePlaceOfTheValue() {
        assertThat(text("server:\n  host: 'a'\n", Map.of(), Map.of()).problem("is too simple"))
                .isEqualTo("medley.yaml:2:9: server.host: is too simple");
    }

    @Test
    void anItemOfAListHasAPlaceOfItsOwn() {
        Document document = YamlReader.read("medley.yaml", "a:\n  - b\n  - \"c d\"\n");

        assertThat(LocatedText.of(document, Key.of("a").item(1)).problem(2, "is wrong"))
                .isEqualTo("medley.yaml:3:8: a[1]: is wrong");
    }

    @Test
    void aFlagAndAVariableAreNamedAsAWhole() {
        Map<String, String> flag = Map.of("server.host", "a+b");
        Map<String, String> variable = Map.of("MEDLEY_SERVER_HOST", "a+b");

        assertThat(text("server:\n  host: c\n", Map.of(), flag).problem(1, "is wrong"))
                .isEqualTo("--set server.host: is wrong");
        assertThat(text("server:\n  host: c\n", variable, Map.of()).problem(1, "is wrong"))
                .isEqualTo("MEDLEY_SERVER_HOST: server.host: is wrong");
    }

    @Test
    void aTextOfAProgramHasTheNameThatItGives() {
        LocatedText text = LocatedText.of("reply", "a+b");

        assertThat(text.problem(1, "is wrong")).isEqualTo("reply: is wrong");
        assertThat(text.problem("is wrong")).isEqualTo("reply: is wrong");
    }

    @Test
    void aProblemIsOneLine() {
        assertThat(LocatedText.of("reply", "a").problem(0, "is\nwrong\u0007")).isEqualTo("reply: is wrong ");
    }

    @Test
    void twoAreEqualIfTheirTextsAreWhereverTheyAreFrom() {
        LocatedText read = text("server:\n  host: 'a'\n", Map.of(), Map.of());
        LocatedText moved = text("# a line more\nserver: {host: a}\n", Map.of(), Map.of());
        LocatedText given = LocatedText.of("reply", "a");

        assertThat(read)
                .isEqualTo(moved)
                .hasSameHashCodeAs(moved)
                .isEqualTo(given)
                .hasToString("a");
        assertThat(read).isNotEqualTo(LocatedText.of("medley.yaml:2:9: server.host", "b"));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 4})
    void anOffsetOutsideTheTextIsRefused(int offset) {
        assertThatThrownBy(() -> LocatedText.of("reply", "a+b").problem(offset, "is wrong"))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    private static LocatedText text(String yaml, Map<String, String> environment, Map<String, String> flags) {
        Document document = YamlReader.read("medley.yaml", yaml);
        new Overrides(Given.READER.schema(), document).apply(environment, flags);
        return LocatedText.of(document, HOST);
    }
}
