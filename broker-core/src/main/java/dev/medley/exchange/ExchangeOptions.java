package dev.medley.exchange;

import dev.medley.json.JsonLimits;
import java.time.Duration;

/**
 * The options of an exchange beside its request.
 *
 * @param timeout of the exchange as a whole
 * @param attemptTimeout of an attempt, once it has a permit
 * @param connectTimeout for a connection to be established
 * @param idleTimeout for which an attempt goes on without a byte from the partner
 * @param maxBody bytes of a body that is held whole
 * @param expectJson whether only a JSON document with a 2xx status will do
 * @param jsonLimits of the document that is expected
 * @param streamed whether the body goes to the listener part by part
 */
record ExchangeOptions(
        Duration timeout,
        Duration attemptTimeout,
        Duration connectTimeout,
        Duration idleTimeout,
        long maxBody,
        boolean expectJson,
        JsonLimits jsonLimits,
        boolean streamed) {

    /** Returns whether an attempt, once connected, may have a deadline before that of the exchange. */
    boolean hasAttemptDeadlines() {
        return attemptTimeout.compareTo(timeout) < 0 || idleTimeout.compareTo(timeout) < 0;
    }
}
