package dev.medley.stubs.internal.endpoint;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * {@code GET /items?ids=3,1,2}: several products of the shop at once, those with the highest ids first. Those with an id that ends in
 * 4 are unknown, and so not in the list.
 */
final class ItemsEndpoint implements StubEndpoint {

    private static final int MAX_IDS = 1000;

    @Override
    public Answer prepare(EndpointRequest call) {
        String text = call.parameters().text("ids");
        Stream<String> given = text.isEmpty() ? Stream.empty() : Arrays.stream(text.split(",", -1));
        List<Integer> ids = given.map(id -> (int) Parameters.number("each of ids", id, 1, ShopEndpoint.MAX_ID, ""))
                .distinct()
                .sorted(Comparator.reverseOrder())
                .toList();
        if (ids.size() > MAX_IDS) {
            throw RejectedRequestException.badRequest("ids must be at most %d".formatted(MAX_IDS));
        }
        return body -> StubResponse.json(JsonWriter.array(ids.stream()
                .filter(id -> !ShopEndpoint.isUnknown(id))
                .map(ShopEndpoint::productJson)
                .toList()));
    }
}
