package dev.medley.server.internal.declared.expression.analysis;

import dev.medley.server.internal.declared.expression.function.Rewritten;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import dev.medley.server.internal.declared.expression.syntax.Token;
import dev.medley.server.internal.declared.expression.syntax.Token.Kind;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the beginning of what an error of the library is about; the library gives the end of a token of its text. */
public record Positions(List<Token> tokens, Rewritten rewritten) {

    /** Returns the offset of the token; for the arguments of a call, of the function; -1 if the location is of neither. */
    public int of(int location) {
        int last = rewritten.before(location);
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (token.begin() <= last && last < token.end()) {
                boolean call = i > 0 && token.is("(") && tokens.get(i - 1).is(Kind.VARIABLE);
                return call ? tokens.get(i - 1).begin() : token.begin();
            }
        }
        return ExpressionException.UNKNOWN;
    }

    /** Returns the token whose last character stands before {@code end} in the library's text; null if there is none. */
    @Nullable
    public Token tokenBefore(int end) {
        int last = rewritten.before(end);
        for (Token token : tokens) {
            if (token.begin() <= last && last < token.end()) {
                return token;
            }
        }
        return null;
    }

    /** Returns the offset of the one operator of {@code operators} that the expression has; -1 if it has another number. */
    public int ofOnly(Set<String> operators) {
        int found = ExpressionException.UNKNOWN;
        for (Token token : tokens) {
            if (token.is(Kind.OPERATOR) && operators.contains(token.value())) {
                if (found != ExpressionException.UNKNOWN) {
                    return ExpressionException.UNKNOWN;
                }
                found = token.begin();
            }
        }
        return found;
    }

    /** The offset after the last token. */
    public int end() {
        return tokens.get(tokens.size() - 1).end();
    }
}
