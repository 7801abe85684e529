package dev.medley.exchange.internal.request;

import dev.medley.connection.Header;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.thread.internal.ExecutionTarget;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an exchange asks for, before it has a call.
 *
 * @param requestContext the inbound request that it is for, or null
 * @param listenedTo whether it has a listener
 */
public record CallRequest(
        DefaultOutboundRequest request,
        ExchangeOptions options,
        @Nullable RequestContext requestContext,
        boolean listenedTo) {

    /** The placement of the mashup that wants it. */
    public ExecutionTarget executionTarget() {
        return RequestContext.placementOf(requestContext);
    }

    /** This with another request. */
    public CallRequest with(DefaultOutboundRequest other) {
        return new CallRequest(other, options, requestContext, listenedTo);
    }

    /** The header fields of the request without those that were added of the inbound request, which differ from one to the next. */
    public List<Header> ownFields() {
        RequestContext inbound = requestContext;
        return inbound == null
                ? request.headers()
                : request.headers().stream()
                        .filter(field -> !inbound.fields().contains(field))
                        .toList();
    }
}
