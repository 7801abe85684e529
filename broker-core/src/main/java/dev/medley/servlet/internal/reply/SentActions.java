package dev.medley.servlet.internal.reply;

import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.HeaderFields;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeState;
import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import java.util.Collection;

/**
 * Requests to partners that may not be sent twice. Where a mashup has sent one, and then fails because another partner refuses for a
 * while, its client must not be asked to come back: that would do once more what has been done.
 */
public final class SentActions {

    private static final String RETRY_AFTER = "Retry-After";

    private SentActions() {}

    /** Returns the reply with a problem, which asks for another request only if that does nothing twice, or the mashup says so. */
    public static Reply reply(Problem problem, Collection<Exchange> exchanges) {
        Reply reply = problem.toReply();
        return HeaderFields.contain(reply.headers(), RETRY_AFTER)
                        && !HeaderFields.contain(problem.headers(), RETRY_AFTER)
                        && exchanges.stream().anyMatch(SentActions::isOne)
                ? reply.without(RETRY_AFTER)
                : reply;
    }

    /** Returns whether a request that is not idempotent may have reached its partner. */
    private static boolean isOne(Exchange exchange) {
        return !DefaultOutboundRequest.isIdempotent(exchange.request().method())
                && (exchange.head() != null
                        || exchange.timings().attempts().stream()
                                .anyMatch(attempt -> attempt.reached(ExchangeState.SENDING)));
    }
}
