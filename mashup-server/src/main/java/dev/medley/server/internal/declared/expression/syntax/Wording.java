package dev.medley.server.internal.declared.expression.syntax;

import com.dashjoin.jsonata.Jsonata;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Parts of messages: values and texts of others, in one short line. */
public final class Wording {

    private static final int MAX_SHOWN = 100;
    private static final int MAX_NAMES = 12;
    /** How the JDK words calls by reflection with arguments of wrong types. */
    private static final String MISMATCH = "argument type mismatch";

    private static final String CLASS_CAST = ClassCastException.class.getName();

    private static final Pattern UNPRINTABLE = Pattern.compile("\\p{C}+|\\R");

    private Wording() {}

    /** The text in quotes: in one line, and shortened. */
    public static String quoted(String text) {
        return "'" + shortened(text) + "'";
    }

    /** Returns the first 100 characters in one line: control characters and line ends become blanks. */
    public static String shortened(String text) {
        String line = UNPRINTABLE
                .matcher(text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN))
                .replaceAll(" ");
        return text.length() <= MAX_SHOWN ? line : line + "...";
    }

    /** A sentence of a library as the end of one of ours. */
    public static String sentence(String text) {
        String line = shortened(text).strip();
        boolean word = line.length() > 1 && Character.isLowerCase(line.charAt(1));
        return word ? line.substring(0, 1).toLowerCase(Locale.ROOT) + line.substring(1) : line;
    }

    /** The type of a value, with its article: data do not belong in a message. */
    public static String typeOf(@Nullable Object value) {
        if (value instanceof String) {
            return "a string";
        }
        if (value instanceof Number) {
            return "a number";
        }
        if (value instanceof Boolean) {
            return "a boolean";
        }
        if (value instanceof Map) {
            return "an object";
        }
        if (value instanceof Collection) {
            return "a list";
        }
        return value == null || value == Jsonata.NULL_VALUE ? "null" : "a function";
    }

    /** The names as variables: {@code $a, $b or $c}. */
    public static String variables(Collection<String> names) {
        List<String> sorted =
                names.stream().sorted().limit(MAX_NAMES).map(name -> "$" + name).collect(Collectors.toList());
        if (names.size() > MAX_NAMES) {
            return String.join(", ", sorted) + ", …";
        }
        if (sorted.size() < 2) {
            return String.join("", sorted);
        }
        String last = sorted.remove(sorted.size() - 1);
        return String.join(", ", sorted) + " or " + last;
    }

    /** Returns the last one in the chain of causes; the failure itself if it has no cause. */
    public static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    /** The reason of a failure that the library or the JDK has worded. */
    public static String failure(Throwable root) {
        String message = root.getMessage();
        if (root instanceof ClassCastException
                || (message != null && (message.equals(MISMATCH) || message.startsWith(CLASS_CAST)))) {
            return "a value is of a wrong type";
        }
        if (root instanceof UnsupportedOperationException) {
            // Of values that the library must not change, which it does in transforms only.
            return "a transform changes what it is not applied to";
        }
        if (root instanceof NullPointerException) {
            return "a value is missing or null";
        }
        return message == null ? root.getClass().getSimpleName() : sentence(message);
    }
}
