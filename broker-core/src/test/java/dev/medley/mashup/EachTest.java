package dev.medley.mashup;

import static dev.medley.mashup.MashupBench.failure;
import static dev.medley.mashup.MashupBench.text;
import static dev.medley.mashup.MashupBench.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.ExchangeState;
import dev.medley.exchange.Reason;
import dev.medley.json.Json;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.thread.internal.Soon;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A function of each of some items: bounded, in order, and cancelled as a whole. */
class EachTest {

    private static final int MANY = 100_000;

    @RegisterExtension
    final MashupBench bench = new MashupBench();

    private final DefaultMashup mashup = bench.mashup();
    private final List<Exchange> started = new CopyOnWriteArrayList<>();

    @Test
    void theValuesAreInTheOrderOfTheItemsAndTheBoundHolds() {
        List<CompletableFuture<String>> stages =
                List.of(new CompletableFuture<>(), new CompletableFuture<>(), new CompletableFuture<>());
        List<Integer> begun = new CopyOnWriteArrayList<>();
        CompletionStage<List<String>> all = mashup.each(List.of(0, 1, 2), 2, item -> {
            begun.add(item);
            return stages.get(item);
        });
        assertThat(begun).containsExactly(0, 1);

        stages.get(1).complete("2");
        assertThat(begun).containsExactly(0, 1, 2);
        stages.get(2).complete("3");
        assertThat(all.toCompletableFuture()).isNotDone();
        stages.get(0).complete("1");

        assertThat(value(all)).containsExactly("1", "2", "3");
    }

    @Test
    void theFirstFailureCancelsTheOthersAndStartsNoMore() {
        CompletionStage<List<Json>> all = mashup.each(List.of(1, 2, 3, 4), 2, this::ask);
        bench.accept();
        bench.answerNext("{broken");

        assertThat(failure(all))
                .isInstanceOfSatisfying(
                        ExchangeException.class, x -> assertThat(x.reason()).isEqualTo(Reason.BROKEN_JSON));
        assertThat(started).hasSize(2);
        Soon.asserted(() -> assertThat(started)
                .extracting(Exchange::state)
                .containsExactlyInAnyOrder(ExchangeState.CANCELLED, ExchangeState.FAILED));
    }

    @Test
    void anExchangeThatACallbackOfAnItemStartedIsCancelledWithIt() {
        CompletableFuture<Json> gate = new CompletableFuture<>();
        CompletionStage<List<Json>> all =
                mashup.each(List.of(1, 2), 2, id -> id == 1 ? ask(1).thenCompose(first -> ask("more")) : gate);
        bench.answerNext("1");
        bench.accept();
        Soon.until("the dependent exchange", () -> started.size() == 2);
        gate.completeExceptionally(new IllegalStateException("test"));

        assertThat(failure(all)).hasMessage("test");
        Soon.until("the cancellation", () -> started.get(1).state() == ExchangeState.CANCELLED);
    }

    @Test
    void aCallbackOfACancelledItemStartsNothing() {
        CompletableFuture<Json> gate = new CompletableFuture<>();
        List<Throwable> refused = new CopyOnWriteArrayList<>();
        CompletionStage<List<Json>> all = mashup.each(
                List.of(1, 2),
                2,
                id -> id == 1
                        ? ask(1).exceptionallyCompose(cancelled -> ask("late"))
                                .whenComplete((late, x) -> refused.add(x))
                        : gate);
        bench.accept();
        gate.completeExceptionally(new IllegalStateException("test"));

        assertThat(failure(all)).hasMessage("test");
        Soon.until("the callback", () -> !refused.isEmpty());
        assertThat(refused.get(0)).hasMessageContaining("has been cancelled, its result is not needed");
        assertThat(started).hasSize(1);
    }

    @Test
    void whatDependsOnAFailedResultMayStartExchanges() {
        CompletionStage<String> all = mashup.each(List.of(1, 2), 2, this::ask)
                .thenApply(List::toString)
                .exceptionallyCompose(failure -> ask("instead").thenApply(Json::toString));
        bench.accept();
        bench.answerNext("{broken");
        bench.answerNext("\"other\"");

        assertThat(text(all)).isEqualTo("\"other\"");
    }

    @Test
    void itemsThatCompleteAtOnceAreALoopAndNoStack() {
        List<Integer> items = IntStream.range(0, MANY).boxed().toList();

        assertThat(value(mashup.each(items, 1, CompletableFuture::completedFuture)))
                .isEqualTo(items);
        assertThat(value(mashup.each(items, 7, CompletableFuture::completedStage)))
                .isEqualTo(items);
    }

    @Test
    void itemsThatCompleteOnAnyThreadAreAllCounted() {
        List<Integer> items = IntStream.range(0, MANY / 10).boxed().toList();
        AtomicInteger inFlight = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        // Not the common pool: where there are two processors, the JDK starts a thread for each task instead.
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            assertThat(value(mashup.each(items, 5, item -> {
                        most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
                        return CompletableFuture.supplyAsync(
                                () -> {
                                    inFlight.decrementAndGet();
                                    return item;
                                },
                                threads);
                    })))
                    .isEqualTo(items);
        } finally {
            threads.shutdownNow();
        }
        assertThat(most.get()).isLessThanOrEqualTo(5);
    }

    @Test
    void eachOfNothingIsNothing() {
        assertThat(value(mashup.each(List.<Integer>of(), 1, this::ask))).isEmpty();
        assertThat(value(mashup.eachOptional(List.<Integer>of(), 1, this::ask)))
                .isEqualTo(new PartialResult<>(List.of(), Map.of()));
    }

    @Test
    void optionalItemsThatFailAreMissing() {
        CompletionStage<PartialResult<Json>> some = mashup.eachOptional(List.of(5, 7, 9), 1, this::ask);
        bench.answerNext("\"five\"");
        bench.answerNext("{broken");
        bench.answerNext("\"nine\"");

        assertThat(value(some).values()).extracting(Json::toString).containsExactly("\"five\"", "\"nine\"");
        assertThat(value(some).missing()).containsExactly(Map.entry("7", "broken json"));
        assertThat(text(mashup.merge().put("users", some).json()))
                .isEqualTo("{\"users\":[\"five\",\"nine\"],\"missing\":{\"users.7\":\"broken json\"}}");
    }

    @Test
    void aDefectInAnOptionalItemIsNotHiddenAsMissing() {
        CompletionStage<PartialResult<Object>> some = mashup.eachOptional(
                List.of(1, 2), 1, item -> CompletableFuture.failedFuture(new NullPointerException("test")));

        assertThat(failure(some)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void theEndOfTheMashupEndsIt() {
        CompletableFuture<Json> never = new CompletableFuture<>();
        CompletionStage<List<Json>> all = mashup.each(List.of(1, 2, 3), 2, item -> item == 1 ? never : ask(item));
        mashup.cancel();

        assertThat(failure(all)).hasMessageContaining("its mashup is over");
        never.complete(Json.of(1));
        assertThat(started).hasSize(1);
        assertThatThrownBy(() -> mashup.each(List.of(1), 1, this::ask)).hasMessageContaining("the mashup is over");
    }

    @Test
    void oneWithinAnotherIsCancelledWithItsItem() {
        CompletionStage<List<List<Json>>> all = mashup.each(
                List.of("a", "b"),
                2,
                outer -> outer.equals("a")
                        ? mashup.each(List.of(1, 2, 3), 1, inner -> ask(outer + inner))
                        : ask(outer).thenApply(List::of));
        bench.accept();
        bench.answerNext("{broken");

        assertThat(failure(all)).isInstanceOf(ExchangeException.class);
        Soon.asserted(() -> assertThat(started)
                .hasSize(2)
                .allSatisfy(exchange -> assertThat(exchange.state().isEnd()).isTrue()));
    }

    private CompletionStage<Json> ask(Object id) {
        Exchange exchange = bench.get(id);
        started.add(exchange);
        return exchange.json();
    }
}
