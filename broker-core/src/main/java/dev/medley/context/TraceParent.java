package dev.medley.context;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the field {@code traceparent} (W3C Trace Context, level 1, section 3.2). */
final class TraceParent {

    static final String FIELD = "traceparent";

    /** {@code 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01}: version, trace-id, parent-id, flags. */
    private static final int TRACE_ID = 3;

    private static final int PARENT_ID = 36;
    private static final int FLAGS = 53;
    private static final int LENGTH = 55;
    /** As for a tracestate. */
    private static final int MAX_LENGTH = 512;

    private static final char LAST_ASCII = '~';
    private static final String VERSION_00 = "00";
    private static final String NO_VERSION = "ff";

    private TraceParent() {}

    /** Returns the trace-id of the only value in {@code values}; null if there is another number of them, or it is malformed. */
    static @Nullable String traceId(List<String> values) {
        if (values.size() != 1) {
            return null;
        }
        String value = values.get(0);
        return isValid(value) ? value.substring(TRACE_ID, PARENT_ID - 1) : null;
    }

    private static boolean isValid(String value) {
        if (value.length() < LENGTH || value.startsWith(NO_VERSION)) {
            return false;
        }
        // A later version may append further parts after a dash.
        boolean lengthValid = value.length() == LENGTH
                || (!value.startsWith(VERSION_00) && value.charAt(LENGTH) == '-' && isMore(value));
        return lengthValid
                && isHex(value, 0, TRACE_ID - 1)
                && value.charAt(TRACE_ID - 1) == '-'
                && isId(value, TRACE_ID, PARENT_ID - 1)
                && value.charAt(PARENT_ID - 1) == '-'
                && isId(value, PARENT_ID, FLAGS - 1)
                && value.charAt(FLAGS - 1) == '-'
                && isHex(value, FLAGS, LENGTH);
    }

    /** Further parts go to partners as they came: they are short, and of the characters that such parts have. */
    private static boolean isMore(String value) {
        return value.length() <= MAX_LENGTH && value.chars().skip(LENGTH).allMatch(c -> c > ' ' && c <= LAST_ASCII);
    }

    /** An id of zeros only is none. */
    private static boolean isId(String text, int from, int to) {
        boolean zeros = true;
        for (int i = from; i < to; i++) {
            zeros &= text.charAt(i) == '0';
        }
        return !zeros && isHex(text, from, to);
    }

    private static boolean isHex(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) {
                return false;
            }
        }
        return true;
    }
}
