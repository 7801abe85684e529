package dev.medley.exchange;

import dev.medley.connection.Header;
import dev.medley.connection.OutboundRequest;
import dev.medley.thread.Placement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an exchange asks for, before it has a call.
 *
 * @param origin the inbound request that it is for, or null
 * @param listenedTo whether it has a listener
 */
record Wish(
        OutboundRequest request,
        ExchangeOptions options,
        @Nullable Origin origin,
        boolean listenedTo) {

    /** The placement of the mashup that wants it. */
    Placement placement() {
        return Origin.placementOf(origin);
    }

    /** This with another request. */
    Wish with(OutboundRequest other) {
        return new Wish(other, options, origin, listenedTo);
    }

    /** The header fields of the request without those that were added of the inbound request, which differ from one to the next. */
    List<Header> ownFields() {
        Origin inbound = origin;
        return inbound == null
                ? request.headers()
                : request.headers().stream()
                        .filter(field -> !inbound.fields().contains(field))
                        .toList();
    }
}
