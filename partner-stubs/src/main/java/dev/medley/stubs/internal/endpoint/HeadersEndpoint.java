package dev.medley.stubs.internal.endpoint;

import org.eclipse.jetty.http.HttpFields;

/** {@code GET /headers}: the fields {@code X-Stub-0}, {@code X-Stub-1} and so on. */
final class HeadersEndpoint implements StubEndpoint {

    /** The bytes that the fields may have in all. Part of the limit of the server is left for the usual fields. */
    private static final int MAX_TOTAL = 60 * 1024;

    private static final int MAX_COUNT = 1000;

    /** The size of a field beside its value: its name, and 32 bytes by the rules of HTTP/2. */
    private static final int FIELD_BYTES = "X-Stub-999".length() + 32;

    @Override
    public Answer prepare(EndpointRequest call) {
        int count = (int) call.parameters().number("count", 1, 0, MAX_COUNT, "header fields");
        int size = (int) call.parameters().number("size", 10, 0, MAX_TOTAL, "bytes");
        if ((long) count * (size + FIELD_BYTES) > MAX_TOTAL) {
            throw RejectedRequestException.badRequest(
                    "count * (size + %d) must be at most %d bytes".formatted(FIELD_BYTES, MAX_TOTAL));
        }
        return body -> {
            StubResponse json = StubResponse.json("{\"count\":%d,\"size\":%d}".formatted(count, size));
            HttpFields.Mutable fields = HttpFields.build(json.fields());
            String value = "v".repeat(size);
            for (int i = 0; i < count; i++) {
                fields.add("X-Stub-" + i, value);
            }
            return new StubResponse(json.status(), fields, json.body());
        };
    }
}
