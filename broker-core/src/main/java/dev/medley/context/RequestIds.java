package dev.medley.context;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Gives each inbound request its id: the trace-id of its {@code traceparent}; else the value of a configured field; else a
 * new one. Thread-safe.
 */
public final class RequestIds {

    /** The default of the configured field. */
    public static final String DEFAULT_FIELD = "X-Request-Id";

    private static final String TRACE_STATE = "tracestate";
    /** The length up to which a tracestate should be passed on (W3C Trace Context, level 1, section 3.3.1.5). */
    private static final int MAX_TRACE_STATE = 512;

    private static final int MAX_LENGTH = 128;
    private static final String MARKS = "-._~:/+=@";
    private static final char LAST_ASCII = '~';

    /** Tells the ids of this JVM from those of another one; never 0, so that no id is a trace-id of zeros. */
    private static final long PREFIX = new SecureRandom().nextLong() | 1;

    private static final AtomicLong COUNT = new AtomicLong();

    private final String field;
    private final boolean trust;

    /**
     * Creates it.
     *
     * @param field the name of the field that has the id, in requests and in replies
     * @param trust whether the ids of clients are taken
     */
    public RequestIds(String field, boolean trust) {
        this.field = field;
        this.trust = trust;
    }

    /** The name of the field that has the id, in requests and in replies. */
    public String field() {
        return field;
    }

    /** Returns whether the ids of clients are taken. */
    public boolean trust() {
        return trust;
    }

    /** Returns the id of a request. A malformed value of the client counts as none. */
    public RequestId of(Function<String, List<String>> valuesOfField) {
        RequestId given = given(valuesOfField);
        return given == null ? create() : given;
    }

    /** Returns the id that the client has given; null if it has given none, or it is not taken. */
    public @Nullable RequestId given(Function<String, List<String>> valuesOfField) {
        if (!trust) {
            return null;
        }
        List<String> parents = valuesOfField.apply(TraceParent.FIELD);
        @Nullable String traceId = parents.isEmpty() ? null : TraceParent.traceId(parents);
        if (traceId != null) {
            return new RequestId(traceId, parents.get(0), traceState(valuesOfField.apply(TRACE_STATE)));
        }
        List<String> given = valuesOfField.apply(field);
        return given.size() == 1 && isValid(given.get(0)) ? new RequestId(given.get(0), null, null) : null;
    }

    /** Returns a new id: 32 hexadecimal digits, unlike any other of this JVM. It can be guessed. */
    public static RequestId create() {
        HexFormat hex = HexFormat.of();
        String value = hex.toHexDigits(PREFIX) + hex.toHexDigits(mixed(COUNT.incrementAndGet()));
        return new RequestId(value, null, null);
    }

    /** The finalizer of SplitMix64: one to one, so that different counts stay different, and differ in their first digits. */
    private static long mixed(long count) {
        long z = count * 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** The values as one, because they may come in several fields; null without one, or if they are too long or not ASCII. */
    private static @Nullable String traceState(List<String> values) {
        String joined = values.size() == 1 ? values.get(0) : String.join(",", values);
        boolean passed = !joined.isEmpty()
                && joined.length() <= MAX_TRACE_STATE
                && joined.chars().allMatch(c -> (c >= ' ' && c <= LAST_ASCII) || c == '\t');
        return passed ? joined : null;
    }

    private static boolean isValid(String value) {
        return !value.isEmpty() && value.length() <= MAX_LENGTH && value.chars().allMatch(RequestIds::isSafe);
    }

    /** Nothing that could end a field, a line, or a word of a log. */
    private static boolean isSafe(int c) {
        boolean letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        return letter || (c >= '0' && c <= '9') || MARKS.indexOf(c) >= 0;
    }
}
