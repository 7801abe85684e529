package dev.medley.exchange.internal.call;

import dev.medley.json.JsonOrigin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The partner that a document came from.
 *
 * @param partner its name
 */
record PartnerOrigin(String partner) implements JsonOrigin {

    private static final Logger LOG = LoggerFactory.getLogger(PartnerOrigin.class);

    @Override
    public DefaultExchangeException unexpectedShape(String pointer, String expected) {
        DefaultExchangeException failure = DefaultExchangeException.unexpectedShape(partner, pointer, expected);
        LOG.warn("{}", failure.getMessage());
        return failure;
    }
}
