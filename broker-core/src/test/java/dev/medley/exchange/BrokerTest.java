package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static dev.medley.exchange.BrokerRig.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.medley.connection.HandPartner;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.exchange.internal.DefaultExchangeBuilder;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.Partner;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import dev.medley.thread.internal.Soon;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BrokerTest {

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    @Test
    void partnersAreFoundByTheirNamesInTheOrderOfTheConfiguration() {
        DefaultBroker broker = rig.start(named("b", "http://127.0.0.1:1"), named("a", "http://127.0.0.1:2"));
        assertThat(broker.partners()).extracting(Partner::name).containsExactly("b", "a");
        assertThat(broker.partner("a").settings().url()).hasPort(2);
        assertThat(broker.partner("a")).hasToString("a");
    }

    @Test
    void anUnknownPartnerIsRefusedAndThoseThatThereAreAreNamed() {
        DefaultBroker broker = rig.start(named("b", "http://127.0.0.1:1"), named("a", "http://127.0.0.1:2"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> broker.exchange("wether"))
                .withMessage("there is no partner 'wether'; configured: b, a");
    }

    @Test
    void withoutPartnersItSaysThatThereAreNone() {
        DefaultBroker broker = rig.start();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> broker.exchange("weather"))
                .withMessageContaining("configured: none");
    }

    @Test
    void beforeItsStartItStartsNoExchange() {
        rig.start();
        DefaultBroker broker =
                DefaultBroker.builder().partner("a", "http://127.0.0.1:1").build();
        assertThatIllegalStateException()
                .isThrownBy(() -> broker.exchange("a").get("/").start())
                .withMessage("an exchange with partner a before the broker was started: call its start()");
    }

    @Test
    void noTwoPartnersHaveOneName() {
        rig.start();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DefaultBroker.builder()
                        .partner("a", "http://127.0.0.1:1")
                        .partner("a", "http://127.0.0.1:2")
                        .pool(rig.broker().pool())
                        .build())
                .withMessageContaining("partner a is configured twice");
    }

    @Test
    void aRequestThatCouldNotBeOneIsRefusedBeforeItStarts() {
        rig.start(at("http://127.0.0.1:1"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rig.exchange().get("/a b").start());
        assertThatIllegalArgumentException().isThrownBy(() -> rig.exchange().header("a", "b\r\nc: d"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rig.exchange().header("Content-Length", "3").start());
        assertThat(rig.partner().permitsUsed()).isZero();
    }

    @Test
    void observersAreCalledAtTheEndOfEveryExchange() {
        HandPartner partner = rig.hand();
        DefaultBroker broker = rig.start(at(partner.url()).retries(0));
        List<Outcome> seen = new CopyOnWriteArrayList<>();
        broker.onExchangeEnded(exchange -> seen.add(exchange.outcome()));
        RecordingListener good = rig.get("/");
        partner.accept().answerNext("x");
        good.awaitEnd();
        RecordingListener bad = rig.get("/");
        bad.await(Event.WAITING_FOR_RESPONSE);
        bad.exchange().cancel();
        bad.awaitEnd();
        assertThat(seen).containsExactly(Outcome.COMPLETED, Outcome.CANCELLED);
    }

    @Test
    void anExchangeIsSettledOnceTheDependentsOfItsStageHaveReturned() {
        HandPartner partner = rig.hand();
        DefaultBroker broker = rig.start(at(partner.url()).retries(0));
        List<String> seen = new CopyOnWriteArrayList<>();
        broker.onExchangeSettled(exchange ->
                seen.add("%s is settled, %d in flight".formatted(exchange.label(), broker.exchangesInFlight())));
        broker.onExchangeEnded(exchange -> seen.add("ended"));
        DefaultExchange exchange = rig.exchange().get("/").label("x").start();
        exchange.response()
                .thenApply(response -> seen.add("dependent"))
                .thenRun(() -> broker.exchange(BrokerRig.PARTNER)
                        .get("/next")
                        .label("next")
                        .start()
                        .cancel());
        partner.accept().answerNext("x");
        Soon.asserted(() -> assertThat(seen)
                .containsExactly(
                        "ended", "dependent", "ended", "next is settled, 2 in flight", "x is settled, 1 in flight"));
        Soon.asserted(() -> assertThat(broker.exchangesInFlight()).isZero());
    }

    @Test
    void theLedgerKnowsWhatExchangesTook() {
        HandPartner partner = rig.hand();
        DefaultBroker broker = rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(
                rig.exchange().get("/"),
                rig.listener().on(Event.HEADERS_COMPLETED, e -> rig.clock().advance(Duration.ofSeconds(3))));
        partner.accept().answerNext("x");
        exchange.awaitEnd();
        // It is entered when the thread is done with the exchange, which may be after the answer is there.
        Soon.asserted(() -> assertThat(broker.ledger().totals().exchangeNanos())
                .isEqualTo(Duration.ofSeconds(3).toNanos()));
        assertThat(broker.ledger().totals().inboundNanos()).isZero();
    }

    @Test
    void closingItEndsWhatIsGoingOn() {
        HandPartner partner = rig.hand();
        DefaultBroker broker = rig.start(
                at(partner.url()).maxConnections(2).retries(0),
                named("deaf", rig.raw(Misbehaviour.NEVER_ACCEPT).uri()));
        RecordingListener waiting = rig.get("/waiting");
        partner.acceptRequest();
        RecordingListener streaming = rig.start(rig.exchange().get("/streaming").streamed());
        partner.acceptRequest().send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart");
        streaming.await(Event.BODY_PART);
        RecordingListener queued = rig.get("/queued").await(ExchangeState.QUEUED);
        RecordingListener connecting = rig.start(broker.exchange("deaf").get("/"));
        connecting.await(ExchangeState.CONNECTING);
        broker.close();
        waiting.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        streaming.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        queued.assertEnded(Outcome.FAILED, Reason.CONNECT_FAILED);
        connecting.assertEnded(Outcome.FAILED, Reason.CONNECT_FAILED);
        RecordingListener late = rig.get("/late");
        late.assertEnded(Outcome.FAILED, Reason.CONNECT_FAILED);
    }

    @Test
    void closingItEndsThoseThatWaitBeforeItsPoolStops() {
        rig.start();
        RawPartner partner = rig.raw(Misbehaviour.NEVER_ANSWER);
        DefaultBroker own = DefaultBroker.builder()
                .partner(PartnerSettings.of("partner", partner.uri().toString())
                        .maxConnections(3)
                        .build())
                .build()
                .start();
        List<DefaultExchange> exchanges = IntStream.range(0, 200)
                .mapToObj(i -> own.exchange("partner").get("/").start())
                .toList();
        Soon.until("three requests", () -> partner.requests() == 3);
        own.close();
        assertThat(exchanges)
                .allMatch(exchange -> exchange.response().toCompletableFuture().isCompletedExceptionally());
        assertThat(own.partner("partner").permitsUsed()).isZero();
        assertThat(own.partner("partner").queued()).isZero();
    }

    @Test
    void anExchangeWhoseOwnerThrowsIsNotStarted() {
        HandPartner partner = rig.hand();
        DefaultBroker broker = rig.start(at(partner.url()));
        List<DefaultExchange> ended = new CopyOnWriteArrayList<>();
        broker.observeEnds(ended::add);
        DefaultExchangeBuilder owned = broker.exchange(BrokerRig.PARTNER, exchange -> {
            throw new IllegalStateException("test");
        });
        assertThatIllegalStateException().isThrownBy(owned::start);
        Soon.until("its end", () -> ended.size() == 1);
        assertThat(ended.get(0).outcome()).isEqualTo(Outcome.CANCELLED);
        assertThat(rig.partner().connections().opened()).isZero();
    }

    @Test
    void aBrokerWithAPoolOfItsOwnStartsAndStopsIt() {
        rig.start();
        HandPartner partner = rig.hand();
        DefaultBroker own = DefaultBroker.builder()
                .partner("partner", partner.url())
                .build()
                .start();
        DefaultExchange exchange = own.exchange("partner").get("/").start();
        partner.accept().answerNext("x");
        assertThat(exchange.response().toCompletableFuture().join().text()).isEqualTo("x");
        assertThat(own.pool()).isNotSameAs(rig.broker().pool());
        own.close();
        assertThat(own.pool().use().started()).isZero();
        assertThat(rig.broker().pool().use().started()).isPositive();
    }
}
