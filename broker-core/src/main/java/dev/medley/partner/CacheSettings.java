package dev.medley.partner;

import java.time.Duration;

/**
 * The settings of the cache of a partner's responses.
 *
 * @param enabled whether responses are stored and used
 * @param maxBytes bytes of all stored responses
 * @param maxBody bytes of the largest body that is stored
 * @param coalesce whether equal requests in flight are one call
 * @param heuristicFreshness the longest time for which a response is fresh that does not say for how long; zero for none
 * @param staleWhileRevalidate time for which a stale response is used while it is validated, where it does not say for how long
 * @param staleIfError time for which a stale response is used in place of a failure, where it does not say for how long
 */
public record CacheSettings(
        boolean enabled,
        long maxBytes,
        long maxBody,
        boolean coalesce,
        Duration heuristicFreshness,
        Duration staleWhileRevalidate,
        Duration staleIfError) {

    private static final long MIB = 1L << 20;

    /** No cache. */
    public static final CacheSettings OFF =
            new CacheSettings(false, 64 * MIB, MIB, true, Duration.ZERO, Duration.ZERO, Duration.ZERO);

    /** A cache of 64 MiB that does what the responses allow, and nothing where they do not say. */
    public static final CacheSettings ON = OFF.enabled(true);

    /** These settings, enabled or not. */
    public CacheSettings enabled(boolean on) {
        return new CacheSettings(
                on, maxBytes, maxBody, coalesce, heuristicFreshness, staleWhileRevalidate, staleIfError);
    }

    /** These settings with other bounds in bytes: of all stored responses, and of the body of one. */
    public CacheSettings bytes(long all, long body) {
        return new CacheSettings(enabled, all, body, coalesce, heuristicFreshness, staleWhileRevalidate, staleIfError);
    }

    /** These settings, with equal requests in flight as one call or not. */
    public CacheSettings coalesce(boolean on) {
        return new CacheSettings(
                enabled, maxBytes, maxBody, on, heuristicFreshness, staleWhileRevalidate, staleIfError);
    }

    /** These settings with another bound of the freshness that is not given, but assumed. */
    public CacheSettings heuristicFreshness(Duration longest) {
        return new CacheSettings(enabled, maxBytes, maxBody, coalesce, longest, staleWhileRevalidate, staleIfError);
    }

    /** These settings with other times for which a stale response is used, where it does not say for how long. */
    public CacheSettings stale(Duration whileRevalidate, Duration ifError) {
        return new CacheSettings(enabled, maxBytes, maxBody, coalesce, heuristicFreshness, whileRevalidate, ifError);
    }
}
