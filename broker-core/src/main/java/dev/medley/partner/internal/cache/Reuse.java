package dev.medley.partner.internal.cache;

import dev.medley.partner.Forward;
import org.jspecify.annotations.Nullable;

/** The rules for using a stored response (RFC 9111, section 4; RFC 5861). */
final class Reuse {

    private Reuse() {}

    /** The use of {@code stored} that {@code request} allows at {@code nowNanos}. */
    static Lookup of(StoredResponse stored, CacheRequest request, CacheRules rules, long nowNanos) {
        if (request.asksForValidation()) {
            return forward(stored, request, Forward.REQUEST);
        }
        if (stored.mustValidate()) {
            return forward(stored, request, Forward.STALE);
        }
        boolean fresh = stored.isFresh(nowNanos);
        if (!satisfies(stored, request.control(), nowNanos)) {
            return forward(stored, request, fresh ? Forward.REQUEST : Forward.STALE);
        }
        if (fresh || asksForStale(stored, request.control(), nowNanos)) {
            return new Lookup(Lookup.Use.HIT, stored, null);
        }
        if (stored.stalenessNanos(nowNanos) < stored.revalidateNanos(rules)) {
            return new Lookup(Lookup.Use.STALE, stored, null);
        }
        return forward(stored, request, Forward.STALE);
    }

    /** There is nothing to use, for {@code reason}: the request goes to the partner, unless it must not. */
    static Lookup forward(@Nullable StoredResponse stored, CacheRequest request, Forward reason) {
        Lookup.Use use = request.control().has("only-if-cached") ? Lookup.Use.REFUSED : Lookup.Use.FORWARD;
        return new Lookup(use, stored, reason);
    }

    /** Returns whether {@code stored} may take the place of a failure at {@code nowNanos} (RFC 5861, section 4). */
    static boolean inPlaceOfFailure(StoredResponse stored, CacheRequest request, CacheRules rules, long nowNanos) {
        if (request.asksForValidation() || stored.mustValidate()) {
            return false;
        }
        long asked = stored.mayBeStale() ? request.control().nanos("stale-if-error") : CacheControl.ABSENT;
        long allowed = Math.max(asked, stored.ifErrorNanos(rules));
        return stored.stalenessNanos(nowNanos) < allowed;
    }

    /** Returns whether age and remaining lifetime are as the request demands (RFC 9111, sections 5.2.1.1 and 5.2.1.3). */
    private static boolean satisfies(StoredResponse stored, CacheControl asked, long nowNanos) {
        long maxAge = asked.nanos("max-age");
        long minFresh = asked.nanos("min-fresh");
        boolean young = maxAge == CacheControl.ABSENT || stored.ageNanos(nowNanos) <= maxAge;
        return young && (minFresh == CacheControl.ABSENT || -stored.stalenessNanos(nowNanos) >= minFresh);
    }

    /** Returns whether the request accepts a response that is stale for so long (RFC 9111, section 5.2.1.2). */
    private static boolean asksForStale(StoredResponse stored, CacheControl asked, long nowNanos) {
        String longest = asked.directives().get("max-stale");
        if (longest == null || !stored.mayBeStale()) {
            return false;
        }
        return longest.isEmpty() || stored.stalenessNanos(nowNanos) <= asked.nanos("max-stale");
    }
}
