package dev.medley.server.internal.declared.value;

import dev.medley.server.internal.declared.expression.TextTemplate;
import dev.medley.server.internal.declared.expression.TextTemplate.Literal;
import dev.medley.server.internal.declared.expression.TextTemplate.Placeholder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a template of the configuration.
 *
 * @param offset where it begins in the text of the configuration
 * @param constant the text that it stands for, of which each character is one of the configuration; null for an expression in
 *     braces
 */
public record TemplatePart(int offset, @Nullable String constant) {

    private static final int BRACES = 2;

    /** Returns the parts of a template, in their order. */
    public static List<TemplatePart> of(TextFormula template) {
        String source = template.source().text();
        List<TemplatePart> parts = new ArrayList<>();
        int offset = 0;
        for (TextTemplate.Part part : template.template().parts()) {
            if (part instanceof Literal literal) {
                offset = addConstant(parts, source, offset, literal.text());
            } else if (part instanceof Placeholder placeholder) {
                parts.add(new TemplatePart(offset, null));
                offset += BRACES + placeholder.expression().toString().length();
            }
        }
        return parts;
    }

    /** Adds a text, in which a brace that is written twice begins a part, so that offsets stay right behind it. */
    private static int addConstant(List<TemplatePart> parts, String source, int from, String text) {
        int offset = from;
        int begin = 0;
        int beginsAt = from;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isTwice = (c == '{' || c == '}') && offset + 1 < source.length() && source.charAt(offset + 1) == c;
            offset += isTwice ? 2 : 1;
            if (isTwice) {
                parts.add(new TemplatePart(beginsAt, text.substring(begin, i + 1)));
                begin = i + 1;
                beginsAt = offset;
            }
        }
        if (begin < text.length()) {
            parts.add(new TemplatePart(beginsAt, text.substring(begin)));
        }
        return offset;
    }
}
