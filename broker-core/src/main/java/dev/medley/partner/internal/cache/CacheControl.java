package dev.medley.partner.internal.cache;

import dev.medley.connection.Header;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The directives of the Cache-Control fields of one message (RFC 9111, section 5.2). What cannot be read counts as what makes
 * the cache do less: a time that is no number is 0, as is one that is given twice with different values.
 *
 * @param directives values by name, in lower case; empty for a directive without a value
 */
public record CacheControl(Map<String, String> directives) {

    /** The value that {@link #nanos} returns for a directive that is absent. */
    public static final long ABSENT = -1;

    private static final CacheControl NONE = new CacheControl(Map.of());
    /** The largest number of seconds; a larger one counts as this (RFC 9111, section 1.2.2). */
    private static final long MAX_SECONDS = 1L << 31;

    private static final int MAX_DIGITS = 10;
    /** The value of a directive that is given twice, which no number is. */
    private static final String AMBIGUOUS = "?";

    /** Returns the directives of these fields of one message. */
    public static CacheControl of(List<Header> fields) {
        List<String> lines = Fields.values(fields, "Cache-Control");
        if (lines.isEmpty()) {
            return NONE;
        }
        Map<String, String> directives = new HashMap<>();
        lines.forEach(line -> addAll(line, directives));
        return new CacheControl(Map.copyOf(directives));
    }

    /** Returns whether there are none. */
    public boolean isEmpty() {
        return directives.isEmpty();
    }

    /** Returns whether there is a directive of this name, in lower case. */
    public boolean has(String name) {
        return directives.containsKey(name);
    }

    /** Returns the time of a directive in nanoseconds; {@link #ABSENT} if there is no such directive. */
    public long nanos(String name) {
        String value = directives.get(name);
        return value == null ? ABSENT : TimeUnit.SECONDS.toNanos(seconds(value));
    }

    /** Returns the number of seconds that {@code value} is; 0 if it is none. */
    static long seconds(String value) {
        if (value.isEmpty() || !value.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return 0;
        }
        String digits = value.replaceFirst("^0+(?=.)", "");
        return digits.length() > MAX_DIGITS ? MAX_SECONDS : Math.min(MAX_SECONDS, Long.parseLong(digits));
    }

    /** Splits at the commas that are not quoted. */
    private static void addAll(String line, Map<String, String> directives) {
        boolean quoted = false;
        int from = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quoted && c == '\\') {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                add(line.substring(from, i).strip(), directives);
                from = i + 1;
            }
        }
        add(line.substring(from).strip(), directives);
    }

    private static void add(String directive, Map<String, String> directives) {
        if (directive.isEmpty()) {
            return;
        }
        int equals = directive.indexOf('=');
        String name = (equals < 0 ? directive : directive.substring(0, equals)).toLowerCase(Locale.ROOT);
        String value = equals < 0 ? "" : unquoted(directive.substring(equals + 1));
        directives.merge(name, value, (one, other) -> one.equals(other) ? one : AMBIGUOUS);
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
