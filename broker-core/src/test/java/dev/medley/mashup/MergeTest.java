package dev.medley.mashup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.Reason;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.json.Json;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.thread.internal.BodyExecutor;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.Loop;
import dev.medley.thread.internal.PoolThreads;
import dev.medley.thread.internal.Soon;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Documents are joined as they come; the test plays the partner. */
class MergeTest {

    private final HandPartner partner = HandPartner.open();
    private final DefaultBroker broker =
            DefaultBroker.builder().partner("shop", partner.url()).build();
    private final Mashup mashup = new DefaultMashup(broker, new GivenInbound(Map.of()));

    @BeforeEach
    void start() {
        broker.start();
    }

    @AfterEach
    void stop() {
        broker.close();
        partner.close();
    }

    @Test
    void theMembersAreInTheOrderInWhichTheyWerePut() {
        Exchange one = mashup.get("shop", "/1");
        HandConnection toOne = partner.acceptRequest();
        Exchange two = mashup.get("shop", "/2");
        HandConnection toTwo = partner.acceptRequest();
        CompletableFuture<Json> merged = json(mashup.merge().put("one", one).put("two", two));

        toTwo.answer("[2]");
        ended(two);
        assertThat(merged).isNotDone();
        toOne.answer("{\"n\": 1}");

        assertThat(text(merged)).isEqualTo("{\"one\":{\"n\": 1},\"two\":[2]}");
    }

    @Test
    void constantsAreMembersToo() {
        Merge merge = mashup.merge()
                .put("city", "Zürich \"Nord\"")
                .put("number", 3)
                .put("list", List.of(1, 2))
                .put("strange name", Map.of("a", true));

        assertThat(text(json(merge)))
                .isEqualTo(
                        "{\"city\":\"Zürich \\\"Nord\\\"\",\"number\":3,\"list\":[1,2],\"strange name\":{\"a\":true}}");
    }

    @Test
    void aMergeOfNothingIsAnEmptyObject() {
        assertThat(text(json(mashup.merge()))).isEqualTo("{}");
    }

    @Test
    void aLargeDocumentIsMadeOnAnotherThreadThanTheLoopWhereTheCodeOfTheMashupGoesOn() throws Exception {
        String large = "x".repeat(BodyExecutor.LARGE);
        AtomicInteger loop = new AtomicInteger(-1);
        CountDownLatch asked = new CountDownLatch(1);
        try (BrokerPool pool = new BrokerPool(8, false, 1);
                DefaultBroker onLoops = DefaultBroker.builder()
                        .pool(pool)
                        .partner("shop", partner.url())
                        .build()) {
            pool.start();
            onLoops.start();
            CountDownLatch release = PoolThreads.holdThoseOfBodies(pool);
            CompletableFuture<Json> merged = new CompletableFuture<>();
            Loop first = Objects.requireNonNull(pool.loops()).all().get(0);
            first.execute(() -> {
                new DefaultMashup(onLoops, new GivenInbound(Map.of()))
                        .merge()
                        .put("one", large)
                        .put("two", 2)
                        .json()
                        .thenAccept(document -> {
                            loop.set(Loop.currentNumber());
                            merged.complete(document);
                        });
                asked.countDown();
            });
            Soon.down(asked);
            assertThat(merged).isNotDone();
            release.countDown();
            assertThat(text(merged)).isEqualTo("{\"one\":\"" + large + "\",\"two\":2}");
            assertThat(loop).hasValue(first.number());
        }
    }

    @Test
    void theSameExchangeMayBeTwoMembers() {
        Exchange exchange = mashup.get("shop", "/");
        CompletableFuture<Json> merged =
                json(mashup.merge().put("one", exchange).put("two", exchange));
        partner.acceptRequest().answer("1");

        assertThat(text(merged)).isEqualTo("{\"one\":1,\"two\":1}");
    }

    @Test
    void aRequiredPartThatFailsFailsTheMergeAtOnce() {
        Exchange slow = mashup.get("shop", "/slow");
        partner.acceptRequest();
        Exchange broken = mashup.get("shop", "/broken");
        CompletableFuture<Json> merged = json(mashup.merge().put("slow", slow).put("broken", broken));

        partner.acceptRequest().answer("{broken");

        assertThat(merged)
                .failsWithin(Soon.PATIENCE)
                .withThrowableThat()
                .havingCause()
                .isInstanceOfSatisfying(
                        ExchangeException.class, x -> assertThat(x.reason()).isEqualTo(Reason.BROKEN_JSON));
        assertThat(slow.state().isEnd()).isFalse();
    }

    @Test
    void anOptionalPartThatFailsIsNullAndMissing() {
        Exchange news = mashup.get("shop", "/news");
        CompletableFuture<Json> merged = json(
                mashup.merge().put("city", "Oslo").putOptional("news", news).put("last", 1));
        partner.acceptRequest().answer("{broken");

        assertThat(text(merged))
                .isEqualTo("{\"city\":\"Oslo\",\"news\":null,\"last\":1,\"missing\":{\"news\":\"broken json\"}}");
    }

    @Test
    void anOptionalPartThatComesIsAMember() {
        Exchange news = mashup.get("shop", "/news");
        CompletableFuture<Json> merged = json(mashup.merge().putOptional("news", news));
        partner.acceptRequest().answer("[]");

        assertThat(text(merged)).isEqualTo("{\"news\":[]}");
    }

    @Test
    void anOptionalPartIsWaitedFor() {
        Exchange news = mashup.get("shop", "/news");
        HandConnection connection = partner.acceptRequest();
        CompletableFuture<Json> merged = json(mashup.merge().put("city", "Oslo").putOptional("news", news));
        assertThat(merged).isNotDone();

        connection.answer("0");
        assertThat(text(merged)).isEqualTo("{\"city\":\"Oslo\",\"news\":0}");
    }

    @Test
    void allOptionalPartsMayFail() {
        Exchange one = mashup.get("shop", "/1");
        partner.acceptRequest().answer("broken");
        Exchange two = mashup.get("shop", "/2");
        ended(one);
        CompletableFuture<Json> merged =
                json(mashup.merge().putOptional("one", one).putOptional("two", two));
        two.cancel();

        assertThat(text(merged))
                .isEqualTo("{\"one\":null,\"two\":null,\"missing\":{\"one\":\"broken json\",\"two\":\"cancelled\"}}");
    }

    @Test
    void theReplyIsTheDocument() throws Exception {
        Reply reply =
                mashup.merge().put("city", "Oslo").reply().toCompletableFuture().get();

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.type()).isEqualTo("application/json");
        assertThat(new String(reply.body(), UTF_8)).isEqualTo("{\"city\":\"Oslo\"}");
    }

    private static CompletableFuture<Json> json(Merge merge) {
        return merge.json().toCompletableFuture();
    }

    private static String text(CompletableFuture<Json> json) {
        return json.orTimeout(Soon.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .join()
                .toString();
    }

    private static void ended(Exchange exchange) {
        Soon.until("the end of " + exchange, () -> exchange.state().isEnd());
    }
}
