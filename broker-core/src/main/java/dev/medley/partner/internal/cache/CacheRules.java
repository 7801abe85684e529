package dev.medley.partner.internal.cache;

import dev.medley.partner.CacheSettings;

/**
 * What is asked of a cache's settings for each request and response.
 *
 * @param maxBytes of all stored responses
 * @param maxBody bytes of the largest body that is stored
 * @param heuristicNanos the longest time for which a response is fresh that does not say for how long; 0 for none
 * @param revalidateNanos time for which a stale response is used while it is validated, where it does not say for how long
 * @param ifErrorNanos time for which a stale response is used in place of a failure, where it does not say for how long
 */
record CacheRules(long maxBytes, long maxBody, long heuristicNanos, long revalidateNanos, long ifErrorNanos) {

    /** Returns those of {@code settings}. */
    static CacheRules of(CacheSettings settings) {
        return new CacheRules(
                settings.maxBytes(),
                settings.maxBody(),
                settings.heuristicFreshness().toNanos(),
                settings.staleWhileRevalidate().toNanos(),
                settings.staleIfError().toNanos());
    }
}
