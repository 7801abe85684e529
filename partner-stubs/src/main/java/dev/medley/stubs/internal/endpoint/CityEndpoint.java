package dev.medley.stubs.internal.endpoint;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * {@code GET /weather}, {@code /hotels} and {@code /news} in JSON, {@code /stations} in CSV and {@code /motto} as text: the same
 * answer for the same city at all times.
 */
final class CityEndpoint implements StubEndpoint {

    private static final List<String> SUMMARIES = List.of("sunny", "light rain", "cloudy", "windy", "clear sky");

    private static final List<String> HOTELS = List.of("Hotel Central", "The Old Harbour", "Park View", "Station Inn");

    private static final List<String> HEADLINES = List.of(
            "%s opens a new tram line",
            "Football: %s wins again",
            "The markets of %s are back",
            "%s plants a thousand trees",
            "A quiet weekend in %s");

    private static final List<String> STATIONS = List.of("Central", "North", "Harbour", "Airport");

    private static final List<String> MOTTOES =
            List.of("%s never hurries", "First the bridge, then %s", "All roads meet in %s", "%s keeps its word");

    private static final String JSON = "application/json";
    private static final int LONGEST_NAME = 100;

    private final String type;
    private final Function<String, String> text;

    private CityEndpoint(String type, Function<String, String> text) {
        this.type = type;
        this.text = text;
    }

    static CityEndpoint weather() {
        return new CityEndpoint(
                JSON,
                city -> "{\"city\":%s,\"summary\":%s,\"celsius\":%d}"
                        .formatted(
                                JsonWriter.quote(city), JsonWriter.quote(pick(SUMMARIES, city, 0)), number(city, 30)));
    }

    static CityEndpoint hotels() {
        return new CityEndpoint(
                JSON,
                city -> JsonWriter.array(IntStream.range(0, 3)
                        .mapToObj(n -> "{\"name\":%s,\"stars\":%d,\"price\":%d}"
                                .formatted(
                                        JsonWriter.quote(pick(HOTELS, city, n) + ", " + city),
                                        5 - n,
                                        240 - 60 * n + number(city, 50)))
                        .toList()));
    }

    static CityEndpoint news() {
        return new CityEndpoint(
                JSON,
                city -> JsonWriter.array(IntStream.range(0, 3)
                        .mapToObj(n -> JsonWriter.quote(headline(city, n)))
                        .toList()));
    }

    /** The stations, with a header line (RFC 4180). */
    static CityEndpoint stations() {
        return new CityEndpoint(
                "text/csv",
                city -> IntStream.range(0, 3)
                        .mapToObj(n -> "\"%s, %s\",%d\r\n"
                                .formatted(
                                        pick(STATIONS, city, n), city.replace("\"", "\"\""), 2 + number(city, 9) + n))
                        .collect(Collectors.joining("", "name,platforms\r\n", "")));
    }

    static CityEndpoint motto() {
        return new CityEndpoint(
                "text/plain;charset=utf-8", city -> pick(MOTTOES, city, 0).formatted(city));
    }

    @Override
    public Answer prepare(EndpointRequest call) {
        String city = call.parameters().text("city");
        if (city.length() > LONGEST_NAME) {
            throw RejectedRequestException.badRequest(
                    "city must be of %d characters at most, not of %d".formatted(LONGEST_NAME, city.length()));
        }
        return body -> StubResponse.of(200, type, text.apply(city));
    }

    /** Returns a line of the news of a city. */
    static String headline(String city, int number) {
        return pick(HEADLINES, city, number).formatted(city);
    }

    private static String pick(List<String> choices, String city, int offset) {
        return choices.get((number(city, choices.size()) + offset) % choices.size());
    }

    /** From 0 to below {@code limit}; the hash of a string is the same in every JVM. */
    private static int number(String city, int limit) {
        return Math.floorMod(city.hashCode(), limit);
    }
}
