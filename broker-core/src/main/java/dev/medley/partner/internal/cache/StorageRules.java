package dev.medley.partner.internal.cache;

import dev.medley.connection.Header;
import dev.medley.connection.internal.HeaderFields;
import java.util.List;
import java.util.Set;

/** The rules for storing a response in a cache that all mashups share (RFC 9111, section 3). */
final class StorageRules {

    /** Final statuses whose rules for caches are followed, which {@code must-understand} asks for. */
    private static final Set<Integer> UNDERSTOOD = Set.of(
            200, 203, 204, 300, 301, 302, 303, 307, 308, 400, 403, 404, 405, 410, 414, 451, 500, 501, 502, 503, 504);

    /** Statuses that are never stored: parts, the validation of others (RFC 9111, section 3), and what RFC 6585 excludes. */
    private static final Set<Integer> NEVER = Set.of(206, 304, 428, 429, 431, 511);

    /** Statuses with which a freshness may be assumed (RFC 9110, section 15.1). */
    private static final Set<Integer> HEURISTIC = Set.of(200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501);

    /** Each look-up compares the fields that Vary names, with all variants: a partner must not name them by the thousand. */
    private static final int MAX_VARIED = 32;

    private static final String NO_STORE = "no-store";

    private StorageRules() {}

    static boolean isHeuristic(int status) {
        return HEURISTIC.contains(status);
    }

    /** Returns whether {@code response}, whose fields came as {@code received}, may be stored for {@code request} and others. */
    static boolean allow(CacheRequest request, StoredResponse response, List<Header> received) {
        CacheControl control = response.control();
        return mayBeStored(response.status(), control)
                && !isForOne(control, received)
                && (!request.isAuthorized() || response.isForAll())
                && !Variant.isUnique(received)
                && response.variant().names().size() <= MAX_VARIED
                && (Freshness.isExplicit(received, control) || control.has("public") || isHeuristic(response.status()));
    }

    /** Returns whether it may be of any use later: fresh, stale for a while, or by a validation. */
    static boolean isUseful(StoredResponse response, CacheRules rules, long nowNanos) {
        return response.isFresh(nowNanos)
                || !response.conditions().isEmpty()
                || response.stalenessNanos(nowNanos) < response.revalidateNanos(rules)
                || response.stalenessNanos(nowNanos) < response.ifErrorNanos(rules);
    }

    /** Beside {@code must-understand}, {@code no-store} is for caches that do not know it (RFC 9111, section 5.2.2.3). */
    private static boolean mayBeStored(int status, CacheControl control) {
        return control.has("must-understand")
                ? UNDERSTOOD.contains(status)
                : !NEVER.contains(status) && !control.has(NO_STORE);
    }

    /** Returns whether the response with these fields must not be kept for others. */
    static boolean isPrivate(List<Header> received) {
        CacheControl control = CacheControl.of(received);
        return control.has(NO_STORE) || isForOne(control, received);
    }

    /** Returns whether it is for one user: {@code private} counts with a list of fields, too, and a cookie whatever else there is. */
    static boolean isForOne(CacheControl control, List<Header> received) {
        return control.has("private") || HeaderFields.contain(received, "Set-Cookie");
    }
}
