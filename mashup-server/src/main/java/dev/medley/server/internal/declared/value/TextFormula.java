package dev.medley.server.internal.declared.value;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.expression.TextTemplate;
import dev.medley.server.internal.declared.expression.TextTemplate.Literal;
import dev.medley.server.internal.declared.expression.TextTemplate.Part;
import dev.medley.server.internal.declared.expression.TextTemplate.Placeholder;
import dev.medley.server.internal.declared.expression.analysis.Source;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A text of the configuration with expressions in braces, with its place for messages. Immutable. */
public final class TextFormula {

    /** A value that spoils no text. */
    private static final String HARMLESS = "0";

    private final LocatedText source;
    private final TextTemplate template;

    /** Creates a formula of a template that has been compiled from {@code source}. */
    public TextFormula(LocatedText source, TextTemplate template) {
        this.source = source;
        this.template = template;
    }

    /** Returns the template without its place, whose failures do not say where it is. */
    public TextTemplate template() {
        return template;
    }

    /** Returns the text with its place in the configuration. */
    public LocatedText source() {
        return source;
    }

    /** Returns the expressions, in their order. */
    public List<Expression> expressions() {
        return placeholders().stream().map(Placeholder::expression).toList();
    }

    /** Returns the text; null if an expression in it has no value. */
    @Nullable
    public String text(Scope scope) {
        StringBuilder text = new StringBuilder();
        for (Part part : template.parts()) {
            if (part instanceof Literal literal) {
                text.append(literal.text());
            } else if (part instanceof Placeholder placeholder) {
                String value = textOf(placeholder, evaluate(placeholder, scope), scope);
                if (value == null) {
                    return null;
                }
                text.append(value);
            }
        }
        return text.toString();
    }

    /** Returns the texts: several if the template is an expression alone whose value is an array. */
    public List<String> texts(Scope scope) {
        if (template.single() != null && template.parts().get(0) instanceof Placeholder alone) {
            Object value = evaluate(alone, scope);
            List<String> texts = new ArrayList<>();
            for (Object each : value instanceof List<?> list ? list : Collections.singletonList(value)) {
                String text = textOf(alone, each, scope);
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
    public String[] values(Scope scope) {
        List<@Nullable String> values = new ArrayList<>();
        for (Part part : template.parts()) {
            if (part instanceof Placeholder placeholder) {
                values.add(textOf(placeholder, evaluate(placeholder, scope), scope));
            }
        }
        return values.toArray(String[]::new);
    }

    /** Returns whether it has expressions, and those in {@code text}, which is one of its texts, are all empty. */
    public boolean isEmptied(String text) {
        int literal = 0;
        for (Part part : template.parts()) {
            literal += part instanceof Literal each ? each.text().length() : 0;
        }
        return !template.isConstant() && (text.length() == literal || text.isBlank());
    }

    /**
     * Returns the text of a template without expressions.
     *
     * @throws IllegalStateException if it has some
     */
    public String constant() {
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
            return scope.valueOf(placeholder.expression());
        } catch (ExpressionException x) {
            throw failed(placeholder, x, scope);
        }
    }

    private @Nullable String textOf(Placeholder placeholder, @Nullable Object value, Scope scope) {
        try {
            return TextTemplate.text(value);
        } catch (ExpressionException x) {
            throw failed(placeholder, x, scope);
        }
    }

    private EvaluationException failed(Placeholder placeholder, ExpressionException failure, Scope scope) {
        int within = Math.max(0, failure.position());
        return EvaluationException.failed(
                source,
                placeholder.position() + within,
                failure.getMessage(),
                Provenance.of(placeholder.expression().sources(failure), scope));
    }

    // ---- Texts that cannot be used. -----------------------------------------------------------------------------

    /**
     * Returns the failure of a template of which an expression has no value.
     *
     * @param key what the template is, for clients
     */
    public EvaluationException without(Scope scope, String key) {
        for (Placeholder each : placeholders()) {
            if (textOf(each, evaluate(each, scope), scope) == null) {
                Provenance provenance = Provenance.of(each.expression().dependencies(), scope);
                String missing = scope.missingFor(each.expression());
                return missing == null
                        ? EvaluationException.without(source, each.position(), provenance, key + " has no value")
                        : EvaluationException.needing(
                                source, each.position(), provenance, "%s needs %s".formatted(key, missing));
            }
        }
        throw new IllegalStateException("each expression has a value");
    }

    /** Returns where its text comes from. */
    public Provenance provenance(Scope scope) {
        Set<Source> references = new LinkedHashSet<>();
        expressions().forEach(each -> references.addAll(each.sources()));
        return Provenance.of(references, scope);
    }

    /**
     * Returns where that comes from which spoils the text: the values of the expressions of which each does it alone, else all.
     *
     * @param isUsable whether a text with these values of the expressions can be used
     */
    public Provenance provenanceOfFault(Scope scope, Predicate<@Nullable String[]> isUsable) {
        List<Placeholder> placeholders = placeholders();
        if (placeholders.size() == 1) {
            return provenance(scope);
        }
        @Nullable String[] values = values(scope);
        Set<Source> references = new LinkedHashSet<>();
        for (int i = 0; i < values.length; i++) {
            @Nullable String[] others = values.clone();
            others[i] = HARMLESS;
            if (isUsable.test(others)) {
                references.addAll(placeholders.get(i).expression().sources());
            }
        }
        return references.isEmpty() ? provenance(scope) : Provenance.of(references, scope);
    }

    /** Returns the text with these values of its expressions; one that is null is omitted. */
    public String text(@Nullable String[] values) {
        StringBuilder text = new StringBuilder();
        int used = 0;
        for (Part part : template.parts()) {
            if (part instanceof Literal literal) {
                text.append(literal.text());
            } else {
                String value = values[used++];
                text.append(value == null ? "" : value);
            }
        }
        return text.toString();
    }

    private List<Placeholder> placeholders() {
        List<Placeholder> placeholders = new ArrayList<>();
        for (Part part : template.parts()) {
            if (part instanceof Placeholder placeholder) {
                placeholders.add(placeholder);
            }
        }
        return placeholders;
    }
}
