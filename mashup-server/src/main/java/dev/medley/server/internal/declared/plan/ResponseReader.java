package dev.medley.server.internal.declared.plan;

import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.exchange.internal.call.DefaultPartnerResponse;
import dev.medley.exchange.internal.content.FormattedBody;
import dev.medley.format.Feed;
import dev.medley.format.Format;
import dev.medley.format.FormatException;
import dev.medley.json.Json;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Status;
import dev.medley.server.internal.declared.expression.page.PageElement;
import dev.medley.server.internal.declared.value.Document;
import dev.medley.server.internal.declared.value.Result;
import dev.medley.thread.internal.Clock;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the value of a response. Immutable.
 *
 * @param format of it; null for JSON
 * @param check of the value; null for none
 */
public record ResponseReader(
        @Nullable Format<?> format, @Nullable ResponseCheck check) {

    private static final Logger LOG = LoggerFactory.getLogger(ResponseReader.class);

    /** Returns whether a loop may read: JSON has been checked, and is parsed when an expression needs it. */
    boolean isLight() {
        return format == null && check == null;
    }

    /**
     * Returns the result of a response.
     *
     * @throws ProblemException if it is not of the format, or does not match the schema
     * @throws ExchangeException if it is a fault
     */
    Result read(DefaultExchange exchange, PartnerResponse response, Clock clock) {
        try {
            Document value;
            if (format == null) {
                FormattedBody.refusePart(exchange.request(), response.head());
                value = jsonOf(response);
            } else {
                value = tree(format, (DefaultPartnerResponse) response);
            }
            if (value != null && check != null && response.isSuccess()) {
                refuseOther(exchange, check, value, clock);
            }
            return Result.completed(value, exchange);
        } catch (FormatException x) {
            String name = format == null ? "json" : format.name();
            throw refused(exchange, "the response is not %s: %s".formatted(name, x.getMessage()));
        }
    }

    private static void refuseOther(DefaultExchange exchange, ResponseCheck check, Document value, Clock clock) {
        String refusal = check.refusal(exchange, value.json(), clock);
        if (refusal != null) {
            throw refused(exchange, "the response is refused: " + refusal);
        }
    }

    private static @Nullable Document tree(Format<?> format, DefaultPartnerResponse response) throws FormatException {
        Object tree = response.isSuccess() ? response.formatted(format) : null;
        if (tree instanceof Element page) {
            return Document.ofTree(new PageElement(page), response.body().length);
        }
        if (tree instanceof Json document) {
            return Document.of(document);
        }
        return tree instanceof Feed feed
                ? Document.of(Json.of(feed))
                : tree == null ? null : Document.ofTree(tree, response.body().length);
    }

    private static ProblemException refused(DefaultExchange exchange, String fault) {
        return new ProblemException(new Problem(
                Status.BAD_GATEWAY,
                "partner %s: %s".formatted(exchange.partner(), fault),
                exchange.partner(),
                exchange.state().label()));
    }

    /** An accepted status that is not 2xx need not come with a document; one of 2xx without a body has no value. */
    private static @Nullable Document jsonOf(PartnerResponse response) {
        if (response.body().length == 0) {
            return null;
        }
        if (response.isSuccess()) {
            return Document.of(response.json());
        }
        try {
            return Document.of(response.json());
        } catch (ExchangeException x) {
            LOG.debug("a response of an accepted status is not a document", x);
            return null;
        }
    }
}
