package dev.medley.server.internal.schema;

import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressions;
import dev.medley.server.internal.declared.expression.syntax.CheckedText;
import java.util.regex.Pattern;

/**
 * A regular expression of a schema, as the JDK has them, whose searches end: some expressions take exponentially long for some
 * texts, and whoever sends a body chooses the text. Immutable, thread-safe.
 */
final class SchemaPattern implements RegularExpression {

    /** Reads of a character, for each of the expression and each of the text. A search without going back needs one. */
    private static final long READS = 16;

    private final Pattern pattern;

    /**
     * Compiles {@code expression}.
     *
     * @throws java.util.regex.PatternSyntaxException if it is none
     */
    SchemaPattern(String expression) {
        // ECMA-262, section 22.2: $ is the end of the text, also where a line ends there, and properties have long
        // names.
        pattern = Pattern.compile(RegularExpressions.replaceLongformCharacterProperties(
                RegularExpressions.replaceDollarAnchors(expression)));
    }

    /** A search that has taken too many steps. */
    static final class TooLongException extends RuntimeException {

        private static final long serialVersionUID = 1;

        TooLongException() {
            super("the search takes too long", null, false, false);
        }
    }

    /**
     * Returns whether the expression is somewhere in {@code text}.
     *
     * @throws TooLongException if that takes too many steps
     */
    @Override
    public boolean matches(String text) {
        long reads = READS * (pattern.pattern().length() + 1) * (text.length() + 1);
        CheckedText checked = new CheckedText(text, (int) Math.min(Integer.MAX_VALUE, reads), () -> {
            throw new TooLongException();
        });
        return pattern.matcher(checked).find();
    }
}
