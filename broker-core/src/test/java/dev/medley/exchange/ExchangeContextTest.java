package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.PoolThreads;
import dev.medley.thread.internal.Soon;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.MDC;

/** The MDC in the callbacks of exchanges. */
class ExchangeContextTest {

    private static final String KEY = "request";

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    /** The values that the callbacks have found, each with its name. */
    private final List<String> found = new CopyOnWriteArrayList<>();

    @AfterEach
    void clear() {
        MDC.clear();
    }

    @Test
    void everyEventFindsTheMdcOfTheThreadThatStartedTheExchange() throws Exception {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        MDC.put(KEY, "1");
        DefaultExchange exchange =
                rig.exchange().get("/").listener(new Noting()).start();
        MDC.clear();
        partner.acceptRequest().answer("x");
        join(exchange);
        Soon.asserted(() -> assertThat(found)
                .containsExactly("established 1", "waiting 1", "headers 1", "body 1", "idle 1", "ended 1"));
    }

    @Test
    void dependentStagesFindItWhereverTheyRun() throws Exception {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        MDC.put(KEY, "1");
        CompletableFuture<String> stage = rig.exchange()
                .get("/")
                .start()
                .response()
                .thenApply(response -> note("apply"))
                .thenCompose(noted -> CompletableFuture.completedStage(note("compose")))
                .thenApplyAsync(noted -> note("async"))
                .handle((noted, failure) -> note("handle"))
                .toCompletableFuture();
        MDC.clear();
        partner.acceptRequest().answer("x");
        stage.get(Soon.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(found).containsExactly("apply 1", "compose 1", "async 1", "handle 1");
    }

    @Test
    void dependentsOfATimeOutFindItOnThePool() throws Exception {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        MDC.put(KEY, "1");
        DefaultExchange exchange = rig.exchange().get("/").expectJson().start();
        CompletableFuture<String> late = exchange.json()
                .toCompletableFuture()
                .orTimeout(100, TimeUnit.MILLISECONDS)
                .handle((document, failure) -> note("late " + failure.getClass().getSimpleName() + where()));
        CompletableFuture<String> instead = exchange.json(String.class)
                .toCompletableFuture()
                .completeOnTimeout("other", 100, TimeUnit.MILLISECONDS)
                .thenApply(value -> note(value + where()));
        MDC.clear();
        late.get(Soon.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        instead.get(Soon.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(found).containsExactlyInAnyOrder("late TimeoutException true 1", "other true 1");
        exchange.cancel();
    }

    @Test
    void aTimeOutThatDoesNotPassChangesNothing() throws Exception {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        DefaultExchange exchange = rig.exchange().get("/").expectJson().start();
        CompletableFuture<String> inTime = exchange.json(String.class)
                .toCompletableFuture()
                .orTimeout(1, TimeUnit.HOURS)
                .completeOnTimeout("other", 100, TimeUnit.HOURS);
        partner.acceptRequest().answer("\"x\"");
        assertThat(inTime.get(Soon.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("x");
        assertThat(inTime.orTimeout(1, TimeUnit.NANOSECONDS)).isCompletedWithValue("x");
    }

    private static String where() {
        return " " + BrokerPool.onBrokerThread();
    }

    @Test
    void dependentsBeyondTheDepthFindItOnThePool() throws Exception {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        DefaultExchange exchange = rig.exchange().get("/").start();
        partner.acceptRequest().answer("x");
        join(exchange);
        MDC.put(KEY, "1");
        CompletableFuture<String> innermost = new CompletableFuture<>();
        nest(exchange, 40, innermost);
        MDC.clear();
        assertThat(innermost.get(Soon.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("1");
    }

    @Test
    void callbacksOfOneExchangeWithinThoseOfAnotherFindTheirOwn() throws Exception {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).maxConnections(1));
        MDC.put(KEY, "1");
        DefaultExchange first = rig.exchange().get("/1").start();
        HandConnection connection = partner.acceptRequest();
        MDC.put(KEY, "2");
        DefaultExchange second = rig.exchange().get("/2").listener(new Noting()).start();
        MDC.clear();
        CompletableFuture<String> afterwards = new CompletableFuture<>();
        first.response().thenAccept(response -> {
            note("before");
            second.cancel();
            note("after");
            afterwards.complete("done");
        });
        connection.answer("x");
        // The dependent was added here: within the exchange's completion it has the context of the exchange.
        afterwards.get(Soon.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        Soon.asserted(() -> assertThat(found).contains("before 1", "ended 2", "after 1"));
        assertThat(found).noneMatch(line -> line.endsWith("null"));
    }

    @Test
    void whatCallbacksLeaveBehindStaysOnNoThread() throws Exception {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        MDC.put(KEY, "1");
        DefaultExchange exchange = rig.exchange()
                .get("/")
                .listener(new ExchangeListener() {
                    @Override
                    public void onHeadersCompleted(Exchange one) {
                        MDC.put("left", "by the listener");
                    }
                })
                .start();
        CompletableFuture<String> stage = exchange.response()
                .thenApply(response -> {
                    MDC.put("left", "by a stage");
                    return "done";
                })
                .toCompletableFuture();
        MDC.clear();
        partner.acceptRequest().answer("x");
        stage.get(Soon.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(PoolThreads.mdcs(rig.broker().pool())).isNotEmpty().allMatch(String::isEmpty);
    }

    @Test
    void aListenerThatThrowsLeavesNothingAndItsEndHasTheContext() throws Exception {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        MDC.put(KEY, "1");
        DefaultExchange exchange = rig.exchange()
                .get("/")
                .listener(new ExchangeListener() {
                    @Override
                    public void onHeadersCompleted(Exchange one) {
                        MDC.put("left", "by the listener");
                        throw new IllegalStateException("the listener's own");
                    }

                    @Override
                    public void onEnded(Exchange one, Outcome outcome) {
                        note("ended");
                    }
                })
                .start();
        MDC.clear();
        partner.acceptRequest().answer("x");
        join(exchange);
        assertThat(found).containsExactly("ended 1");
        assertThat(PoolThreads.mdcs(rig.broker().pool())).allMatch(String::isEmpty);
    }

    @Test
    void theEndByATimeoutHasTheContext() throws Exception {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).timeout(Duration.ofSeconds(1)));
        MDC.put(KEY, "1");
        DefaultExchange exchange =
                rig.exchange().get("/").listener(new Noting()).start();
        MDC.clear();
        partner.acceptRequest();
        Soon.until("sent", () -> exchange.state() == ExchangeState.WAITING);
        rig.pass(Duration.ofSeconds(1));
        join(exchange);
        assertThat(found).contains("expired 1", "ended 1");
    }

    private void nest(DefaultExchange exchange, int depth, CompletableFuture<String> innermost) {
        exchange.response().thenAccept(response -> {
            if (depth > 0) {
                nest(exchange, depth - 1, innermost);
            } else {
                innermost.complete(String.valueOf(MDC.get(KEY)));
            }
        });
    }

    private static void join(DefaultExchange exchange) {
        Soon.until("end", () -> exchange.outcome() != null && exchange.isAtRest());
    }

    private String note(String event) {
        @Nullable String request = MDC.get(KEY);
        found.add(event + " " + request);
        return event;
    }

    private final class Noting implements ExchangeListener {

        @Override
        public void onConnectionEstablished(Exchange exchange) {
            note("established");
        }

        @Override
        public void onConnectionIdle(Exchange exchange) {
            note("idle");
        }

        @Override
        public void onWaitingForResponse(Exchange exchange) {
            note("waiting");
        }

        @Override
        public void onHeadersCompleted(Exchange exchange) {
            note("headers");
        }

        @Override
        public void onBodyCompleted(Exchange exchange) {
            note("body");
        }

        @Override
        public void onExpired(Exchange exchange) {
            note("expired");
        }

        @Override
        public void onEnded(Exchange exchange, Outcome outcome) {
            note("ended");
        }
    }
}
