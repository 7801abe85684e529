package dev.medley.stubs;

import java.util.Map;

/** The endpoints by the first segment of their path. */
final class StubEndpoints {

    /** The list of endpoints, for people. */
    static final String PATHS =
            "/partner/{i}, /weather, /hotels, /news, /bytes, /status/{code}, /headers, /tls and /stats";

    private StubEndpoints() {}

    static Map<String, StubEndpoint> all(Traffic traffic) {
        return Map.of(
                "partner",
                new PartnerEndpoint(),
                "weather",
                CityEndpoint.weather(),
                "hotels",
                CityEndpoint.hotels(),
                "news",
                CityEndpoint.news(),
                "bytes",
                new BytesEndpoint(),
                "status",
                new StatusEndpoint(),
                "headers",
                new HeadersEndpoint(),
                "tls",
                new TlsEndpoint(),
                StatsEndpoint.NAME,
                new StatsEndpoint(traffic));
    }
}
