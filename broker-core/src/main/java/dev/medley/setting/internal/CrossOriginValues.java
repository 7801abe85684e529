package dev.medley.setting.internal;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;

/** The kinds of values that name what pages of other origins may use: methods and header fields, or {@code *} for all. */
public final class CrossOriginValues {

    /** All, where requests have no credentials. */
    public static final String ALL = "*";

    private static final Pattern METHOD = Pattern.compile("[A-Z][A-Z-]{0,31}|\\*");
    private static final Pattern FIELD = Pattern.compile("[A-Za-z][0-9A-Za-z_-]{0,63}|\\*");

    private CrossOriginValues() {}

    /** Returns the parser of lists of methods. */
    public static ValueParser<List<String>> methods() {
        return names(METHOD, "a method", "a method in capital letters, such as PUT, or '*' for all");
    }

    /** Returns the parser of lists of header fields. */
    public static ValueParser<List<String>> fields() {
        return names(
                FIELD,
                "the name of a header field",
                "the name of a header field, such as X-Request-Id, or '*' for all");
    }

    private static ValueParser<List<String>> names(Pattern pattern, String kind, String expected) {
        Consumer<String> check = text -> {
            if (!pattern.matcher(text).matches()) {
                throw new InvalidValueException(text, "is not " + kind, expected);
            }
        };
        return ValueParsers.list(ValueParsers.single(
                text -> {
                    check.accept(text);
                    return text;
                },
                Function.identity(),
                check,
                expected,
                "name, or `*`",
                ValueParsers.NOT_TEXT,
                schema -> schema.put("type", "string").put("pattern", "^(" + pattern + ")$")));
    }
}
