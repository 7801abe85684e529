package dev.medley.servlet.internal.reply;

import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.HeaderFields;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeState;
import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import java.util.Collection;

/**
 * Requests to partners that must not be sent twice. If a mashup has sent one, and then fails because another partner refuses
 * for a while, the reply must not ask the client to retry: a retry would repeat the action.
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
