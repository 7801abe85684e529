package dev.medley.server.declared.expression;

import dev.medley.server.declared.expression.Token.Kind;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * A list of whole numbers, {@code [0..$n - 1]}, whose ends are constants or paths from one variable, and sums of these with a constant.
 * The numbers are made when they are asked for, so that the evaluation takes the same time for any number of them.
 */
final class RangeShortcut implements Shortcut {

    private final End from;
    private final End to;

    private RangeShortcut(End from, End to) {
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
        End from = End.of(tokens.subList(1, dots));
        End to = End.of(tokens.subList(dots + 1, last));
        boolean isRange = from != null && to != null && haveOneVariable(from.base(), to.base());
        return isRange ? new RangeShortcut(from, to) : null;
    }

    private static boolean haveOneVariable(PathShortcut one, PathShortcut other) {
        String variable = one.variable();
        return variable == null || other.variable() == null || variable.equals(other.variable());
    }

    /** A path or a constant, and what is added to it. */
    private record End(PathShortcut base, int added) {

        private static final int LONGEST_CONSTANT = 9;

        static @Nullable End of(List<Token> tokens) {
            int sign = tokens.size() - 2;
            if (sign > 0
                    && isConstant(tokens.get(sign + 1))
                    && (isMinus(tokens, sign) || tokens.get(sign).is("+"))) {
                int constant = Integer.parseInt(tokens.get(sign + 1).value());
                PathShortcut base = PathShortcut.of(tokens.subList(0, sign));
                return base == null ? null : new End(base, isMinus(tokens, sign) ? -constant : constant);
            }
            PathShortcut base = tokens.isEmpty() ? null : PathShortcut.of(tokens);
            return base == null ? null : new End(base, 0);
        }

        private static boolean isMinus(List<Token> tokens, int at) {
            return tokens.get(at).is("-");
        }

        private static boolean isConstant(Token token) {
            return token.is(Kind.NUMBER)
                    && token.value().length() <= LONGEST_CONSTANT
                    && token.value().chars().allMatch(Character::isDigit);
        }

        /** Returns the number; null if it is none, or one that is not within ints. */
        @Nullable
        Integer value(@Nullable Object[] values) {
            Object value = base.evaluate(values);
            long sum = value instanceof Integer number ? (long) number + added : Long.MAX_VALUE;
            return (int) sum == sum ? (int) sum : null;
        }
    }

    @Override
    public boolean isWhole() {
        return false;
    }

    @Override
    public @Nullable Object evaluate(@Nullable Object[] values) {
        Integer first = from.value(values);
        Integer last = to.value(values);
        boolean simple = first != null && last != null && first <= last && (long) last - first < Bounds.MAX_ITEMS;
        return simple ? new Range(first, last - first + 1) : NOT_TAKEN;
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
