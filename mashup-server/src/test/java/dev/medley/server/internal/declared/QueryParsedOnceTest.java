package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.RequestBody;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.mashup.Inbound;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.server.internal.declared.value.RequestValue;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A query of many names is read a few times, and not once for each of them. */
class QueryParsedOnceTest {

    private static final int NAMES = 1000;

    private int reads;

    @Test
    void theQueryIsNotParsedForEachName() {
        String query = IntStream.range(0, NAMES).mapToObj(i -> "p" + i + "=1").collect(Collectors.joining("&"));

        try (DefaultBroker broker = DefaultBroker.builder().build().start()) {
            RequestValue request =
                    RequestValue.of(new DefaultMashup(broker, inbound(query)), Set.of("queries"), List.of(), List.of());

            assertThat(request.tree().get("queries"))
                    .asInstanceOf(InstanceOfAssertFactories.MAP)
                    .hasSize(NAMES);
            assertThat(reads).isLessThan(10);
        }
    }

    private Inbound inbound(String query) {
        return new Inbound() {
            @Override
            public String method() {
                return "GET";
            }

            @Override
            public String path() {
                return "/";
            }

            @Override
            public String query() {
                reads++;
                return query;
            }

            @Override
            public @Nullable String header(String name) {
                return null;
            }

            @Override
            public CompletionStage<byte[]> body() {
                return CompletableFuture.completedStage(new byte[0]);
            }

            @Override
            public RequestBody streamedBody() {
                return RequestBody.of("text/plain", new byte[0]);
            }
        };
    }
}
