package dev.medley.context;

import org.jspecify.annotations.Nullable;

/**
 * The id of an inbound request, and the fields of the trace that it belongs to.
 *
 * @param value the id: 1 to 128 letters, digits and {@code -._~:/+=@}
 * @param traceparent the field of that name, as it came in; null if there was none, or a malformed one
 * @param tracestate the field of that name, as it came in; null without a {@code traceparent}
 */
public record RequestId(
        String value,
        @Nullable String traceparent,
        @Nullable String tracestate) {

    /** The key of the id in the MDC. */
    public static final String MDC_KEY = "request-id";

    /** The attribute of a request that has its {@code RequestId}. */
    public static final String ATTRIBUTE = "dev.medley.request-id";

    @Override
    public String toString() {
        return value;
    }
}
