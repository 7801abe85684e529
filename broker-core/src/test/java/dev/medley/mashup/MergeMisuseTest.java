package dev.medley.mashup;

import static dev.medley.mashup.MashupBench.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.exchange.Exchange;
import dev.medley.json.Json;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Wrong uses of a merge, and of values as documents, are refused where they are made. */
class MergeMisuseTest {

    @RegisterExtension
    final MashupBench bench = new MashupBench();

    private final Mashup mashup = bench.mashup();
    private final Merge merge = mashup.merge().put("first", 1);

    @Test
    void aStageInsideAValueIsRefusedWithItsPlace() {
        CompletableFuture<Integer> stage = CompletableFuture.completedFuture(1);

        refused(() -> merge.put("page", new Holder(stage)), "the member 'page'", "/held", "CompletableFuture");
        refused(() -> merge.put("page", List.of(1, Map.of("a", stage))), "the member 'page'", "/1/a");
        refused(() -> merge.putOptional("page", stage, new Holder(stage)), "the member 'page'", "/held");
    }

    @Test
    void anExchangeOrAMergeInsideAValueIsRefused() {
        Exchange exchange = bench.get(1);

        refused(
                () -> merge.put("page", new Holder(exchange)),
                "/held",
                "an Exchange is not a document",
                "exchange.json()");
        refused(() -> merge.put("page", mashup.merge()), "a Merge is not a document", "merge.json()");
        refused(() -> merge.put("page", List.of(mashup)), "/0", "a Mashup is not a document");
        exchange.cancel();
    }

    @Test
    void aBuilderThatIsNotStartedIsRefused() {
        String advice = "an ExchangeBuilder is not a document, but builds an exchange: call start()";

        refused(() -> merge.put("page", mashup.exchange("shop").get("/")), "the member 'page'", advice);
        refused(() -> Reply.json(Map.of("page", mashup.exchange("shop"))), "at /page", advice);
        assertThat(failure(merge.putOptional("page", CompletableFuture.completedStage(mashup.exchange("shop")))
                        .json()))
                .hasMessageContaining("an ExchangeBuilder cannot be written as JSON: " + advice);
    }

    @Test
    void aPublisherIsRefused() {
        Flow.Publisher<Object> publisher = subscriber -> {};

        refused(() -> merge.put("page", publisher), "is not a document, but a stream");
    }

    @Test
    void aReplyOfAStageIsRefused() {
        refused(
                () -> Reply.json(new CompletableFuture<>()),
                "a CompletableFuture cannot be written as JSON",
                "thenApply");
        refused(() -> Reply.json(Map.of("user", CompletableFuture.completedFuture(1))), "at /user");
    }

    @Test
    void aStageOfAStageFailsTheMerge() {
        CompletionStage<Json> merged = merge.put("page", CompletableFuture.completedStage(new CompletableFuture<>()))
                .json();

        assertThat(failure(merged))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the member 'page'");
    }

    @Test
    void aStageOfAnExchangeFailsTheMergeEvenIfItIsOptional() {
        Exchange exchange = bench.get(1);
        CompletionStage<Json> merged = merge.putOptional("page", CompletableFuture.completedFuture(exchange))
                .json();

        assertThat(failure(merged)).hasMessageContaining("exchange.json()");
        exchange.cancel();
    }

    @Test
    void anExchangeThatDoesNotExpectJsonIsRefused() {
        Exchange text = mashup.exchange("shop").get("/").start();

        assertThatThrownBy(() -> merge.put("text", text))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the member 'text'")
                .hasMessageContaining("call expectJson() on its builder");
        assertThatThrownBy(() -> merge.putOptional("text", text)).isInstanceOf(IllegalStateException.class);
        text.cancel();
    }

    @Test
    void aNameThatIsPutTwiceIsRefused() {
        refused(() -> merge.put("first", 2), "the merge already has a member 'first'");
    }

    @Test
    void theNameOfTheManifestIsRefused() {
        refused(() -> merge.put("missing", 2), "cannot have the name 'missing'");
    }

    @Test
    @SuppressWarnings("NullAway") // The wrong use.
    void aPartWithoutANameIsRefused() {
        refused(() -> merge.put(null, 2), "the name of a member of a merge is null");
    }

    @Test
    @SuppressWarnings("NullAway") // The wrong use.
    void nullAsAnExchangeOrAStageIsRefused() {
        assertThatThrownBy(() -> merge.put("x", (Exchange) null)).hasMessage("the member 'x' of a merge is null");
        assertThatThrownBy(() -> merge.put("x", (CompletionStage<?>) null))
                .hasMessage("the member 'x' of a merge is null");
    }

    @Test
    void aPartThatIsPutAfterTheResultIsRefused() {
        merge.reply();

        assertThatThrownBy(() -> merge.put("late", 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the member 'late'")
                .hasMessageContaining("cannot be added after json() or reply()");
    }

    @Test
    void theResultIsAskedForOnce() {
        merge.json();

        assertThatThrownBy(merge::reply)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("call json() or reply() once");
    }

    private static void refused(ThrowingCallable use, String... parts) {
        assertThatThrownBy(use)
                .isInstanceOf(IllegalArgumentException.class)
                .satisfies(x -> assertThat(x.getMessage()).contains(parts));
    }

    private record Holder(Object held) {}
}
