package recipes.webflux;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.codec.DecodingException;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClient.RequestHeadersSpec;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import reactor.core.publisher.Mono;

/** The partners by name: time-out of the whole exchange, and the reason of a failure. */
// recipe shared begin
@Component
class Partners {

    private static final Logger LOG = LoggerFactory.getLogger(Partners.class);

    private final WebClient client;
    private final Environment environment;
    private final Duration timeout;

    Partners(WebClient.Builder builder, Environment environment, @Value("${partners.timeout}") Duration timeout) {
        this.client = builder.build();
        this.environment = environment;
        this.timeout = timeout;
    }

    <T> Mono<T> get(String partner, Class<T> type, String path, Object... variables) {
        return send(
                partner,
                client.get().uri(url(partner) + path, variables),
                request -> request.retrieve().bodyToMono(type));
    }

    WebClient.RequestBodySpec post(String partner, String path) {
        return client.post().uri(url(partner) + path);
    }

    <T> Mono<T> send(String partner, RequestHeadersSpec<?> request, Function<RequestHeadersSpec<?>, Mono<T>> exchange) {
        return exchange.apply(request).timeout(timeout).onErrorMap(x -> new PartnerException(partner, x));
    }

    private String url(String partner) {
        return environment.getRequiredProperty("partners." + partner);
    }

    static class PartnerException extends RuntimeException {

        PartnerException(String partner, Throwable cause) {
            super("partner " + partner + ": " + reason(cause), cause);
        }

        static String reason(Throwable cause) {
            return switch (cause) {
                case PartnerException x -> reason(x.getCause());
                case TimeoutException x -> "timeout";
                case WebClientResponseException x when x.getCause() == null -> "unexpected status";
                case WebClientResponseException x -> "unexpected shape";
                case DecodingException x -> "unexpected shape";
                default -> "connection failed";
            };
        }
    }

    /** A part of the reply; with a reason if it is missing. */
    record Part(Object value, Map<String, String> missing) {

        static Mono<Part> optional(String name, Mono<?> value, Object fallback) {
            return value.map(v -> new Part(v, Map.of())).onErrorResume(x -> {
                String reason = PartnerException.reason(x);
                LOG.warn("partner {} is missing: {}", name, reason);
                return Mono.just(new Part(fallback, Map.of(name, reason)));
            });
        }
    }
}
// recipe shared end
