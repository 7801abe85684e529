package dev.medley.server.internal.declaration;

import dev.medley.setting.internal.InvalidValueException;
import dev.medley.setting.internal.ValueParser;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Statuses of responses: a single one, such as {@code 404}, or all of a hundred, such as {@code 4xx}.
 *
 * @param first of them
 * @param last of them
 */
public record StatusRange(int first, int last) {

    private static final int LEAST = 200;
    private static final int MOST = 599;
    private static final int HUNDRED = 100;
    private static final Pattern SINGLE = Pattern.compile("[2-5][0-9]{2}");
    private static final Pattern PATTERN = Pattern.compile("[3-5](xx|XX)");
    private static final String EXPECTED = "a status from 200 to 599, or all of a hundred, such as 4xx";

    /** Returns whether {@code status} is one of them. */
    public boolean contains(int status) {
        return status >= first && status <= last;
    }

    /** Returns whether it is one status. */
    public boolean isSingle() {
        return first == last;
    }

    /** Returns the text of the configuration: {@code 404} or {@code 4xx}. */
    public String configured() {
        return isSingle() ? String.valueOf(first) : first / HUNDRED + "xx";
    }

    /** Returns the parser of statuses, and of patterns of them. */
    static ValueParser<StatusRange> parser() {
        return new ValueParser<>(
                texts -> parse(texts.get(0)),
                StatusRange::configured,
                range -> {},
                EXPECTED,
                "status, 200 to 599, or `3xx`, `4xx`, `5xx`",
                "is not a status",
                schema -> {
                    schema.putArray("type").add("integer").add("string");
                    schema.put("minimum", LEAST).put("maximum", MOST).put("pattern", "^(" + PATTERN + ")$");
                },
                Optional.empty());
    }

    private static StatusRange parse(String text) {
        if (PATTERN.matcher(text).matches()) {
            int hundred = Integer.parseInt(text.substring(0, 1)) * HUNDRED;
            return new StatusRange(hundred, hundred + HUNDRED - 1);
        }
        if (!SINGLE.matcher(text).matches()) {
            throw new InvalidValueException(text, "is not a status", EXPECTED);
        }
        int status = Integer.parseInt(text);
        return new StatusRange(status, status);
    }
}
