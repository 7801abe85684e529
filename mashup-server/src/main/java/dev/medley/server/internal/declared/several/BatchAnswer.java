package dev.medley.server.internal.declared.several;

import dev.medley.exchange.internal.call.DefaultExchange;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What has come of one request for several elements. Immutable.
 *
 * @param exchange that asked; null if none was started
 * @param values by the keys of their elements, as texts
 * @param failure of the request; null if there was a response
 */
public record BatchAnswer(
        @Nullable DefaultExchange exchange,
        Map<String, Object> values,
        @Nullable Throwable failure) {

    /** The answer to a request that cannot be shared: it is to be sent by each mashup for itself. */
    static final BatchAnswer NOT_SHARED = new BatchAnswer(null, Map.of(), null);

    /** Returns whether the request was shared: there is a response, or a failure. */
    boolean isShared() {
        return exchange != null || failure != null;
    }

    static BatchAnswer failed(@Nullable DefaultExchange exchange, Throwable failure) {
        return new BatchAnswer(exchange, Map.of(), failure);
    }
}
