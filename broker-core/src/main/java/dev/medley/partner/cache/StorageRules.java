package dev.medley.partner.cache;

import dev.medley.connection.Header;
import java.util.List;
import java.util.Set;

/** The rules for storing a response in a cache that all mashups share (RFC 9111, section 3). */
final class StorageRules {

    /** Final statuses that are understood; with one of these a response may be stored if it says for how long it is fresh. */
    private static final Set<Integer> UNDERSTOOD = Set.of(
            200, 203, 204, 300, 301, 302, 303, 307, 308, 400, 403, 404, 405, 410, 414, 451, 500, 501, 502, 503, 504);

    /** Statuses with which a freshness may be assumed (RFC 9110, section 15.1); 206 is not understood. */
    private static final Set<Integer> HEURISTIC = Set.of(200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501);

    /** Each look-up compares the fields that Vary names, with all variants: a partner must not name them by the thousand. */
    private static final int MAX_VARIED = 32;

    private StorageRules() {}

    static boolean isHeuristic(int status) {
        return HEURISTIC.contains(status);
    }

    /** Returns whether {@code response}, whose fields came as {@code received}, may be stored for {@code request} and others. */
    static boolean allow(CacheRequest request, StoredResponse response, List<Header> received) {
        CacheControl control = response.control();
        return UNDERSTOOD.contains(response.status())
                && !isPrivate(control, received)
                && (!request.isAuthorized() || response.isForAll())
                && !Variant.isUnique(received)
                && response.variant().names().size() <= MAX_VARIED
                && (Freshness.isExplicit(received, control) || control.has("public") || isHeuristic(response.status()));
    }

    /** Returns whether it may be of any use later: fresh, stale for a while, or by a validation. */
    static boolean isUseful(StoredResponse response, CacheSettings settings, long nowNanos) {
        return response.isFresh(nowNanos)
                || !response.conditions().isEmpty()
                || response.stalenessNanos(nowNanos) < response.revalidateNanos(settings)
                || response.stalenessNanos(nowNanos) < response.ifErrorNanos(settings);
    }

    /** Returns whether it is for one user: {@code private} counts with a list of fields, too, and a cookie whatever else there is. */
    static boolean isPrivate(List<Header> received) {
        return isPrivate(CacheControl.of(received), received);
    }

    private static boolean isPrivate(CacheControl control, List<Header> received) {
        return control.has("no-store") || control.has("private") || Header.isAmong(received, "Set-Cookie");
    }
}
