package dev.medley.server.internal.declared.expression;

import dev.medley.server.internal.declared.expression.syntax.Token;
import dev.medley.server.internal.declared.expression.syntax.Token.Kind;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sums, products and remainders of whole numbers that are constants, paths, or the count of a list, such as
 * {@code $index % $count($partners)}. The library takes over where the numbers are not small, or not whole. Immutable.
 */
public sealed interface Arithmetic {

    /** In place of a number, where the library has to evaluate. */
    long NONE = Long.MIN_VALUE;

    /** Returns the arithmetic of a valid expression, or null if it has anything else in it. */
    static @Nullable Arithmetic of(List<Token> tokens) {
        Reader reader = new Reader(tokens);
        Arithmetic whole = reader.sum();
        return whole != null && reader.isAtEnd() ? whole : null;
    }

    /** Returns the number, which is within ints, or {@link #NONE}. */
    long value(Function<String, @Nullable Object> variables);

    /** A constant, or a path to a number. */
    record Operand(PathShortcut path) implements Arithmetic {

        @Override
        public long value(Function<String, @Nullable Object> variables) {
            return path.evaluate(variables) instanceof Integer number ? number : NONE;
        }
    }

    /** The number of items of a list. */
    record Count(PathShortcut path) implements Arithmetic {

        @Override
        public long value(Function<String, @Nullable Object> variables) {
            return path.evaluate(variables) instanceof List<?> list ? list.size() : NONE;
        }
    }

    /** Two numbers and what becomes of them. Products and remainders of negative ones may be the negative zero of the library. */
    record Operation(String operator, Arithmetic left, Arithmetic right) implements Arithmetic {

        @Override
        public long value(Function<String, @Nullable Object> variables) {
            long one = left.value(variables);
            long other = one == NONE ? NONE : right.value(variables);
            if (other == NONE) {
                return NONE;
            }
            long result = switch (operator) {
                case "+" -> one + other;
                case "-" -> one - other;
                case "*" -> one < 0 || other < 0 ? NONE : one * other;
                default -> one < 0 || other <= 0 ? NONE : one % other;
            };
            return (int) result == result ? result : NONE;
        }
    }

    /** Reads tokens once, from left to right. */
    final class Reader {

        private final List<Token> tokens;
        private int at;

        Reader(List<Token> tokens) {
            this.tokens = tokens;
        }

        boolean isAtEnd() {
            return at == tokens.size();
        }

        @Nullable
        Arithmetic sum() {
            Arithmetic sum = product();
            while (sum != null && (isAt("+") || isAt("-"))) {
                sum = operation(sum, next().value(), product());
            }
            return sum;
        }

        private @Nullable Arithmetic product() {
            Arithmetic product = operand();
            while (product != null && (isAt("*") || isAt("%"))) {
                product = operation(product, next().value(), operand());
            }
            return product;
        }

        private static @Nullable Arithmetic operation(Arithmetic left, String operator, @Nullable Arithmetic right) {
            return right == null ? null : new Operation(operator, left, right);
        }

        private @Nullable Arithmetic operand() {
            int begin = at;
            if (isAt("-")) {
                at++;
            }
            if (isAtEnd()) {
                return null;
            }
            Token first = next();
            if (first.is(Kind.VARIABLE) && first.value().equals("count") && isAt("(")) {
                return at == begin + 1 ? count() : null;
            }
            readNames();
            PathShortcut path = PathShortcut.of(tokens.subList(begin, at));
            return path == null ? null : new Operand(path);
        }

        private @Nullable Arithmetic count() {
            at++;
            int begin = at;
            if (isAtEnd()) {
                return null;
            }
            at++;
            readNames();
            PathShortcut path = PathShortcut.of(tokens.subList(begin, at));
            if (path == null || path.variable() == null || !isAt(")")) {
                return null;
            }
            at++;
            return new Count(path);
        }

        private void readNames() {
            while (isAt(".") && at + 1 < tokens.size()) {
                at += 2;
            }
        }

        private boolean isAt(String operator) {
            return at < tokens.size() && tokens.get(at).is(operator);
        }

        private Token next() {
            Token next = tokens.get(at);
            at++;
            return next;
        }
    }
}
