package dev.medley.partner.policy;

/** A call so far, as a {@link CallPolicy} sees it. */
public interface CallHistory {

    /** Returns whether the method of the request is idempotent (RFC 9110, section 9.2.2). */
    boolean idempotent();

    /** Returns whether the request can be sent again: not once its body, which is streamed, has been subscribed to. */
    default boolean repeatable() {
        return true;
    }

    /** Attempts that have been started. */
    int started();

    /** Attempts that have not ended. */
    int live();

    /** Attempts that ended without a connection, the present one included. */
    int connectFailures();

    /** Attempts that ended with a connection and without a response, refusals excluded, the present one included. */
    int sendFailures();

    /** Attempts whose connection took no further request, the present one included. */
    int connectionsGone();

    /** Attempts whose request the partner refused unprocessed, the present one included. */
    int refusals();
}
