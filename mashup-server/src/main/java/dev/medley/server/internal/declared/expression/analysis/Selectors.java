package dev.medley.server.internal.declared.expression.analysis;

import dev.medley.server.internal.declared.expression.page.PageSelector;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import dev.medley.server.internal.declared.expression.syntax.Token;
import dev.medley.server.internal.declared.expression.syntax.Token.Kind;
import java.util.List;

/**
 * Checks the selectors of pages in an expression. Each is a string in quotes: one that comes from a request could take any time, and find
 * what it was not meant to.
 */
final class Selectors {

    private final List<Token> tokens;

    Selectors(List<Token> tokens) {
        this.tokens = tokens;
    }

    /** Throws an {@link ExpressionException} if the function is not called here, or with no selector. */
    void check(Token function) {
        int opening = tokens.indexOf(function) + 1;
        if (opening == tokens.size() || !tokens.get(opening).is("(")) {
            throw new ExpressionException(
                    function.begin(), "$select is not called here; expected $select(page, 'selector')");
        }
        checkLastArgument(function, opening);
    }

    private void checkLastArgument(Token function, int opening) {
        int depth = 0;
        int begin = opening + 1;
        int end = opening;
        do {
            Token each = tokens.get(end);
            if (each.is("(") || each.is("[") || each.is("{")) {
                depth++;
            } else if (each.is(")") || each.is("]") || each.is("}")) {
                depth--;
            } else if (depth == 1 && each.is(",")) {
                begin = end + 1;
            }
            end++;
        } while (depth > 0 && end < tokens.size());
        int last = end - 1;
        if (last - begin != 1 || !tokens.get(begin).is(Kind.STRING)) {
            throw new ExpressionException(
                    begin < last ? tokens.get(begin).begin() : function.begin(),
                    "the selector of $select is not a string in quotes; expected one such as 'li.item a'");
        }
        Token selector = tokens.get(begin);
        try {
            PageSelector.of(selector.value());
        } catch (ExpressionException x) {
            // The quote is before it.
            throw new ExpressionException(selector.begin() + 1 + Math.max(0, x.position()), x.getMessage());
        }
    }
}
