package dev.medley.server.internal.declared.expression.value;

import com.dashjoin.jsonata.Functions;
import com.dashjoin.jsonata.Jsonata;
import com.dashjoin.jsonata.Utils;
import dev.medley.server.internal.declared.expression.syntax.Bounds;
import dev.medley.server.internal.declared.expression.syntax.Refusal;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The text of values, as {@code $string} and {@code &} make it: strings as they are, others as JSON. Used once. */
public final class ValueText {

    private static final int FIRST_PRINTABLE = 0x20;

    private final StringBuilder text = new StringBuilder();
    private final boolean pretty;

    private ValueText(boolean pretty) {
        this.pretty = pretty;
    }

    /**
     * Returns the text.
     *
     * @param value a value of the library
     * @param pretty true for lines with indents
     */
    public static String of(Object value, boolean pretty) {
        if (value instanceof String string) {
            return string;
        }
        if (value instanceof Number number) {
            return Numbers.text(number);
        }
        if (isFunction(value)) {
            return "";
        }
        ValueText text = new ValueText(pretty);
        text.append(value, 0);
        return text.text.toString();
    }

    private static boolean isFunction(Object value) {
        return Utils.isFunction(value) || Functions.isLambda(value) || value instanceof Pattern;
    }

    private void append(@Nullable Object value, int level) {
        if (level == Bounds.MAX_LEVELS) {
            throw new Refusal("a value that becomes text has more than %d levels".formatted(Bounds.MAX_LEVELS));
        }
        if (value == null || value == Jsonata.NULL_VALUE) {
            text.append("null");
        } else if (value instanceof String string) {
            quote(string);
        } else if (value instanceof Number number) {
            text.append(Numbers.text(number));
        } else if (value instanceof Boolean) {
            text.append(value);
        } else if (value instanceof Map<?, ?> object) {
            appendObject(object, level);
        } else if (value instanceof List<?> list) {
            appendList(list, level);
        } else {
            text.append("\"\"");
        }
        Evaluation.current().checkLength(text.length());
    }

    private void appendObject(Map<?, ?> object, int level) {
        text.append('{');
        boolean first = true;
        for (Map.Entry<?, ?> member : object.entrySet()) {
            separate(first, level + 1);
            quote(String.valueOf(member.getKey()));
            text.append(pretty ? ": " : ":");
            append(member.getValue(), level + 1);
            first = false;
        }
        close(first, level, '}');
    }

    private void appendList(List<?> list, int level) {
        text.append('[');
        boolean first = true;
        for (Object item : list) {
            separate(first, level + 1);
            append(item, level + 1);
            first = false;
        }
        close(first, level, ']');
    }

    private void separate(boolean first, int level) {
        if (!first) {
            text.append(',');
        }
        newLine(level);
    }

    private void close(boolean empty, int level, char bracket) {
        if (!empty) {
            newLine(level);
        }
        text.append(bracket);
    }

    private void newLine(int level) {
        if (pretty) {
            text.append('\n').append("  ".repeat(level));
        }
    }

    private void quote(String string) {
        text.append('"');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            switch (c) {
                case '"', '\\' -> text.append('\\').append(c);
                case '\b' -> text.append("\\b");
                case '\f' -> text.append("\\f");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (c < FIRST_PRINTABLE) {
                        text.append("\\u%04x".formatted((int) c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        text.append('"');
    }
}
