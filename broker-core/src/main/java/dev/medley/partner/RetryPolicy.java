package dev.medley.partner;

/**
 * When an exchange may try again: to connect, as often as {@code connectRetries} says; to send, as often as
 * {@code retries} says and only where it does no harm: the request never reached the partner for certain, or it is
 * idempotent (RFC 9110, section 9.2.2).
 *
 * @param connectRetries attempts to connect beyond the first
 * @param retries attempts to send beyond the first
 */
public record RetryPolicy(int connectRetries, int retries) {

    /** Whether an exchange whose connection was not established may try once more. */
    public boolean mayConnectAgain(int connectFailures) {
        return connectFailures <= connectRetries;
    }

    /**
     * Whether an exchange whose attempt failed before any response may send once more.
     *
     * @param sendFailures attempts that have failed so, the last one included
     * @param certainlyUnsent whether the partner cannot have seen the request
     * @param idempotent whether seeing it twice does no harm
     */
    public boolean maySendAgain(int sendFailures, boolean certainlyUnsent, boolean idempotent) {
        return sendFailures <= retries && (certainlyUnsent || idempotent);
    }
}
