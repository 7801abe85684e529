package dev.medley.partner;

import dev.medley.connection.internal.address.Address;
import dev.medley.setting.internal.InvalidValueException;
import dev.medley.setting.internal.ValueParser;
import dev.medley.setting.internal.ValueParsers;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One of several URLs of a partner. As text it is the URL, and behind it perhaps {@code weight=NUMBER} and
 * {@code zone=NAME}, separated by blanks. Immutable.
 */
public final class EndpointUrl {

    private static final int MAX_WEIGHT = 1000;
    private static final String WEIGHT = "weight=";
    private static final String ZONE = "zone=";
    private static final String EXPECTED =
            "an http or https URL, optionally followed by weight=1 to weight=1000 and zone=NAME";
    private static final ValueParser<URI> URLS = ValueParsers.url();
    private static final ValueParser<Integer> WEIGHTS = ValueParsers.wholeNumber(1, MAX_WEIGHT, "shares");
    private static final ValueParser<String> ZONES = ValueParsers.name("the name of a zone");

    /** The parser of the text of one. */
    static final ValueParser<EndpointUrl> PARSER = new ValueParser<>(
            texts -> parse(texts.get(0)),
            EndpointUrl::toString,
            each -> parse(each.toString()),
            EXPECTED,
            "URL, optionally with `weight=` (1 to 1000) and `zone=`",
            "is not text",
            schema ->
                    schema.put("type", "string").put("pattern", "^[Hh][Tt][Tt][Pp][Ss]?://[^/@?# ]+(/[^?# ]*)?( .*)?$"),
            Optional.empty());

    private final URI url;
    private final int weight;
    private final String zone;

    private EndpointUrl(URI url, int weight, String zone) {
        this.url = url;
        this.weight = weight;
        this.zone = zone;
    }

    /** The endpoint at {@code url}, with a weight of 1 and without a zone. */
    public static EndpointUrl of(String url) {
        return of(URI.create(url));
    }

    static EndpointUrl of(URI url) {
        return new EndpointUrl(url, 1, "");
    }

    /** Returns the URL of the endpoint, or of a name whose addresses are endpoints each. */
    public URI url() {
        return url;
    }

    /** Returns the share of the attempts that it takes, relative to those of the others, 1 to 1,000. */
    public int weight() {
        return weight;
    }

    /** Returns where it is; empty if that does not matter. */
    public String zone() {
        return zone;
    }

    /** This URL with another weight. */
    public EndpointUrl weight(int share) {
        return new EndpointUrl(url, share, zone);
    }

    /** This URL in a zone. */
    public EndpointUrl zone(String name) {
        return new EndpointUrl(url, weight, name);
    }

    /** The address. */
    Address address() {
        return Address.of(url);
    }

    /** The reason why URLs cannot be those of one partner, for a message; null if they can. */
    static @Nullable String conflict(List<EndpointUrl> urls) {
        URI first = urls.get(0).url;
        for (EndpointUrl each : urls) {
            if (!each.address().scheme().equals(urls.get(0).address().scheme())
                    || !path(each.url).equals(path(first))) {
                return "has %s and %s; expected the same scheme and the same path in all".formatted(first, each.url);
            }
        }
        long distinct = urls.stream().map(EndpointUrl::address).distinct().count();
        return distinct < urls.size() ? "has an address twice; expected each once, with a weight" : null;
    }

    private static String path(URI url) {
        String path = url.getRawPath() == null ? "" : url.getRawPath();
        return path.endsWith("/") ? path : path + "/";
    }

    private static EndpointUrl parse(String text) {
        List<String> parts = List.of(text.strip().split(" +", -1));
        EndpointUrl parsed = new EndpointUrl(URLS.parse(parts.get(0)), 1, "");
        for (String part : parts.subList(1, parts.size())) {
            if (part.startsWith(WEIGHT)) {
                parsed = parsed.weight(WEIGHTS.parse(part.substring(WEIGHT.length())));
            } else if (part.startsWith(ZONE)) {
                parsed = parsed.zone(ZONES.parse(part.substring(ZONE.length())));
            } else {
                throw new InvalidValueException(text, "has '" + part + "' behind the URL", EXPECTED);
            }
        }
        return parsed;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof EndpointUrl that
                && url.equals(that.url)
                && weight == that.weight
                && zone.equals(that.zone);
    }

    @Override
    public int hashCode() {
        return Objects.hash(url, weight, zone);
    }

    @Override
    public String toString() {
        return url + (weight == 1 ? "" : " " + WEIGHT + weight) + (zone.isEmpty() ? "" : " " + ZONE + zone);
    }
}
