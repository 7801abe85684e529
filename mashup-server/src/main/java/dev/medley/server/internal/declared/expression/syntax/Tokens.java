package dev.medley.server.internal.declared.expression.syntax;

import dev.medley.server.internal.declared.expression.syntax.Token.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the tokens of an expression, and checks that its brackets match and that it is not nested too deeply to be parsed. Used
 * once.
 */
public final class Tokens {

    private static final String OPENING = "([{";
    private static final String CLOSING = ")]}";

    private final List<Token> read = new ArrayList<>();
    private final Deque<Open> brackets = new ArrayDeque<>();
    private int nesting;

    private Tokens() {}

    /** Returns the tokens of {@code text}. */
    public static List<Token> of(String text) {
        Tokens tokens = new Tokens();
        Token end = tokens.read(new Scanner(text, 0));
        if (end != null) {
            throw unexpected(end);
        }
        return tokens.read;
    }

    /**
     * Returns the offset of the brace that closes the placeholder.
     *
     * @param from the offset after the brace that opens it
     */
    public static int endOfPlaceholder(String text, int from) {
        Token end = new Tokens().read(new Scanner(text, from));
        if (end == null) {
            throw new ExpressionException(from - 1, "'{' is not closed; expected }");
        }
        return end.begin();
    }

    /** Reads to the end of the text, where it returns null, or to a brace that nothing has opened. */
    private @Nullable Token read(Scanner scanner) {
        for (Token token = scanner.next(); token != null; token = scanner.next()) {
            if (token.is("}") && brackets.isEmpty()) {
                return token;
            }
            if (token.is(Kind.OPERATOR)) {
                onOperator(token);
            }
            read.add(token);
        }
        Open unclosed = brackets.peek();
        if (unclosed != null) {
            throw notClosed(unclosed.token);
        }
        return null;
    }

    private void onOperator(Token token) {
        char c = token.value().charAt(0);
        if (OPENING.indexOf(c) >= 0) {
            brackets.push(new Open(token));
            nest(token);
        } else if (CLOSING.indexOf(c) >= 0) {
            Open last = brackets.poll();
            if (last == null) {
                throw unexpected(token);
            }
            if (last.closing() != c) {
                throw notClosed(last.token);
            }
            // What follows has the bracket on its left side, so that the bracket itself still counts.
            nesting -= last.operators;
            Open outer = brackets.peek();
            if (outer != null) {
                outer.operators++;
            }
        } else if (token.is(",") || token.is(";")) {
            Open last = brackets.peek();
            if (last != null) {
                nesting -= last.operators;
                last.operators = 0;
            }
        } else if (!token.is(":")) {
            Open last = brackets.peek();
            if (last != null) {
                last.operators++;
            }
            nest(token);
        }
    }

    private void nest(Token token) {
        nesting++;
        if (nesting > Bounds.MAX_NESTING) {
            throw new ExpressionException(
                    token.begin(),
                    "more than %d operators and brackets are nested; expected fewer, or several expressions"
                            .formatted(Bounds.MAX_NESTING));
        }
    }

    private static ExpressionException unexpected(Token closing) {
        return new ExpressionException(closing.begin(), "unexpected '" + closing.value() + "'; no bracket is open");
    }

    private static ExpressionException notClosed(Token opening) {
        char closing = CLOSING.charAt(OPENING.indexOf(opening.value()));
        return new ExpressionException(
                opening.begin(), "'%s' is not closed; expected %c".formatted(opening.value(), closing));
    }

    /** A bracket that is open, and the operators directly in it. */
    private static final class Open {

        private final Token token;
        private int operators;

        Open(Token token) {
            this.token = token;
        }

        char closing() {
            return CLOSING.charAt(OPENING.indexOf(token.value()));
        }
    }
}
