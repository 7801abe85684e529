package dev.medley.stubs.internal.endpoint;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** {@code GET /page/{id}}: a page in HTML as people write it, with three products from that id on, each with a link and a price. */
final class PageEndpoint implements StubEndpoint {

    private static final int MAX_ID = 1_000_000;
    private static final int PRODUCTS = 3;

    @Override
    public boolean hasArgument() {
        return true;
    }

    @Override
    public Answer prepare(EndpointRequest call) {
        int first = (int) call.number("the id of the first product", 1, MAX_ID);
        String items = IntStream.range(first, first + PRODUCTS)
                .mapToObj(id -> String.format(
                        Locale.ROOT,
                        "  <li class=offer><a href=\"../product/%d\">%s</a> <b class=price>EUR %.2f</b>%n",
                        id,
                        ShopEndpoint.name(id),
                        ShopEndpoint.price(id)))
                .collect(Collectors.joining());
        return body -> StubResponse.of(
                200,
                "text/html;charset=utf-8",
                "<!DOCTYPE html>\n<title>Offers &amp; more</title>\n<h1>Offers</h1>\n<ul>\n%s</ul>\n<p>Prices include VAT<br>\n"
                        .formatted(items));
    }
}
