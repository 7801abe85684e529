package dev.medley.stubs.internal.endpoint;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * {@code GET /feed/{format}?city=NAME}: the news of a city as a feed, in {@code rss}, {@code atom} or {@code json}. Each has two entries of
 * its own, whose dates are between those of the others.
 */
final class FeedEndpoint implements StubEndpoint {

    private static final List<String> FORMATS = List.of("rss", "atom", "json");
    private static final int ENTRIES = 2;
    private static final int LONGEST_NAME = 100;

    @Override
    public boolean hasArgument() {
        return true;
    }

    @Override
    public Answer prepare(EndpointRequest call) {
        String format = call.argument();
        if (!FORMATS.contains(format)) {
            throw RejectedRequestException.badRequest(
                    "the format of a feed must be one of %s, not '%s'".formatted(String.join(", ", FORMATS), format));
        }
        String city = call.parameters().text("city");
        if (city.length() > LONGEST_NAME) {
            throw RejectedRequestException.badRequest(
                    "city must be of %d characters at most, not of %d".formatted(LONGEST_NAME, city.length()));
        }
        return body -> switch (format) {
            case "rss" -> StubResponse.of(200, "application/rss+xml", rss(city));
            case "atom" -> StubResponse.of(200, "application/atom+xml", atom(city));
            default -> StubResponse.of(200, "application/feed+json", json(city));
        };
    }

    private static String rss(String city) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <rss version="2.0"><channel><title>%1$s today</title><link>/</link>
                %2$s</channel></rss>
                """.formatted(
                        escaped(city),
                        entries(n -> String.format(
                                Locale.ROOT,
                                "<item><title>%s</title><link>/news/%d</link><pubDate>%02d Nov 2026 09:00 +0100</pubDate></item>\n",
                                escaped(CityEndpoint.headline(city, n)),
                                n,
                                day(0, n))));
    }

    private static String atom(String city) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <feed xmlns="http://www.w3.org/2005/Atom" xml:base="/blog/"><title>Blog of %1$s</title><link href="."/>
                %2$s</feed>
                """.formatted(
                        escaped(city),
                        entries(n -> String.format(
                                Locale.ROOT,
                                "<entry><title type=\"html\">%s</title><link href=\"%d\"/><updated>2026-11-%02dT08:00:00Z</updated></entry>\n",
                                escaped(escaped(CityEndpoint.headline(city, n + 2))),
                                n,
                                day(1, n))));
    }

    private static String json(String city) {
        String items = IntStream.range(0, ENTRIES)
                .mapToObj(n -> String.format(
                        Locale.ROOT,
                        "{\"id\":\"%d\",\"url\":\"/events/%d\",\"title\":%s,\"date_published\":\"2026-11-%02dT08:00:00Z\"}",
                        n,
                        n,
                        JsonWriter.quote(CityEndpoint.headline(city, n + 4)),
                        day(2, n)))
                .collect(Collectors.joining(","));
        return "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":%s,\"items\":[%s]}"
                .formatted(JsonWriter.quote("Events in " + city), items);
    }

    private static String entries(java.util.function.IntFunction<String> entry) {
        return IntStream.range(0, ENTRIES).mapToObj(entry).collect(Collectors.joining());
    }

    private static int day(int feed, int entry) {
        return 20 - feed - FORMATS.size() * entry;
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
