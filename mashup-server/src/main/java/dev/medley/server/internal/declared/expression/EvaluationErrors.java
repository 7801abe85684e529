package dev.medley.server.internal.declared.expression;

import com.dashjoin.jsonata.JException;
import dev.medley.server.internal.declared.expression.analysis.Positions;
import dev.medley.server.internal.declared.expression.function.LibraryFunctions;
import dev.medley.server.internal.declared.expression.syntax.Bounds;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import dev.medley.server.internal.declared.expression.syntax.FaultPlace;
import dev.medley.server.internal.declared.expression.syntax.Refusal;
import dev.medley.server.internal.declared.expression.syntax.Wording;
import dev.medley.server.internal.declared.expression.value.Evaluation;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Words the failures of an evaluation, with types in place of the data. */
final class EvaluationErrors {

    private EvaluationErrors() {}

    /** Returns the exception for a failure of {@code evaluation}. */
    static ExpressionException of(Throwable failure, Evaluation evaluation, Positions positions) {
        Refusal exceeded = evaluation.exceeded();
        if (exceeded != null) {
            return new ExpressionException(ExpressionException.UNKNOWN, exceeded.text());
        }
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof Refusal refusal) {
                return new ExpressionException(positions.of(refusal.getLocation()), refusal.text());
            }
            if (each instanceof JException x) {
                int position = position(x, positions);
                return new ExpressionException(position, message(x), unforeseen(x), place(x, position));
            }
        }
        Throwable root = Wording.root(failure);
        if (root instanceof OutOfMemoryError error) {
            throw error;
        }
        return new ExpressionException(
                ExpressionException.UNKNOWN,
                root instanceof StackOverflowError
                        ? evaluation.tooDeep().text()
                        : "the expression cannot be evaluated: " + Wording.failure(root),
                failure);
    }

    /** Errors of operators have no location, or that of the call around them. */
    private static int position(JException failure, Positions positions) {
        int position = positions.ofOnly(operators(failure));
        return position == ExpressionException.UNKNOWN ? positions.of(failure.getLocation()) : position;
    }

    private static Set<String> operators(JException failure) {
        return switch (failure.getError()) {
            case "D1002" -> Set.of("-");
            case "D1009", "T1003" -> Set.of("{");
            case "T2001", "T2002", "T2010" -> Set.of(String.valueOf(failure.getCurrent()));
            case "T2003", "T2004", "D2014" -> Set.of("..");
            case "T2009" -> Set.of("<", "<=", ">", ">=");
            default -> Set.of();
        };
    }

    private static FaultPlace place(JException failure, int position) {
        Set<String> operators = operators(failure);
        // Without a place of its own, a failed operator may be any of its kind.
        return new FaultPlace(
                operators.isEmpty() ? position : ExpressionException.UNKNOWN, operators, operand(failure));
    }

    /** The position of the operand that the error is about; -1 for all. The library counts no arguments: it says 1 of each. */
    private static int operand(JException failure) {
        return switch (failure.getError()) {
            case "T2001", "T2003" -> 0;
            case "T2002", "T2004" -> 1;
            default -> -1;
        };
    }

    private static @Nullable Throwable unforeseen(JException failure) {
        return failure.getError().equals("Unexpected") ? failure : null;
    }

    private static String message(JException x) {
        Object current = x.getCurrent();
        Object expected = x.getExpected();
        return switch (x.getError()) {
            case "D1001" -> "a number is out of range";
            case "D1002" -> "%s has a minus sign; expected a number".formatted(Wording.typeOf(expected));
            case "D1009" -> "two names of members are both %s".formatted(Wording.quoted(String.valueOf(current)));
            case "D2014" -> "the range has more than %d items".formatted(Bounds.MAX_ITEMS);
            case "D3137", "D3141" -> Wording.shortened(String.valueOf(current));
            case "D3060" -> "the number is negative, and has no square root";
            case "D3061" -> "the result is out of range";
            case "D3100" -> "the radix is not between 2 and 36";
            case "Malformed URL" -> "the URL is malformed";
            case "T0410" -> "argument %s of %s does not fit its signature".formatted(current, function(expected));
            case "T0411" -> "an argument is missing, and the context is of a wrong type";
            case "T0412" -> "an argument is not a list of %s".formatted(elements(String.valueOf(expected)));
            case "T1003" -> "the name of a member is %s; expected a string".formatted(Wording.typeOf(current));
            case "T1005", "T1006", "T1007", "T1008" -> "what is called here is not a function";
            case "T2001" -> "the left side of %s is %s; expected a number".formatted(current, Wording.typeOf(expected));
            case "T2002" ->
                "the right side of %s is %s; expected a number".formatted(current, Wording.typeOf(expected));
            case "T2003" -> "the left side of .. is %s; expected a whole number".formatted(fraction(current));
            case "T2004" -> "the right side of .. is %s; expected a whole number".formatted(fraction(current));
            case "T2006" -> "the right side of ~> is %s; expected a function".formatted(Wording.typeOf(current));
            case "T2007" -> "the sort compares %s with %s".formatted(Wording.typeOf(current), Wording.typeOf(expected));
            case "T2008" -> "the sort compares values that are neither numbers nor strings";
            case "T2009" -> "%s is compared with %s".formatted(Wording.typeOf(current), Wording.typeOf(expected));
            case "T2010" -> "one side of %s is neither a number nor a string".formatted(current);
            case "T2011" -> "the update of the transform is %s; expected an object".formatted(Wording.typeOf(current));
            case "T2012" -> "what the transform deletes is not a string or a list of strings";
            case "Unexpected" -> "one side of and, or cannot be evaluated";
            default -> Wording.sentence(String.valueOf(x.getMessage()).replace(" Object ", " function "));
        };
    }

    private static String elements(String type) {
        return switch (type) {
            case "n" -> "numbers";
            case "s" -> "strings";
            case "o" -> "objects";
            default -> "the type that is expected";
        };
    }

    private static String fraction(@Nullable Object value) {
        return value instanceof Number ? "a fraction" : Wording.typeOf(value);
    }

    /** A function of an expression, and a transform, have no name of their own. */
    private static String function(@Nullable Object name) {
        if (name instanceof String known && LibraryFunctions.NAMES.contains(known)) {
            return "$" + known;
        }
        return "lambda".equals(name) ? "the function" : "the transform";
    }
}
