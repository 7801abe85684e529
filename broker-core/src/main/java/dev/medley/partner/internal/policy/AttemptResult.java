package dev.medley.partner.internal.policy;

/**
 * The result of one attempt.
 *
 * @param kind of its end
 * @param sent whether the partner has seen the request
 * @param phase that it reached
 * @param reusedConnection whether its connection had carried another exchange before
 * @param status status of the response, or 0 if there was none
 * @param latencyNanos nanoseconds from its permit to its end; 0 if it had none
 * @param connectionEnded whether the end of its connection, which carries one exchange at a time, was the cause
 * @param retryAfterNanos nanoseconds for which the response asks for no further request (RFC 9110, section 10.2.3), or 0
 */
public record AttemptResult(
        Kind kind,
        Sent sent,
        Phase phase,
        boolean reusedConnection,
        int status,
        long latencyNanos,
        boolean connectionEnded,
        long retryAfterNanos) {

    /** Creates a result without an end of a connection and without a time in its response. */
    public AttemptResult(Kind kind, Sent sent, Phase phase, boolean reusedConnection, int status, long latencyNanos) {
        this(kind, sent, phase, reusedConnection, status, latencyNanos, false, 0);
    }

    /** The kind of an attempt's end. */
    public enum Kind {
        /** The response is complete and what it was announced to be. */
        COMPLETED,
        /** The partner, or the way to it, is at fault. */
        PARTNER_FAULT,
        /** A time-out that is shorter than the partner's own, which the exchange has set, has passed. */
        EARLY_TIMEOUT,
        /** Medley or the caller is at fault: a limit, a listener, a defect. */
        LOCAL_FAULT,
        /** The partner refused the request and has certainly not processed it. */
        REFUSED_UNPROCESSED,
        /** The connection took no further request; the partner has certainly not processed this one. */
        CONNECTION_GONE,
        /** Another attempt was faster, or no exchange waits any more. */
        CANCELLED;

        /** Returns whether the partner has failed, or has not answered within a time-out, its own or a shorter one. */
        public boolean isUnanswered() {
            return this == PARTNER_FAULT || this == EARLY_TIMEOUT;
        }
    }

    /** The knowledge whether the partner has seen the request. */
    public enum Sent {
        /** Not a byte of it was written. */
        NO,
        /** Writing it has begun. */
        MAYBE,
        /** A response to it has begun. */
        YES
    }

    /** The phase that an attempt reached. */
    public enum Phase {
        /** It had no permit. */
        QUEUED,
        /** It had no connection. */
        CONNECTING,
        /** It had a connection, and no response. */
        CONNECTED,
        /** Its response had begun. */
        RESPONDING
    }

    /** This result, caused by the end of a connection. */
    public AttemptResult byEndOfConnection() {
        return new AttemptResult(kind, sent, phase, reusedConnection, status, latencyNanos, true, retryAfterNanos);
    }

    /** This result, with a response that asks for no further request for {@code nanos} nanoseconds. */
    public AttemptResult retryAfter(long nanos) {
        return new AttemptResult(kind, sent, phase, reusedConnection, status, latencyNanos, connectionEnded, nanos);
    }

    /** Returns whether sending the request again does no harm, whatever its method. */
    public boolean certainlyUnprocessed() {
        return sent == Sent.NO || kind == Kind.REFUSED_UNPROCESSED || kind == Kind.CONNECTION_GONE;
    }

    /** Returns whether its connection had been idle and ended in place of a response: the partner may have closed it before. */
    public boolean isStale() {
        return reusedConnection && connectionEnded && phase == Phase.CONNECTED;
    }
}
