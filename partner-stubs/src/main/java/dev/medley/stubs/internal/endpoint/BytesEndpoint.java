package dev.medley.stubs.internal.endpoint;

/** {@code GET /bytes}. */
final class BytesEndpoint implements StubEndpoint {

    private static final long MAX_SIZE = 10L * 1024 * 1024 * 1024;

    @Override
    public Answer prepare(EndpointRequest call) {
        long size = call.parameters().number("size", 1024, 0, MAX_SIZE, "bytes");
        return body -> StubResponse.of(200, "application/octet-stream", new NumberedBytes(size));
    }
}
