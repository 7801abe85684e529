package dev.medley.partner.internal.policy;

/** A call so far, as a {@link CallPolicy} sees it. */
public interface CallHistory {

    /**
     * Returns whether the request may be processed twice without harm: its method is idempotent (RFC 9110, section 9.2.2), or
     * it has a key by which the partner recognizes it.
     */
    boolean idempotent();

    /** Returns whether the request can be sent again: not once its body, which is streamed, has been subscribed to. */
    default boolean repeatable() {
        return true;
    }

    /** Attempts that have been started. */
    int started();

    /** Attempts that have no result. */
    int live();

    /** Attempts that ended without a connection, the present one included. */
    int connectFailures();

    /**
     * Attempts that ended with a connection and without an accepted response, refusals excluded, the present one included.
     */
    int sendFailures();

    /** Attempts whose connection took no further request, the present one included. */
    int connectionsGone();

    /** Attempts whose request the partner refused unprocessed, the present one included. */
    int refusals();

    /** Nanoseconds that are left until all exchanges of the call have expired. */
    default long remainingNanos() {
        return Long.MAX_VALUE;
    }

    /** Attempts to send beyond the first that the call may have, in place of those of the policy; -1 for these. */
    default int retries() {
        return -1;
    }

    /** Nanoseconds after which a second, parallel attempt of the call starts, in place of those of the policy; -1 for these, 0 for none. */
    default long hedgeNanos() {
        return -1;
    }

    /** Nanoseconds since the first attempt has had its permit. */
    default long elapsedNanos() {
        return 0;
    }

    /** Nanoseconds until an endpoint of the partner admits an attempt; {@link Long#MAX_VALUE} if that is not known. */
    default long admittedInNanos() {
        return 0;
    }
}
