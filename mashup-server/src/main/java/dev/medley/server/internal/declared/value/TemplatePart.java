package dev.medley.server.internal.declared.value;

import dev.medley.server.internal.declared.expression.TextTemplate.Literal;
import dev.medley.server.internal.declared.expression.TextTemplate.Part;
import dev.medley.server.internal.declared.expression.TextTemplate.Placeholder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a template of the configuration, for those who need no expressions.
 *
 * @param offset where it begins in the text of the configuration
 * @param constant the text that it stands for, of which each character is one of the configuration; null for an expression in
 *     braces
 */
public record TemplatePart(int offset, @Nullable String constant) {

    /** Returns the parts of a template, in their order. */
    public static List<TemplatePart> of(TextFormula formula) {
        List<TemplatePart> parts = new ArrayList<>();
        for (Part part : formula.template().parts()) {
            if (part instanceof Literal literal) {
                parts.add(new TemplatePart(literal.position(), literal.text()));
            } else if (part instanceof Placeholder placeholder) {
                parts.add(new TemplatePart(placeholder.position() - 1, null));
            }
        }
        return parts;
    }
}
