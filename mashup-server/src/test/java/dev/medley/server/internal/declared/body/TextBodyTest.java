package dev.medley.server.internal.declared.body;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.server.internal.declared.body.ContentType.Writing;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.expression.analysis.Variables;
import dev.medley.server.internal.declared.value.Formula;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said about a body that cannot be sent as text. */
class TextBodyTest {

    private static final Formula SOURCE =
            new Formula(LocatedText.of("medley.yaml", "$a"), Expression.compile("$a", Variables.of("a")));

    @Test
    void aValueThatIsNoTextIsNamed() {
        TextBody body = new TextBody(SOURCE, "reply.type is text/plain", Writing.TEXT, StandardCharsets.UTF_8);

        assertThatThrownBy(() -> body.bytes(Map.of("a", 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("is an object; expected text, as reply.type is text/plain");
        assertThatThrownBy(() -> body.bytes(List.of(1)))
                .hasMessage("is an array; expected text, as reply.type is text/plain");
    }

    @Test
    void aCharacterThatTheCharsetLacksIsAnError() {
        TextBody body = new TextBody(
                SOURCE, "reply.type is text/plain; charset=iso-8859-1", Writing.TEXT, StandardCharsets.ISO_8859_1);

        assertThatThrownBy(() -> body.bytes("20 €"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("has a character that ISO-8859-1 does not have; expected a charset that has"
                        + " all, such as utf-8");
    }
}
