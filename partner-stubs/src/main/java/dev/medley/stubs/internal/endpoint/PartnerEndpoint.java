package dev.medley.stubs.internal.endpoint;

import java.util.List;

/** {@code GET}, {@code POST} and {@code PUT /partner/{i}}. */
final class PartnerEndpoint implements StubEndpoint {

    private static final List<String> METHODS = List.of("GET", "HEAD", "POST", "PUT");

    private static final long MAX_SIZE = 64L * 1024 * 1024;

    private final OfferCache cache = new OfferCache();

    @Override
    public List<String> methods() {
        return METHODS;
    }

    @Override
    public boolean hasArgument() {
        return true;
    }

    @Override
    public Answer prepare(EndpointRequest call) {
        int partner = (int) call.number("the number of the partner", 0, Integer.MAX_VALUE);
        if (READING.contains(call.method())) {
            int size = (int) call.parameters().number("size", 1024, 0, MAX_SIZE, "bytes");
            return body -> StubResponse.of(200, "application/json", cache.offers(partner, size));
        }
        return body -> StubResponse.json("{\"partner\":%d,\"method\":\"%s\",\"received\":%d,\"sha256\":\"%s\"}"
                .formatted(partner, call.method(), body.length(), body.sha256()));
    }
}
