package dev.medley.mashup;

import static dev.medley.mashup.MashupBench.failure;
import static dev.medley.mashup.MashupBench.text;
import static dev.medley.mashup.MashupBench.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeState;
import dev.medley.exchange.PartnerResponse;
import dev.medley.json.Json;
import dev.medley.thread.internal.Soon;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The first value of several branches is the result, and the others are cancelled. */
class RaceTest {

    @RegisterExtension
    final MashupBench bench = new MashupBench();

    private final Mashup mashup = bench.mashup();
    private final List<Exchange> started = new CopyOnWriteArrayList<>();

    @Test
    void theFirstValueWinsAndTheOthersAreCancelled() {
        CompletionStage<Json> first = mashup.race(() -> ask("a"), () -> ask("b"));
        bench.accept();
        bench.answerNext("\"won\"");

        assertThat(text(first)).isEqualTo("\"won\"");
        Soon.asserted(() -> assertThat(started)
                .extracting(Exchange::state)
                .containsExactlyInAnyOrder(ExchangeState.CANCELLED, ExchangeState.COMPLETED));
    }

    @Test
    void aBranchThatFailsLosesOnly() {
        CompletionStage<Json> first = mashup.race(() -> ask("a"), () -> ask("b"));
        HandConnection one = bench.accept();
        bench.answerNext("{broken");
        Soon.until(
                "one end",
                () -> started.stream().anyMatch(exchange -> exchange.state().isEnd()));
        MashupBench.answer(one, "1");

        assertThat(text(first)).isEqualTo("1");
    }

    @Test
    void ifAllFailTheFirstFailureHasTheOthers() {
        ProblemException one = ProblemException.badRequest("one");
        CompletionStage<Json> first = mashup.race(() -> CompletableFuture.failedFuture(one), () -> ask("b"));
        bench.answerNext("{broken");

        assertThat(failure(first)).isSameAs(one);
        assertThat(one.getSuppressed()).hasSize(1);
    }

    @Test
    void aDefectEndsTheRace() {
        CompletionStage<Json> first = mashup.race(() -> ask("a"), () -> {
            throw new NullPointerException("test");
        });

        assertThat(failure(first)).isInstanceOf(NullPointerException.class);
        Soon.until("the cancellation", () -> started.get(0).state() == ExchangeState.CANCELLED);
    }

    @Test
    void aBranchAfterOneThatHasWonIsNotStarted() {
        assertThat(text(mashup.race(() -> CompletableFuture.completedFuture(Json.of(1)), () -> ask("b"))))
                .isEqualTo("1");
        assertThat(started).isEmpty();
    }

    @Test
    void exchangesRaceToo() {
        Exchange slow = bench.get("a");
        bench.accept();
        Exchange fast = bench.get("b");
        CompletionStage<PartnerResponse> first = mashup.race(slow, fast);
        bench.answerNext("2");

        assertThat(value(first).text()).isEqualTo("2");
        Soon.until("the cancellation", () -> slow.state() == ExchangeState.CANCELLED);
    }

    private CompletionStage<Json> ask(Object id) {
        Exchange exchange = bench.get(id);
        started.add(exchange);
        return exchange.json();
    }
}
