package dev.medley.mashup;

import dev.medley.exchange.Exchange;
import java.util.concurrent.CompletionStage;

/**
 * An exchange whose response is the reply, unchanged.
 *
 * @param exchange the exchange, which has started
 * @param reply complete with the head of the response; it fails with the exchange, or if its status is not passed on
 */
public record PassedResponse(Exchange exchange, CompletionStage<Reply> reply) {}
