package dev.medley.stubs.internal.endpoint;

import java.util.List;

/** {@code POST /quote/{vendor}}: a price and the days of delivery, which follow from the vendor and the bytes of the body. */
final class QuoteEndpoint implements StubEndpoint {

    private static final int LONGEST_NAME = 100;
    private static final int HEX = 16;
    private static final int DIGITS = 7;

    @Override
    public List<String> methods() {
        return List.of("POST");
    }

    @Override
    public boolean hasArgument() {
        return true;
    }

    @Override
    public Answer prepare(EndpointRequest call) {
        String vendor = call.argument();
        if (vendor.length() > LONGEST_NAME) {
            throw RejectedRequestException.badRequest(
                    "the vendor must be of %d characters at most, not of %d".formatted(LONGEST_NAME, vendor.length()));
        }
        return body -> {
            int number = Math.floorMod(
                    vendor.hashCode() + Integer.parseInt(body.sha256().substring(0, DIGITS), HEX), 1000);
            return StubResponse.json("{\"vendor\":%s,\"price\":%d.5,\"days\":%d}"
                    .formatted(JsonWriter.quote(vendor), 100 + number % 100, 1 + number / 100));
        };
    }
}
