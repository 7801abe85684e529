package dev.medley.server.internal.declared.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.server.internal.declared.expression.TextTemplate;
import dev.medley.server.internal.declared.expression.analysis.Variables;
import java.util.List;
import org.junit.jupiter.api.Test;

class TemplatePartTest {

    @Test
    void eachPartHasItsPlaceInTheConfiguration() {
        assertThat(parts("")).isEmpty();
        assertThat(parts("/a")).containsExactly(new TemplatePart(0, "/a"));
        assertThat(parts("{$index}{ $index }/"))
                .containsExactly(new TemplatePart(0, null), new TemplatePart(8, null), new TemplatePart(18, "/"));
        assertThat(parts("/{{a}}/{$index}}}?b={{"))
                .containsExactly(
                        new TemplatePart(0, "/{"),
                        new TemplatePart(3, "a}"),
                        new TemplatePart(6, "/"),
                        new TemplatePart(7, null),
                        new TemplatePart(15, "}"),
                        new TemplatePart(17, "?b={"));
    }

    private static List<TemplatePart> parts(String text) {
        return TemplatePart.of(
                new TextFormula(LocatedText.of("test", text), TextTemplate.compile(text, Variables.of("index"))));
    }
}
