package dev.medley.mashup;

import static dev.medley.mashup.MashupBench.answer;
import static dev.medley.mashup.MashupBench.failure;
import static dev.medley.mashup.MashupBench.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandPartner;
import dev.medley.context.RequestIds;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.PoolThreads;
import dev.medley.thread.internal.Soon;
import dev.medley.thread.internal.placement.Given;
import dev.medley.thread.internal.placement.Where;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A mashup whose code runs on the pool, all of whose threads are held: what needs none of them goes on. */
class MergeOnPoolTest {

    private final HandPartner partner = HandPartner.open();
    private final BrokerPool pool = new BrokerPool(8, false, 1);
    private final DefaultBroker broker =
            DefaultBroker.builder().pool(pool).partner("shop", partner.url()).build();
    private final CountDownLatch release = new CountDownLatch(1);
    private DefaultMashup mashup;

    @BeforeEach
    void start() throws Exception {
        pool.start();
        broker.start();
        mashup = new DefaultMashup(
                broker,
                new GivenInbound(Map.of()),
                RequestContext.of(
                        RequestIds.create(),
                        RequestIds.DEFAULT_FIELD,
                        "GET",
                        "/",
                        ExecutionTarget.of("/test", pool.share(), Given.annotated(Where.POOL)),
                        RequestContext.NO_DEADLINE,
                        null,
                        null));
        CountDownLatch held = new CountDownLatch(pool.share().maxThreads());
        for (int i = 0; i < pool.share().maxThreads(); i++) {
            pool.share().execute(() -> {
                held.countDown();
                await(release);
            });
        }
        Soon.down(held);
    }

    @AfterEach
    void stop() {
        release.countDown();
        broker.close();
        pool.close();
        partner.close();
    }

    @Test
    void exchangesThatOnlyAMergeWaitsForNeedNoThreadOfThePool() {
        CompletionStage<Boolean> merged = mashup.merge()
                .put("one", mashup.get("shop", "/1"))
                .put("two", mashup.get("shop", "/2"))
                .json()
                .thenApply(document -> PoolThreads.isInShare());
        answer(partner.acceptRequest(), "1");
        answer(partner.acceptRequest(), "2");

        Soon.until("both have ended", () -> broker.exchangesInFlight() == 0);
        assertThat(merged.toCompletableFuture()).isNotDone();
        release.countDown();
        assertThat(value(merged)).isTrue();
    }

    @Test
    void aFailureOfThemReachesTheMashupOnThePool() {
        CompletionStage<?> merged =
                mashup.merge().put("one", mashup.get("shop", "/1")).json();
        CompletionStage<Boolean> dependent = merged.handle((document, failure) -> PoolThreads.isInShare());
        answer(partner.acceptRequest(), "{broken");

        Soon.until("it has ended", () -> broker.exchangesInFlight() == 0);
        assertThat(dependent.toCompletableFuture()).isNotDone();
        release.countDown();
        // Before the merge itself: who waits for a future may run what depends on it, on his own thread.
        assertThat(value(dependent)).isTrue();
        assertThat(failure(merged)).isInstanceOf(ExchangeException.class);
    }

    @Test
    void oneWhoseResponseTheMashupHasEndsThere() {
        Exchange one = mashup.get("shop", "/1");
        CompletionStage<Boolean> dependent = one.response().thenApply(response -> PoolThreads.isInShare());
        answer(partner.acceptRequest(), "1");

        Soon.until("it has its result", () -> one.state().isEnd());
        assertThat(dependent.toCompletableFuture()).isNotDone();
        assertThat(broker.exchangesInFlight()).isOne();
        release.countDown();
        assertThat(value(dependent)).isTrue();
    }

    @Test
    void aResponseThatTheMashupAsksForAfterTheEndIsComplete() {
        Exchange one = mashup.get("shop", "/1");
        answer(partner.acceptRequest(), "1");
        Soon.until("it has ended", () -> broker.exchangesInFlight() == 0);

        assertThat(one.response().toCompletableFuture()).isDone();
    }

    private static void await(CountDownLatch latch) {
        try {
            Soon.down(latch);
        } catch (InterruptedException x) {
            throw new IllegalStateException(x);
        }
    }
}
