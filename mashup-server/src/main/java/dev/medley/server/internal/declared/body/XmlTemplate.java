package dev.medley.server.internal.declared.body;

import dev.medley.format.internal.XmlText;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.value.EvaluationException;
import dev.medley.server.internal.declared.value.Provenance;
import dev.medley.server.internal.declared.value.Scope;
import dev.medley.server.internal.declared.value.TextFormula;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A text of XML whose expressions are in texts and in values of attributes, as has been {@linkplain XmlTemplateCheck checked}. Immutable.
 *
 * @param formula the text
 */
public record XmlTemplate(TextFormula formula) {

    /**
     * Returns the text, with each value escaped; one that is not there leaves nothing.
     *
     * @throws EvaluationException if an expression fails, or a value has a character that XML does not have
     */
    String text(Scope scope) {
        @Nullable String[] values = formula.values(scope);
        List<Expression> expressions = formula.expressions();
        for (int i = 0; i < values.length; i++) {
            values[i] = values[i] == null ? null : escaped(values[i], expressions.get(i), scope);
        }
        return formula.text(values);
    }

    private String escaped(String value, Expression expression, Scope scope) {
        StringBuilder text = new StringBuilder(value.length() + 16);
        try {
            // What suits an attribute, suits a text.
            XmlText.escape(value, true, text);
            return text.toString();
        } catch (IllegalArgumentException x) {
            throw EvaluationException.unusable(
                    formula.source(),
                    "has a value with " + x.getMessage(),
                    "has a value that cannot be written as XML",
                    Provenance.of(expression.sources(), scope));
        }
    }
}
