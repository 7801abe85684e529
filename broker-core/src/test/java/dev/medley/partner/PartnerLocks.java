package dev.medley.partner;

import dev.medley.connection.ConnectionLock;

/** Lets tests of other packages see the locks of a {@link Partner}. */
public final class PartnerLocks {

    private PartnerLocks() {}

    /** Whether the calling thread holds one of them. */
    public static boolean isAnyHeldByCaller(Partner partner) {
        return partner.permits.lock.isHeldByCurrentThread() || ConnectionLock.isHeldByCaller(partner.connections);
    }
}
