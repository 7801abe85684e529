package dev.medley.partner.internal.cache;

import dev.medley.connection.Header;
import dev.medley.connection.ResponseHead;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What a response says about how caches may keep what is made of it. Where it says less than it could, such as by a time that is
 * no number, the caches do less.
 *
 * @param storable whether they may keep it at all
 * @param personal whether it is for one user, so that no cache may keep it that several share
 * @param freshSeconds the seconds for which it is fresh from now on, 0 if it is stale or must be validated; {@link #UNSAID} if it
 *     does not say
 */
public record CacheTerms(boolean storable, boolean personal, long freshSeconds) {

    /** The time of a response without one. */
    public static final long UNSAID = Long.MAX_VALUE;

    private static final String MAX_AGE = "max-age";

    /**
     * Reads the head of a response.
     *
     * @param arrival when its request was sent at the earliest, and this moment
     */
    public static CacheTerms of(ResponseHead head, Arrival arrival) {
        List<Header> fields = head.headers();
        CacheControl control = CacheControl.of(fields);
        return new CacheTerms(
                !control.has("no-store") && !Variant.isUnique(fields),
                StorageRules.isForOne(control, fields),
                freshSeconds(fields, control, arrival));
    }

    private static long freshSeconds(List<Header> fields, CacheControl control, Arrival arrival) {
        if (control.has("no-cache")) {
            return 0;
        }
        if (!Freshness.isExplicit(fields, control)) {
            return UNSAID;
        }
        Freshness freshness = Freshness.of(fields, control, arrival, 0);
        // The caches of users follow max-age, which may be the shorter one.
        long lifetime = control.has(MAX_AGE)
                ? Math.min(freshness.lifetimeNanos(), control.nanos(MAX_AGE))
                : freshness.lifetimeNanos();
        // An age is in whole seconds, or what is fresh for one would be stale at once.
        return Math.max(
                0,
                TimeUnit.NANOSECONDS.toSeconds(lifetime) - TimeUnit.NANOSECONDS.toSeconds(freshness.initialAgeNanos()));
    }
}
