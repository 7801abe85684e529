package dev.medley.stubs.internal.endpoint;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** {@code GET /rates?base=EUR}: what one unit of a currency costs in others, in XML. */
final class RatesEndpoint implements StubEndpoint {

    private static final List<String> CURRENCIES = List.of("CHF", "JPY", "USD");
    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");

    @Override
    public Answer prepare(EndpointRequest call) {
        String base = call.parameters().text("base");
        if (!CURRENCY.matcher(base).matches()) {
            throw RejectedRequestException.badRequest(
                    "base must be three capital letters, such as EUR, not '%s'".formatted(base));
        }
        String rates = CURRENCIES.stream()
                .map(currency -> "<rate currency=\"%s\">%d.%02d</rate>"
                        .formatted(currency, 1 + number(base + currency, 3), number(base + currency, 100)))
                .collect(Collectors.joining());
        return body -> StubResponse.of(
                200,
                "application/xml",
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rates base=\"%s\">%s</rates>\n".formatted(base, rates));
    }

    private static int number(String text, int limit) {
        return Math.floorMod(text.hashCode(), limit);
    }
}
