package dev.medley.stubs.internal.endpoint;

import java.util.Map;

/** The endpoints by the first segment of their path. */
public final class StubEndpoints {

    /** The list of endpoints, for people. */
    static final String PATHS =
            "/partner/{i}, /weather, /hotels, /news, /stations, /motto, /feed/{format}, /page/{id}, /user/{id}, /orders, /product/{id},"
                    + " /stock/{id}, /catalog, /items, /quote/{vendor}, /rates, /soap, /graphql, /bytes, /status/{code}, /headers, /tls and /stats";

    private StubEndpoints() {}

    /** Creates the endpoints, to be shared by all requests; {@code traffic} is what {@code /stats} tells. */
    public static Map<String, StubEndpoint> all(Traffic traffic) {
        return Map.ofEntries(
                Map.entry("partner", new PartnerEndpoint()),
                Map.entry("weather", CityEndpoint.weather()),
                Map.entry("hotels", CityEndpoint.hotels()),
                Map.entry("news", CityEndpoint.news()),
                Map.entry("stations", CityEndpoint.stations()),
                Map.entry("motto", CityEndpoint.motto()),
                Map.entry("feed", new FeedEndpoint()),
                Map.entry("page", new PageEndpoint()),
                Map.entry("user", ShopEndpoint.user()),
                Map.entry("orders", ShopEndpoint.orders()),
                Map.entry("product", ShopEndpoint.product()),
                Map.entry("stock", ShopEndpoint.stock()),
                Map.entry("catalog", new CatalogEndpoint()),
                Map.entry("items", new ItemsEndpoint()),
                Map.entry("quote", new QuoteEndpoint()),
                Map.entry("rates", new RatesEndpoint()),
                Map.entry("soap", new PriceServiceEndpoint()),
                Map.entry("graphql", new GraphQlEndpoint()),
                Map.entry("bytes", new BytesEndpoint()),
                Map.entry("status", new StatusEndpoint()),
                Map.entry("headers", new HeadersEndpoint()),
                Map.entry("tls", new TlsEndpoint()),
                Map.entry(StatsEndpoint.NAME, new StatsEndpoint(traffic)));
    }
}
