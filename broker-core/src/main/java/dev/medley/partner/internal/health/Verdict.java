package dev.medley.partner.internal.health;

import dev.medley.partner.internal.policy.AttemptResult;
import java.util.Set;

/** The bearing of one attempt's result on the fitness of its endpoint. */
public enum Verdict {
    /** The endpoint did its part. */
    GOOD,
    /** The endpoint, or the way to it, is at fault. */
    FAULT,
    /** It says nothing: the caller is at fault, has cancelled, or the connection was merely closed in between. */
    NONE;

    /**
     * The verdict of a result.
     *
     * @param faultStatuses the statuses of complete responses that are faults
     */
    public static Verdict of(AttemptResult result, Set<Integer> faultStatuses) {
        return switch (result.kind()) {
            case COMPLETED -> faultStatuses.contains(result.status()) ? FAULT : GOOD;
            case PARTNER_FAULT, REFUSED_UNPROCESSED -> FAULT;
            case EARLY_TIMEOUT, LOCAL_FAULT, CONNECTION_GONE, CANCELLED -> NONE;
        };
    }
}
