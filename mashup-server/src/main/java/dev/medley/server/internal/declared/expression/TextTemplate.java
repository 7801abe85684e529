package dev.medley.server.internal.declared.expression;

import dev.medley.server.internal.declared.expression.analysis.Paths;
import dev.medley.server.internal.declared.expression.analysis.Variables;
import dev.medley.server.internal.declared.expression.syntax.Bounds;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import dev.medley.server.internal.declared.expression.syntax.Tokens;
import dev.medley.server.internal.declared.expression.syntax.Wording;
import dev.medley.server.internal.declared.expression.value.Numbers;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A text with expressions in braces: {@code /user/{$request.path.id}/orders}. Braces themselves are written twice. Immutable,
 * thread-safe.
 */
public final class TextTemplate {

    /** A number of more digits is written with an exponent. */
    private static final int MAX_DIGITS = 1000;

    private final String text;
    private final List<Part> parts;

    private TextTemplate(String text, List<Part> parts) {
        this.text = text;
        this.parts = List.copyOf(parts);
    }

    /** As {@link #compile(String, Variables, Bounds)}, within the {@linkplain Bounds#DEFAULT usual bounds}. */
    public static TextTemplate compile(String text, Variables variables) {
        return compile(text, variables, Bounds.DEFAULT);
    }

    /**
     * Compiles a template.
     *
     * @param variables those that its expressions may use
     * @param bounds those of each evaluation of an expression
     * @throws ExpressionException if an expression is not valid or a brace is alone, with the position in {@code text}
     */
    public static TextTemplate compile(String text, Variables variables, Bounds bounds) {
        List<Part> parts = new ArrayList<>();
        int begin = 0;
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c != '{' && c != '}') {
                at++;
            } else if (at + 1 < text.length() && text.charAt(at + 1) == c) {
                addLiteral(parts, text, begin, at + 1);
                at += 2;
                begin = at;
            } else if (c == '}') {
                throw new ExpressionException(at, "'}' closes no placeholder; expected }} for the character itself");
            } else {
                int end = Tokens.endOfPlaceholder(text, at + 1);
                addLiteral(parts, text, begin, at);
                parts.add(placeholder(text, at + 1, end, variables, bounds));
                at = end + 1;
                begin = at;
            }
        }
        addLiteral(parts, text, begin, at);
        return new TextTemplate(text, parts);
    }

    private static void addLiteral(List<Part> parts, String text, int from, int to) {
        if (from < to) {
            parts.add(new Literal(text.substring(from, to), from));
        }
    }

    private static Placeholder placeholder(String text, int from, int to, Variables variables, Bounds bounds) {
        try {
            return new Placeholder(Expression.compile(text.substring(from, to), variables, bounds), from);
        } catch (ExpressionException x) {
            throw x.at(from);
        }
    }

    /**
     * The literals, none of them empty, and the placeholders, in order; empty for an empty text. A brace that is written twice ends
     * a literal, because what follows is one further in the text than in the literal.
     */
    public List<Part> parts() {
        return parts;
    }

    /** The variables that the expressions refer to; names without {@code $}. */
    public Set<String> variables() {
        Set<String> variables = new LinkedHashSet<>();
        for (Part part : parts) {
            if (part instanceof Placeholder placeholder) {
                variables.addAll(placeholder.expression().variables());
            }
        }
        return variables;
    }

    /** The parts of the variable that the expressions may read. */
    public Paths paths(String variable) {
        Paths paths = Paths.NONE;
        for (Part part : parts) {
            if (part instanceof Placeholder placeholder) {
                paths = paths.and(placeholder.expression().paths(variable));
            }
        }
        return paths;
    }

    /** Whether all its expressions are {@linkplain Expression#isLight() light}. */
    public boolean isLight() {
        return parts.stream()
                .allMatch(part -> !(part instanceof Placeholder placeholder)
                        || placeholder.expression().isLight());
    }

    /** Whether there is no placeholder. */
    public boolean isConstant() {
        return parts.stream().allMatch(Literal.class::isInstance);
    }

    /** The expression if the template is one placeholder and nothing else, so that its value needs not be text; else null. */
    public @Nullable Expression single() {
        return parts.size() == 1 && parts.get(0) instanceof Placeholder placeholder ? placeholder.expression() : null;
    }

    /**
     * The text of a value: of a string itself, of a number or a boolean as in JSON, a number without an exponent.
     *
     * @param value a result of an expression
     * @return the text; null for null and {@link Expression#UNDEFINED}, which have none
     * @throws ExpressionException if the value is an object or a list
     */
    public static @Nullable String text(@Nullable Object value) {
        if (value == null || value == Expression.UNDEFINED) {
            return null;
        }
        if (value instanceof String string) {
            return string;
        }
        if (value instanceof BigDecimal number) {
            return Math.abs((long) number.scale()) + number.precision() <= MAX_DIGITS
                    ? number.toPlainString()
                    : number.toString();
        }
        if (value instanceof Double number) {
            return text(Numbers.of(number));
        }
        if (value instanceof Number || value instanceof Boolean) {
            return value.toString();
        }
        throw new ExpressionException(
                ExpressionException.UNKNOWN, "the value is %s; expected text".formatted(Wording.typeOf(value)));
    }

    /** The text that was compiled. */
    @Override
    public String toString() {
        return text;
    }

    /** A part of a template. */
    public sealed interface Part permits Literal, Placeholder {}

    /**
     * A text between placeholders, or a piece of one.
     *
     * @param text as it is meant: with each brace once
     * @param position the offset of its first character in the text of the template, where the others follow it
     */
    public record Literal(String text, int position) implements Part {}

    /**
     * An expression in braces.
     *
     * @param expression its positions of errors are those within the braces
     * @param position the offset of the expression in the text of the template
     */
    public record Placeholder(Expression expression, int position) implements Part {}
}
