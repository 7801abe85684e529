package dev.medley.setting.internal;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A header field that the configuration has for each reply, as {@code name: value}. */
public record ReplyHeader(String name, String value) {

    private static final Pattern PATTERN =
            Pattern.compile("([A-Za-z][0-9A-Za-z_-]{0,63}): *([\\x21-\\x7E](?:[\\x20-\\x7E]*[\\x21-\\x7E])?)");
    private static final String EXPECTED =
            "name and value of a header field in quotes, such as 'X-Frame-Options: DENY'";
    private static final String CROSS_ORIGIN = "access-control-";

    /** Fields of the connection, of one body or one reply, and those of Medley. */
    private static final Set<String> RESERVED = Set.of(
            "allow",
            "connection",
            "content-encoding",
            "content-length",
            "content-range",
            "content-type",
            "date",
            "etag",
            "keep-alive",
            "location",
            "medley-manifest",
            "proxy-connection",
            "retry-after",
            "server-timing",
            "set-cookie",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "vary",
            "www-authenticate");

    /** Returns the parser of such fields. */
    public static ValueParser<ReplyHeader> parser() {
        return ValueParsers.single(
                ReplyHeader::parse,
                ReplyHeader::toString,
                value -> {},
                EXPECTED,
                "`name: value`",
                ValueParsers.NOT_TEXT,
                schema -> schema.put("type", "string").put("pattern", "^[A-Za-z][0-9A-Za-z_-]{0,63}: *.+$"));
    }

    /**
     * Returns the field that {@code text} is.
     *
     * @throws InvalidValueException if it is none, or one that each reply has of its own
     */
    public static ReplyHeader parse(String text) {
        Matcher parts = PATTERN.matcher(text);
        if (!parts.matches()) {
            throw new InvalidValueException(text, "is not a header field", EXPECTED);
        }
        String name = parts.group(1).toLowerCase(Locale.ROOT);
        if (name.startsWith(CROSS_ORIGIN)) {
            throw new InvalidValueException(text, "is a field of CORS", "server.cors instead");
        }
        if (RESERVED.contains(name)) {
            throw new InvalidValueException(text, "is a field with a reserved meaning", "another name");
        }
        return new ReplyHeader(parts.group(1), parts.group(2));
    }

    @Override
    public String toString() {
        return name + ": " + value;
    }
}
