package dev.medley.server.declared;

import dev.medley.config.LocatedText;
import dev.medley.server.declared.expression.Expression;
import dev.medley.server.declared.expression.ExpressionException;
import dev.medley.server.declared.expression.TextTemplate;
import dev.medley.server.declared.expression.TextTemplate.Literal;
import dev.medley.server.declared.expression.TextTemplate.Part;
import dev.medley.server.declared.expression.TextTemplate.Placeholder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A text of the configuration with expressions in braces, with its place for messages. Immutable. */
final class TextFormula {

    private final LocatedText source;
    private final TextTemplate template;

    TextFormula(LocatedText source, TextTemplate template) {
        this.source = source;
        this.template = template;
    }

    TextTemplate template() {
        return template;
    }

    LocatedText source() {
        return source;
    }

    /** Returns the expressions, in their order. */
    List<Expression> expressions() {
        List<Expression> expressions = new ArrayList<>();
        for (Part part : template.parts()) {
            if (part instanceof Placeholder placeholder) {
                expressions.add(placeholder.expression());
            }
        }
        return expressions;
    }

    /** Returns the text; null if an expression in it has no value. */
    @Nullable
    String text(Scope scope) {
        StringBuilder text = new StringBuilder();
        for (Part part : template.parts()) {
            if (part instanceof Literal literal) {
                text.append(literal.text());
            } else if (part instanceof Placeholder placeholder) {
                String value = textOf(placeholder, evaluate(placeholder, scope));
                if (value == null) {
                    return null;
                }
                text.append(value);
            }
        }
        return text.toString();
    }

    /** Returns the texts: several if the template is an expression alone whose value is an array. */
    List<String> texts(Scope scope) {
        if (template.single() != null && template.parts().get(0) instanceof Placeholder alone) {
            Object value = evaluate(alone, scope);
            List<String> texts = new ArrayList<>();
            for (Object each : value instanceof List<?> list ? list : Collections.singletonList(value)) {
                String text = textOf(alone, each);
                if (text != null) {
                    texts.add(text);
                }
            }
            return texts;
        }
        String text = text(scope);
        return text == null ? List.of() : List.of(text);
    }

    /** Returns the texts of the expressions, in their order; null in place of one that has no value. */
    @Nullable
    String[] values(Scope scope) {
        List<@Nullable String> values = new ArrayList<>();
        for (Part part : template.parts()) {
            if (part instanceof Placeholder placeholder) {
                values.add(textOf(placeholder, evaluate(placeholder, scope)));
            }
        }
        return values.toArray(String[]::new);
    }

    /**
     * Returns the text of a template without expressions.
     *
     * @throws IllegalStateException if it has some
     */
    String constant() {
        StringBuilder text = new StringBuilder();
        for (Part part : template.parts()) {
            if (!(part instanceof Literal literal)) {
                throw new IllegalStateException(source.text() + " has expressions");
            }
            text.append(literal.text());
        }
        return text.toString();
    }

    private @Nullable Object evaluate(Placeholder placeholder, Scope scope) {
        try {
            return placeholder.expression().evaluate(scope);
        } catch (ExpressionException x) {
            throw failed(placeholder, x);
        }
    }

    private @Nullable String textOf(Placeholder placeholder, @Nullable Object value) {
        try {
            return TextTemplate.text(value);
        } catch (ExpressionException x) {
            throw failed(placeholder, x);
        }
    }

    private EvaluationException failed(Placeholder placeholder, ExpressionException failure) {
        int within = Math.max(0, failure.position());
        return EvaluationException.of(source, placeholder.position() + within, failure);
    }
}
