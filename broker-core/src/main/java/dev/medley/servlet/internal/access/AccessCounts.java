package dev.medley.servlet.internal.access;

import dev.medley.caller.Caller;
import dev.medley.mashup.Reply;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The decisions on requests, by the source of the caller and the outcome. Thread-safe. */
public final class AccessCounts {

    /** Of a request whose caller is not known. */
    private static final String NONE = "none";

    private final Map<Label, LongAdder> counts = new ConcurrentHashMap<>();

    /** What has come of a decision. */
    public enum Outcome {
        /** The request goes on. */
        GRANTED,
        /** The caller is not known, and must be. */
        UNAUTHORIZED,
        /** The caller may not make the request. */
        FORBIDDEN,
        /** What the request shows cannot be checked at the moment. */
        UNAVAILABLE;

        /** Returns the outcome in metrics. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        private static Outcome of(@Nullable Reply refusal) {
            if (refusal == null) {
                return GRANTED;
            }
            return switch (refusal.status()) {
                case 401 -> UNAUTHORIZED;
                case 403 -> FORBIDDEN;
                default -> UNAVAILABLE;
            };
        }
    }

    /**
     * What is counted together.
     *
     * @param source of the callers, of which the configuration has the names, or that of those who are not known
     */
    public record Label(String source, Outcome outcome) {}

    /** Creates counts of nothing. */
    public AccessCounts() {}

    /** Counts a decision, and returns it. */
    public Access counted(Access access) {
        Caller caller = access.caller();
        Label label = new Label(caller == null ? NONE : caller.source(), Outcome.of(access.refusal()));
        LongAdder count = counts.get(label);
        (count == null ? counts.computeIfAbsent(label, added -> new LongAdder()) : count).increment();
        return access;
    }

    /** Returns the counts, which go on. */
    public Map<Label, LongAdder> all() {
        return counts;
    }
}
