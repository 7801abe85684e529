package dev.medley.server.internal.replay;

import dev.medley.connection.Header;
import dev.medley.connection.OutboundRequest;
import dev.medley.connection.RequestBody;
import dev.medley.connection.ResponseHead;
import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.partner.CacheStatus;
import dev.medley.server.recording.RecordedBody;
import dev.medley.server.recording.RecordedExchange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes recorded exchanges of a broker's exchanges. */
final class RecordedExchanges {

    private RecordedExchanges() {}

    /** Returns what came of {@code exchange}, whose stage is complete. */
    static RecordedExchange of(DefaultExchange exchange, boolean toldLate, long zeroNanos) {
        ExchangeException failure = exchange.failure();
        PartnerResponse response =
                failure == null ? exchange.response().toCompletableFuture().getNow(null) : null;
        ResponseHead refused = failure == null ? null : failure.head();
        ResponseHead head = refused == null ? exchange.head() : refused;
        CacheStatus cache = exchange.cacheStatus();
        return new RecordedExchange(
                exchange.label(),
                exchange.partner(),
                exchange.request().method(),
                targetOf(exchange),
                requestBodyOf(exchange.request()),
                Objects.requireNonNull(exchange.outcome()).label(),
                failure == null ? null : failure.reason().label(),
                failure == null ? null : failure.phase().label(),
                failure == null ? null : failure.summary(),
                head == null ? null : head.status(),
                head == null ? null : headersOf(head.headers()),
                bodyOf(response, failure),
                exchange.isStreamed() ? true : null,
                exchange.isCoalesced() ? true : null,
                toldLate ? true : null,
                cache == null ? null : cache.label(),
                exchange.timings().attempts().size(),
                ExchangeTimes.of(exchange.timings(), exchange.isCoalesced(), zeroNanos));
    }

    /** Returns the target of the request of {@code exchange}, without the path of its partner's URL. */
    static String targetOf(DefaultExchange exchange) {
        return exchange.request()
                .target()
                .substring(exchange.destination().basePath().length());
    }

    /** Returns the body of a request; null for none, or a streamed one. */
    private static @Nullable RecordedBody requestBodyOf(OutboundRequest request) {
        RequestBody body = request.body();
        return body == null || body.streamed() ? null : RecordedBody.of(body.bytes());
    }

    private static @Nullable RecordedBody bodyOf(
            @Nullable PartnerResponse response, @Nullable ExchangeException failure) {
        byte[] bytes = response != null ? response.body() : failure != null ? failure.body() : new byte[0];
        if (bytes.length == 0) {
            return null;
        }
        ResponseHead refused = failure == null ? null : failure.head();
        return refused != null && bytes.length == ExchangeException.LONGEST_BODY
                ? RecordedBody.startOf(bytes, refused.contentLength())
                : RecordedBody.of(bytes);
    }

    private static Map<String, List<String>> headersOf(Collection<Header> fields) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (Header field : fields) {
            headers.computeIfAbsent(named(headers, field.name()), name -> new ArrayList<>())
                    .add(field.value());
        }
        return headers;
    }

    /** Returns the name by which {@code headers} has a field, in whatever case. */
    private static String named(Map<String, List<String>> headers, String name) {
        return headers.keySet().stream()
                .filter(name::equalsIgnoreCase)
                .findFirst()
                .orElse(name);
    }
}
