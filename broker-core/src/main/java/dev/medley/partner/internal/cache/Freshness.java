package dev.medley.partner.internal.cache;

import dev.medley.connection.Header;
import dev.medley.connection.internal.HeaderFields;
import dev.medley.connection.internal.HttpDate;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The freshness lifetime of a response, and its age when it arrived (RFC 9111, section 4.2). Times that cannot be read make a
 * response stale.
 *
 * @param lifetimeNanos nanoseconds of age up to which it is fresh
 * @param initialAgeNanos its age in nanoseconds when it arrived
 */
record Freshness(long lifetimeNanos, long initialAgeNanos) {

    private static final String EXPIRES = "Expires";
    /** The longest time that is counted, as the longest number of seconds in a directive. */
    private static final Duration MAX_DURATION = Duration.ofSeconds(1L << 31);
    /** The usual share of the time since the last modification (RFC 9111, section 4.2.2). */
    private static final int HEURISTIC_SHARE = 10;

    /**
     * Computes both.
     *
     * @param heuristicNanos the longest lifetime that is assumed where none is given; 0 for none
     */
    static Freshness of(List<Header> fields, CacheControl control, Arrival arrival, long heuristicNanos) {
        @Nullable Instant given = date(fields, "Date", arrival);
        Instant date = given == null ? arrival.receivedAt() : given;
        return new Freshness(
                lifetime(fields, control, arrival, date, heuristicNanos), initialAge(fields, arrival, date));
    }

    /** Returns whether a response says for how long it is fresh. */
    static boolean isExplicit(List<Header> fields, CacheControl control) {
        return control.has("s-maxage") || control.has("max-age") || HeaderFields.contain(fields, EXPIRES);
    }

    private static long lifetime(
            List<Header> fields, CacheControl control, Arrival arrival, Instant date, long heuristicNanos) {
        if (control.has("s-maxage")) {
            return control.nanos("s-maxage");
        }
        if (control.has("max-age")) {
            return control.nanos("max-age");
        }
        if (HeaderFields.contain(fields, EXPIRES)) {
            Instant expires = date(fields, EXPIRES, arrival);
            return expires == null ? 0 : nanosBetween(date, expires);
        }
        Instant modified = heuristicNanos == 0 ? null : date(fields, "Last-Modified", arrival);
        return modified == null ? 0 : Math.min(heuristicNanos, nanosBetween(modified, date) / HEURISTIC_SHARE);
    }

    private static long initialAge(List<Header> fields, Arrival arrival, Instant date) {
        long apparent = nanosBetween(date, arrival.receivedAt());
        long delay = Math.max(0, arrival.receivedNanos() - arrival.sentNanos());
        return Math.max(apparent, ageValue(fields) + delay);
    }

    /** The first number of the field; 0 if it has none (RFC 9111, section 5.1). */
    private static long ageValue(List<Header> fields) {
        List<String> lines = Fields.values(fields, "Age");
        String first = lines.isEmpty() ? "" : lines.get(0).split(",", 2)[0].strip();
        return TimeUnit.SECONDS.toNanos(CacheControl.seconds(first));
    }

    /** The nanoseconds from one time to a later one; 0 if it is not later. */
    private static long nanosBetween(Instant from, Instant to) {
        Duration between = Duration.between(from, to);
        if (between.isNegative()) {
            return 0;
        }
        return between.compareTo(MAX_DURATION) > 0 ? MAX_DURATION.toNanos() : between.toNanos();
    }

    /** The date in a field; null if it has none, or different ones. */
    private static @Nullable Instant date(List<Header> fields, String name, Arrival arrival) {
        Set<String> lines = new HashSet<>(Fields.values(fields, name));
        return lines.size() == 1 ? HttpDate.parse(lines.iterator().next(), arrival.receivedAt()) : null;
    }
}
