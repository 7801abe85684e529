package dev.medley.stubs;

import org.eclipse.jetty.http.HttpFields;

/** {@code GET /headers}: the fields {@code X-Stub-0}, {@code X-Stub-1} and so on. */
final class HeadersEndpoint implements Endpoint {

    /** The bytes that the names and values may have in all. */
    static final int MAX_TOTAL = 2 * 1024 * 1024;

    private static final int MAX_COUNT = 10_000;

    private static final int MAX_SIZE = 65_536;

    /** At most, with the colon, the space and the end of the line. */
    private static final int NAME_BYTES = "X-Stub-9999: \r\n".length();

    @Override
    public Answer prepare(Call call) {
        int count = (int) call.parameters().number("count", 1, 0, MAX_COUNT, "header fields");
        int size = (int) call.parameters().number("size", 10, 0, MAX_SIZE, "bytes");
        if ((long) count * (size + NAME_BYTES) > MAX_TOTAL) {
            throw Refusal.badRequest("count * (size + %d) must be at most %d bytes".formatted(NAME_BYTES, MAX_TOTAL));
        }
        return body -> {
            Reply json = Reply.json("{\"count\":%d,\"size\":%d}".formatted(count, size));
            HttpFields.Mutable fields = HttpFields.build(json.fields());
            String value = "v".repeat(size);
            for (int i = 0; i < count; i++) {
                fields.add("X-Stub-" + i, value);
            }
            return new Reply(json.status(), fields, json.body());
        };
    }
}
