package dev.medley.server.internal.declared.expression;

import com.dashjoin.jsonata.JException;
import dev.medley.server.internal.declared.expression.analysis.Positions;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import dev.medley.server.internal.declared.expression.syntax.Wording;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Words the errors of the library's parser. */
final class SyntaxErrors {

    /** The library's name for the end of the text. */
    private static final String END = "(end)";

    private SyntaxErrors() {}

    static ExpressionException of(JException failure, Positions positions) {
        String code = failure.getError();
        if (code.equals("S0203")
                || code.equals("S0207")
                || isEnd(failure.getCurrent())
                || isEnd(failure.getExpected())) {
            return new ExpressionException(positions.end(), "unexpected end; expected " + expectedAtEnd(failure));
        }
        int position = code.equals("S0217") ? positions.ofOnly(Set.of("%")) : positions.of(failure.getLocation());
        return new ExpressionException(position, message(code, failure));
    }

    private static boolean isEnd(@Nullable Object token) {
        return END.equals(token);
    }

    private static String expectedAtEnd(JException failure) {
        boolean known = failure.getError().equals("S0202") || failure.getError().equals("S0203");
        return known ? String.valueOf(failure.getCurrent()) : "a value";
    }

    private static String message(String code, JException failure) {
        String token = Wording.quoted(String.valueOf(failure.getCurrent()));
        return switch (code) {
            case "S0201" -> "unexpected %s; expected an operator or the end".formatted(token);
            case "S0202" ->
                "unexpected %s; expected %s"
                        .formatted(Wording.quoted(String.valueOf(failure.getExpected())), failure.getCurrent());
            case "S0204" -> "%s is not an operator".formatted(token);
            case "S0205", "S0206", "S0211" -> "unexpected %s; expected a value".formatted(token);
            case "S0208" -> "%s is not a parameter; expected a variable such as $x".formatted(token);
            case "S0209" -> "a predicate follows the groups {…}; expected it before them";
            case "S0210" -> "groups {…} follow other groups; expected them once in a path";
            case "S0212" -> "the left side of := is not a variable; expected one such as $x";
            case "S0213" -> "%s is a step of a path; expected a name".formatted(token);
            case "S0214" -> "%s is not followed by a variable; expected one such as $x".formatted(token);
            case "S0215" -> "@ follows a predicate; expected it before";
            case "S0216" -> "@ follows a sort ^(…); expected it before";
            case "S0217" -> "% has no parent here; expected a path that leads to one";
            case "S0104" -> "\\u is not followed by 4 hexadecimal digits";
            default -> Wording.sentence(String.valueOf(failure.getMessage()));
        };
    }
}
