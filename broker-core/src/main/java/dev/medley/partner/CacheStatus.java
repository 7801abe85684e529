package dev.medley.partner;

import org.jspecify.annotations.Nullable;

/**
 * The cache's result for a response, as in its field Cache-Status (RFC 9211). Immutable.
 *
 * @param forward the reason why the request went to the partner; null if it did not
 * @param forwardStatus the status that the partner answered by, if it is not that of the response; else 0
 * @param stored whether the response is stored now
 * @param collapsed whether another exchange's call brought it
 * @param ttlSeconds the time for which it is fresh, negative for a stale one; null if it is not stored
 * @param detail a word about it, or null
 */
public record CacheStatus(
        @Nullable Forward forward,
        int forwardStatus,
        boolean stored,
        boolean collapsed,
        @Nullable Long ttlSeconds,
        @Nullable String detail) {

    /** A stored response, without a request to the partner. */
    public static final CacheStatus HIT = new CacheStatus(null, 0, false, false, null, null);

    /** The name of the cache in the field. */
    static final String CACHE = "medley";

    private static final String IF_ERROR = "stale-if-error";
    private static final int NOT_MODIFIED = 304;

    /** A request that went to the partner. */
    public static CacheStatus forwarded(Forward reason) {
        return new CacheStatus(reason, 0, false, false, null, null);
    }

    /** Returns whether the response was answered without a request to the partner. */
    public boolean isHit() {
        return forward == null;
    }

    /** Returns whether the partner has said that the stored response is still good. */
    public boolean isValidated() {
        return forwardStatus == NOT_MODIFIED;
    }

    /** Returns whether the stored response is in the place of a failure. */
    public boolean isInPlaceOfFailure() {
        return IF_ERROR.equals(detail);
    }

    /** This, where the partner answered by {@code status}, which the response does not have. */
    public CacheStatus answeredBy(int status) {
        return new CacheStatus(forward, status, stored, collapsed, ttlSeconds, detail);
    }

    /** This, once the response is stored, and fresh for {@code seconds}. */
    public CacheStatus inStore(long seconds) {
        return new CacheStatus(forward, forwardStatus, true, collapsed, seconds, detail);
    }

    /** This, for an exchange that waited for another one's call. */
    public CacheStatus shared() {
        return new CacheStatus(forward, forwardStatus, stored, true, ttlSeconds, detail);
    }

    /** This, of a stored response in the place of a failure. */
    public CacheStatus inPlaceOfFailure() {
        return new CacheStatus(forward, forwardStatus, stored, collapsed, ttlSeconds, IF_ERROR);
    }

    /** This, of a response that stays fresh for {@code seconds}. */
    public CacheStatus ttl(long seconds) {
        return new CacheStatus(forward, forwardStatus, stored, collapsed, seconds, detail);
    }

    /** A word for the timings of an exchange; null for a response that came from the partner as usual. */
    public @Nullable String label() {
        if (isInPlaceOfFailure()) {
            return IF_ERROR;
        }
        if (isHit()) {
            return ttlSeconds != null && ttlSeconds < 0 ? "stale" : "hit";
        }
        return isValidated() ? "validated" : collapsed ? "collapsed" : null;
    }

    /** The member of the field Cache-Status. */
    @Override
    public String toString() {
        StringBuilder member = new StringBuilder(CACHE);
        if (forward == null) {
            member.append("; hit");
        } else {
            member.append("; fwd=").append(forward.token());
        }
        if (forwardStatus != 0) {
            member.append("; fwd-status=").append(forwardStatus);
        }
        if (stored) {
            member.append("; stored");
        }
        if (collapsed) {
            member.append("; collapsed");
        }
        if (ttlSeconds != null) {
            member.append("; ttl=").append(ttlSeconds);
        }
        if (detail != null) {
            member.append("; detail=").append(detail);
        }
        return member.toString();
    }
}
