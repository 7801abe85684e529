package recipes.webflux;

import io.micrometer.context.ContextRegistry;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.MDC;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.server.WebFilter;

// recipe g begin
@Configuration
class RequestIds {

    static final String FIELD = "X-Request-Id";
    static final String KEY = "requestId";

    RequestIds() {
        ContextRegistry.getInstance()
                .registerThreadLocalAccessor(KEY, () -> MDC.get(KEY), id -> MDC.put(KEY, id), () -> MDC.remove(KEY));
    }

    @Bean
    WebFilter requestId() {
        return (exchange, chain) -> {
            String id = Optional.ofNullable(exchange.getRequest().getHeaders().getFirst(FIELD))
                    .orElseGet(() -> UUID.randomUUID().toString());
            exchange.getResponse().getHeaders().set(FIELD, id);
            return chain.filter(exchange).contextWrite(context -> context.put(KEY, id));
        };
    }

    @Bean
    WebClientCustomizer requestIdToPartners() {
        return builder -> builder.filter((request, next) -> next.exchange(
                ClientRequest.from(request).header(FIELD, MDC.get(KEY)).build()));
    }
}
// recipe g end
