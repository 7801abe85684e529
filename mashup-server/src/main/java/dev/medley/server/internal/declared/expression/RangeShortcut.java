package dev.medley.server.internal.declared.expression;

import dev.medley.server.internal.declared.expression.syntax.Bounds;
import dev.medley.server.internal.declared.expression.syntax.Token;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A list of whole numbers, {@code [0..$n - 1]}, whose ends are {@link Arithmetic}.
 * The numbers are made when they are asked for, so that the evaluation takes the same time for any number of them.
 */
final class RangeShortcut implements Shortcut {

    private final Arithmetic from;
    private final Arithmetic to;

    private RangeShortcut(Arithmetic from, Arithmetic to) {
        this.from = from;
        this.to = to;
    }

    /** Returns the shortcut for a valid expression, or null if it has none. */
    static @Nullable RangeShortcut of(List<Token> tokens) {
        int last = tokens.size() - 1;
        int dots = 0;
        while (dots < last && !tokens.get(dots).is("..")) {
            dots++;
        }
        if (dots < 2
                || dots > last - 2
                || !tokens.get(0).is("[")
                || !tokens.get(last).is("]")) {
            return null;
        }
        Arithmetic from = Arithmetic.of(tokens.subList(1, dots));
        Arithmetic to = Arithmetic.of(tokens.subList(dots + 1, last));
        return from == null || to == null ? null : new RangeShortcut(from, to);
    }

    @Override
    public boolean isWhole() {
        return false;
    }

    @Override
    public @Nullable Object evaluate(Function<String, @Nullable Object> variables) {
        long first = from.value(variables);
        long last = first == Arithmetic.NONE ? Arithmetic.NONE : to.value(variables);
        boolean simple = last != Arithmetic.NONE && first <= last && last - first < Bounds.MAX_ITEMS;
        return simple ? new Range((int) first, (int) (last - first + 1)) : NOT_TAKEN;
    }

    private static final class Range extends AbstractList<Integer> implements RandomAccess {

        private final int first;
        private final int size;

        Range(int first, int size) {
            this.first = first;
            this.size = size;
        }

        @Override
        public Integer get(int index) {
            if (index < 0 || index >= size) {
                throw new IndexOutOfBoundsException("item " + index + " of " + size);
            }
            return first + index;
        }

        @Override
        public int size() {
            return size;
        }
    }
}
