package dev.medley.server.internal.declared.expression.analysis;

import dev.medley.server.internal.declared.expression.syntax.Node;
import dev.medley.server.internal.declared.expression.syntax.Token;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values among which an expression chooses, as far as its text shows: the branches of its conditions. Immutable.
 *
 * @param numbers the constant ones, in the order of the text
 * @param others whether there may be other values, or none
 */
public record Choices(Set<BigDecimal> numbers, boolean others) {

    private static final Choices UNKNOWN = new Choices(Set.of(), true);

    /** Takes a copy. */
    public Choices {
        numbers = Collections.unmodifiableSet(new LinkedHashSet<>(numbers));
    }

    /** Returns the choices of an expression by its tree; any value if that is null. */
    public static Choices of(@Nullable Node whole) {
        if (whole == null) {
            return UNKNOWN;
        }
        List<Node> parts = whole.parts();
        return switch (whole.kind()) {
            case CONSTANT -> constant(whole.token());
            case BLOCK -> parts.isEmpty() ? UNKNOWN : of(parts.get(parts.size() - 1));
            case CONDITION ->
                parts.size() == 2
                        ? of(parts.get(1)).or(UNKNOWN)
                        : of(parts.get(1)).or(of(parts.get(2)));
            case OPERATOR -> hasDefault(whole) ? of(parts.get(0)).or(of(parts.get(1))) : UNKNOWN;
            default -> UNKNOWN;
        };
    }

    private static boolean hasDefault(Node operator) {
        return operator.token().is("??") || operator.token().is("?:");
    }

    private static Choices constant(Token token) {
        return token.is(Token.Kind.NUMBER) ? new Choices(Set.of(new BigDecimal(token.value())), false) : UNKNOWN;
    }

    private Choices or(Choices other) {
        Set<BigDecimal> both = new LinkedHashSet<>(numbers);
        both.addAll(other.numbers);
        return new Choices(both, others || other.others);
    }
}
