package dev.medley.exchange.internal.call;

import dev.medley.exchange.ExchangeState;

/** The change of the leading attempt, as an exchange of the call reports it. */
final class Lead {

    private Lead() {}

    /**
     * {@code leading} has taken the lead: its events so far are reported by {@code exchange}; none if it has ended, and the next
     * attempt waits for its time.
     */
    static void taken(Attempt leading, DefaultExchange exchange) {
        if (exchange.coalesced && exchange.span != null && leading.span() != null) {
            exchange.span.joined(leading.span());
        }
        AttemptState reached = leading.state();
        exchange.step(ExchangeState.QUEUED);
        if (reached.isEnd()) {
            return;
        }
        if (reached.compareTo(AttemptState.CONNECTING) >= 0) {
            exchange.step(ExchangeState.CONNECTING);
        }
        if (reached.compareTo(AttemptState.CONNECTED) >= 0) {
            exchange.step(ExchangeState.CONNECTED);
            exchange.connectionEstablished();
        }
        if (reached.compareTo(AttemptState.SENDING) >= 0) {
            exchange.step(ExchangeState.SENDING);
        }
        if (reached.compareTo(AttemptState.WAITING) >= 0) {
            exchange.step(ExchangeState.WAITING);
            exchange.waitingForResponse();
        }
        if (reached.compareTo(AttemptState.HEADERS) >= 0) {
            exchange.step(ExchangeState.HEADERS);
            exchange.headersCompleted();
        }
        if (reached.compareTo(AttemptState.BODY) >= 0) {
            exchange.step(ExchangeState.BODY);
            if (leading.isBodyComplete()) {
                exchange.bodyCompleted();
            }
        }
    }
}
