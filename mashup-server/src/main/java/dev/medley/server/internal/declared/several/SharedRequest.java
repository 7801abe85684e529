package dev.medley.server.internal.declared.several;

import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.internal.call.DefaultExchange;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that several mashups may share: all that it sends is there but the keys. It belongs to none of them, and reads nothing of
 * the one that has prepared it. Immutable.
 */
public interface SharedRequest {

    /** Returns what two requests must have in common to be one: all that is sent but the keys, and to whom. */
    List<@Nullable Object> identity();

    /** Starts the request for {@code keys}; throws a {@link RuntimeException} if no partner can be sent it. */
    DefaultExchange start(List<Object> keys);

    /** Returns the objects of the response by their keys; throws a {@link RuntimeException} if it has none. */
    Map<String, Object> read(DefaultExchange exchange, PartnerResponse response);

    /** Returns whether reading the response may take long. */
    boolean isLong(PartnerResponse response);
}
