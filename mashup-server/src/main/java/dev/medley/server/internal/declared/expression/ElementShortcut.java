package dev.medley.server.internal.declared.expression;

import dev.medley.server.internal.declared.expression.syntax.Token;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An element of a list, by its position, {@code $partners[$index % 3]}; or {@link Arithmetic} alone. */
final class ElementShortcut implements Shortcut {

    private final @Nullable PathShortcut list;
    private final Arithmetic number;

    private ElementShortcut(@Nullable PathShortcut list, Arithmetic number) {
        this.list = list;
        this.number = number;
    }

    /** Returns the shortcut for a valid expression, or null if it has none. */
    static @Nullable ElementShortcut of(List<Token> tokens) {
        Arithmetic alone = Arithmetic.of(tokens);
        if (alone != null) {
            return new ElementShortcut(null, alone);
        }
        int last = tokens.size() - 1;
        int bracket = 0;
        while (bracket < last && !tokens.get(bracket).is("[")) {
            bracket++;
        }
        if (bracket == 0 || bracket > last - 2 || !tokens.get(last).is("]")) {
            return null;
        }
        PathShortcut list = PathShortcut.of(tokens.subList(0, bracket));
        Arithmetic position = Arithmetic.of(tokens.subList(bracket + 1, last));
        return list == null || list.variable() == null || position == null ? null : new ElementShortcut(list, position);
    }

    @Override
    public boolean isWhole() {
        return false;
    }

    @Override
    public @Nullable Object evaluate(Function<String, @Nullable Object> variables) {
        long value = number.value(variables);
        if (value == Arithmetic.NONE) {
            return NOT_TAKEN;
        }
        return list == null ? (Object) (int) value : element(list.evaluate(variables), value);
    }

    /** Lists within a list are joined, and null is no element: that is left to the library. */
    private static Object element(@Nullable Object list, long position) {
        if (!(list instanceof List<?> items) || position < 0 || position >= items.size()) {
            return NOT_TAKEN;
        }
        Object item = items.get((int) position);
        boolean plain = item instanceof String
                || item instanceof Number
                || item instanceof Boolean
                || item instanceof Map<?, ?>;
        return plain ? item : NOT_TAKEN;
    }
}
