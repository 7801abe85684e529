package dev.medley.server.internal.declared.plan;

import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.value.Provenance;
import dev.medley.server.internal.declared.value.Scope;
import dev.medley.server.internal.declared.value.TextFormula;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The longest text that an expression of a request has given. For one thread. */
final class LongestValue {

    private final Scope scope;
    private int length = -1;
    private @Nullable TextFormula template;
    private @Nullable Expression expression;

    LongestValue(Scope scope) {
        this.scope = scope;
    }

    /**
     * Compares the texts of a template.
     *
     * @param isEncoded whether they are sent percent-encoded
     */
    void consider(TextFormula other, boolean isEncoded) {
        List<Expression> expressions = other.expressions();
        if (expressions.isEmpty()) {
            return;
        }
        if (expressions.size() == 1) {
            compare(other, expressions.get(0), String.join("", other.texts(scope)), isEncoded);
            return;
        }
        @Nullable String[] values = other.values(scope);
        for (int i = 0; i < values.length; i++) {
            compare(other, expressions.get(i), values[i] == null ? "" : values[i], isEncoded);
        }
    }

    private void compare(TextFormula of, Expression by, String text, boolean isEncoded) {
        int sent = isEncoded ? URLEncoder.encode(text, StandardCharsets.UTF_8).length() : text.length();
        if (sent > length) {
            length = sent;
            template = of;
            expression = by;
        }
    }

    /** Returns its length; -1 if there is none. */
    int length() {
        return length;
    }

    /** Returns the template that has it; null if there is none. */
    @Nullable
    TextFormula template() {
        return template;
    }

    /** Returns where it comes from. */
    Provenance provenance() {
        return Provenance.of(expression == null ? List.of() : expression.sources(), scope);
    }
}
