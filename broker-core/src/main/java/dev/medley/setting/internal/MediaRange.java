package dev.medley.setting.internal;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Media types: one, all of a kind such as {@code text/*}, or those with a suffix such as {@code application/*+json}.
 *
 * @param beginning of the type, in lower case, up to a {@code *}; all of it if there is none
 * @param end of the type after the {@code *}; null if there is none
 */
public record MediaRange(String beginning, @Nullable String end) {

    private static final String NAME = "[0-9A-Za-z.+-]+";
    private static final Pattern PATTERN = Pattern.compile(NAME + "/(?:" + NAME + "|\\*(?:\\+[0-9A-Za-z.-]+)?)");
    private static final String EXPECTED = "a media type such as application/json, text/* or application/*+json";

    /** Returns the parser of lists of them. */
    public static ValueParser<List<MediaRange>> parser() {
        return ValueParsers.list(ValueParsers.single(
                MediaRange::parse,
                MediaRange::toString,
                value -> {},
                EXPECTED,
                "media type",
                ValueParsers.NOT_TEXT,
                schema -> schema.put("type", "string").put("pattern", "^(" + PATTERN + ")$")));
    }

    /**
     * Returns the range that {@code text} names.
     *
     * @throws InvalidValueException if it names none
     */
    public static MediaRange parse(String text) {
        Matcher matcher = PATTERN.matcher(text);
        if (!matcher.matches()) {
            throw new InvalidValueException(text, "is not a media type", EXPECTED);
        }
        String range = text.toLowerCase(Locale.ROOT);
        int any = range.indexOf('*');
        return any < 0
                ? new MediaRange(range, null)
                : new MediaRange(range.substring(0, any), range.substring(any + 1));
    }

    /** Returns whether {@code type}, in lower case and without parameters, is one of these. */
    public boolean contains(String type) {
        return end == null
                ? type.equals(beginning)
                : type.length() > beginning.length() + end.length() && type.startsWith(beginning) && type.endsWith(end);
    }

    @Override
    public String toString() {
        return end == null ? beginning : beginning + "*" + end;
    }
}
