package dev.medley.partner.internal;

import dev.medley.connection.internal.pool.ConnectionLock;
import dev.medley.partner.internal.limit.LimiterLock;

/** Lets tests of other packages see the locks of a {@link Partner}. */
public final class PartnerLocks {

    private PartnerLocks() {}

    /** Returns whether the calling thread holds one of them. */
    public static boolean isAnyHeldByCaller(Partner partner) {
        return LimiterLock.isHeldByCaller(partner.admission().limiter())
                || partner.endpoints().stream()
                        .anyMatch(endpoint -> ConnectionLock.isHeldByCaller(endpoint.connections()));
    }
}
