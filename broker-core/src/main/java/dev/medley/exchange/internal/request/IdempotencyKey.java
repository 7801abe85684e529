package dev.medley.exchange.internal.request;

import dev.medley.connection.Header;
import dev.medley.connection.InvalidRequestException;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The field {@code Idempotency-Key} (draft-ietf-httpapi-idempotency-key-header), whose value is a quoted string. */
public final class IdempotencyKey {

    static final String FIELD = "Idempotency-Key";

    private static final String EXPECTED =
            "an Idempotency-Key consists of printable ASCII characters without \" and \\, or a quoted string (RFC"
                    + " 9651) of at least one character";
    /** The characters of a string (RFC 9651, section 3.3.3), which has the other two behind a backslash. */
    private static final String PLAIN = "[ !#-\\[\\]-~]";

    private static final Pattern TEXT = Pattern.compile(PLAIN + "+");
    private static final Pattern QUOTED = Pattern.compile("\"(?:" + PLAIN + "|\\\\[\"\\\\])+\"");

    private IdempotencyKey() {}

    /** Returns the value of the field with a new key. */
    public static String create() {
        return quoted(UUID.randomUUID().toString());
    }

    /**
     * Returns the value of the field with {@code key}: as it is, or as a quoted string.
     *
     * @throws InvalidRequestException if it is neither
     */
    public static String field(String key) {
        if (TEXT.matcher(key).matches()) {
            return quoted(key);
        }
        if (QUOTED.matcher(key).matches()) {
            return key;
        }
        throw InvalidRequestException.of(EXPECTED, EXPECTED);
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    /** Returns the value of the first such field, or null. */
    static @Nullable String in(List<Header> headers) {
        for (Header header : headers) {
            if (header.name().equalsIgnoreCase(FIELD)) {
                return header.value();
            }
        }
        return null;
    }
}
