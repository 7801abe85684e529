package dev.medley.mashup;

import static dev.medley.mashup.MashupBench.failure;
import static dev.medley.mashup.MashupBench.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.exchange.Exchange;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.thread.internal.BrokerPool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.MDC;

/** Wrong uses of computations fail, and say why. */
class ComputeMisuseTest {

    @RegisterExtension
    final MashupBench bench = new MashupBench();

    private final DefaultMashup mashup = bench.mashup();

    @Test
    void aMashupThatIsOverComputesNothing() {
        mashup.cancel();

        assertThatThrownBy(() -> mashup.compute(() -> 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the mashup is over, its reply is decided: it cannot start an exchange or a computation");
        assertThatThrownBy(() -> mashup.computeAll(List.of(), 1, item -> item))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the mashup is over");
    }

    @Test
    void aConcurrencyOfNoneIsRefused() {
        assertThatThrownBy(() -> mashup.computeAll(List.of(1), 0, item -> item))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the concurrency of computations is 0, expected at least 1");
    }

    @Test
    @SuppressWarnings("NullAway") // The wrong use.
    void nullIsRefusedByName() {
        assertThatThrownBy(() -> mashup.compute(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("the computation is null");
        assertThatThrownBy(() -> mashup.computeInterruptibly(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("the computation is null");
        assertThatThrownBy(() -> mashup.computeAll(null, 1, item -> item))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("the collection of items is null");
        assertThatThrownBy(() -> mashup.computeAll(List.of(1), 1, null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("the function of the items is null");
    }

    @Test
    void joiningInAComputationIsRefused() {
        Exchange never = bench.get(1);

        assertThat(failure(mashup.compute(
                        () -> never.response().toCompletableFuture().join())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "join() of a stage that is not complete would block one of the few threads that compute: compose"
                                + " stages by thenCompose around compute");
    }

    @Test
    void aPoolWithoutAThreadForComputationsSaysSo() {
        DefaultBroker small =
                DefaultBroker.builder().pool(new BrokerPool(5, false)).build();

        assertThatThrownBy(() -> new DefaultMashup(small, new GivenInbound(Map.of())).compute(() -> 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("the pool has no thread for computations")
                .hasMessageEndingWith("run deadlines; expected a server.threads of more than 5");
    }

    @Test
    void whatTheCommonPoolComputesHasNoContext() {
        MDC.put("request-id", "r1");
        try {
            assertThat(CompletableFuture.supplyAsync(() -> String.valueOf(MDC.get("request-id")))
                            .join())
                    .isEqualTo("null");
            assertThat(value(mashup.compute(() -> MDC.get("request-id")))).isEqualTo("r1");
        } finally {
            MDC.remove("request-id");
        }
    }
}
