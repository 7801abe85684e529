package dev.medley.stubs.internal.endpoint;

import java.util.List;
import java.util.stream.IntStream;
import org.eclipse.jetty.http.HttpFields;

/** {@code GET /catalog?size=N&after=ID}: the twelve products of the shop in pages, with a link and a cursor to the next page. */
final class CatalogEndpoint implements StubEndpoint {

    private static final int PRODUCTS = 12;
    private static final int MAX_SIZE = 100;
    private static final int DEFAULT_SIZE = 5;

    @Override
    public Answer prepare(EndpointRequest call) {
        int size = (int) call.parameters().number("size", DEFAULT_SIZE, 1, MAX_SIZE, "products");
        int after = (int) call.parameters().number("after", 0, 0, PRODUCTS, "");
        return body -> page(size, after);
    }

    private static StubResponse page(int size, int after) {
        int last = Math.min(PRODUCTS, after + size);
        List<String> products = IntStream.rangeClosed(after + 1, last)
                .mapToObj(ShopEndpoint::productJson)
                .toList();
        String items = JsonWriter.array(products);
        if (last == PRODUCTS) {
            return StubResponse.json("{\"items\":%s,\"cursor\":null,\"next\":null}".formatted(items));
        }
        String next = "/catalog?size=%d&after=%d".formatted(size, last);
        return StubResponse.json(
                        "{\"items\":%s,\"cursor\":%d,\"next\":%s}".formatted(items, last, JsonWriter.quote(next)))
                .with(HttpFields.build().add("Link", "<%s>; rel=\"next\"".formatted(next)));
    }
}
