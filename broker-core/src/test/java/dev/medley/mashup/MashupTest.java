package dev.medley.mashup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeBuilder;
import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.thread.internal.Soon;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MashupTest {

    private static final DefaultBroker BROKER = DefaultBroker.builder()
            .partner("weather", "http://127.0.0.1:9")
            .partner("hotels", "http://127.0.0.1:9")
            .build();

    @BeforeAll
    static void startBroker() {
        BROKER.start();
    }

    @AfterAll
    static void stopBroker() {
        BROKER.close();
    }

    @Test
    void aParameterIsThere() {
        assertThat(mashup(Map.of("city", "Oslo")).parameter("city")).isEqualTo("Oslo");
    }

    @Test
    void aParameterIsMissing() {
        assertBadRequest(() -> mashup(Map.of()).parameter("city"), "the parameter city is missing");
    }

    @Test
    void aParameterThatIsEmptyIsMissing() {
        assertBadRequest(() -> mashup(Map.of("city", "")).parameter("city"), "the parameter city is missing");
    }

    @Test
    void aParameterThatMayBeAbsentHasAnotherValueThen() {
        assertThat(mashup(Map.of()).parameter("city", "Rome")).isEqualTo("Rome");
        assertThat(mashup(Map.of("city", "Oslo")).parameter("city", "Rome")).isEqualTo("Oslo");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "256", "+7", "007"})
    void aNumberIsWithinItsBounds(String value) {
        assertThat(mashup(Map.of("c", value)).number("c", 1, 256)).isEqualTo(Long.parseLong(value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "257", "-1", "1.5", "1e3", "many", " 1", "99999999999999999999"})
    void aNumberIsNotWithinItsBounds(String value) {
        assertBadRequest(
                () -> mashup(Map.of("c", value)).number("c", 1, 256),
                "the parameter c is '" + value + "', expected a whole number from 1 to 256");
        assertBadRequest(
                () -> mashup(Map.of("c", value)).optionalNumber("c", 1, 256),
                "the parameter c is '" + value + "', expected a whole number from 1 to 256");
    }

    @Test
    void aNumberIsMissing() {
        assertBadRequest(() -> mashup(Map.of()).number("c", 1, 256), "the parameter c is missing");
        assertThat(mashup(Map.of()).optionalNumber("c", 1, 256)).isEmpty();
    }

    @Test
    void thePartnersAreInTheOrderOfTheConfiguration() {
        assertThat(mashup(Map.of()).partners()).containsExactly("weather", "hotels");
    }

    @Test
    void thereAreNoPartners() {
        Mashup lonely = new DefaultMashup(DefaultBroker.builder().build(), new GivenInbound(Map.of()));

        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(lonely::partners)
                .satisfies(thrown -> assertThat(thrown.problem())
                        .isEqualTo(new Problem(503, "no partner is configured", null, null)));
    }

    @Test
    void thereIsNoSuchPartner() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> mashup(Map.of()).get("wether", "/"))
                .withMessage("there is no partner 'wether'; configured: weather, hotels");
    }

    @Test
    void itsExchangesAreKeptInTheOrderOfTheirStart() {
        DefaultMashup mashup = mashup(Map.of());
        Exchange one = mashup.get("weather", "/{city}", "Oslo");
        Exchange two = mashup.exchange("hotels").get("/").start();

        assertThat(mashup.exchanges()).containsExactly(one, two);
        assertThat(one.request().target()).isEqualTo("/Oslo");
        mashup.cancel();
    }

    @Test
    void aMashupThatIsOverStartsNoExchange() {
        DefaultMashup mashup = mashup(Map.of());
        ExchangeBuilder begun = mashup.exchange("hotels").get("/");
        mashup.cancel();

        assertOver(() -> mashup.get("weather", "/"));
        assertOver(() -> mashup.exchange("weather"));
        assertOver(() -> mashup.stream("weather", "/"));
        assertOver(begun::start);
        assertThat(mashup.exchanges()).isEmpty();
    }

    @Test
    void aMashupThatPollsWithoutEndStopsWhenItIsOver() {
        DefaultMashup mashup = mashup(Map.of());
        AtomicInteger polls = new AtomicInteger();
        CompletableFuture<?> polling = poll(mashup, polls).toCompletableFuture();
        Soon.until("some polls", () -> polls.get() > 2);
        mashup.cancel();

        assertThat(polling).failsWithin(Soon.PATIENCE).withThrowableThat().withMessageContaining("the mashup is over");
        assertThat(mashup.exchanges()).allMatch(exchange -> exchange.state().isEnd());
    }

    private static CompletionStage<PartnerResponse> poll(DefaultMashup mashup, AtomicInteger polls) {
        polls.incrementAndGet();
        return mashup.get("weather", "/")
                .response()
                .handle((response, failure) -> poll(mashup, polls))
                .thenCompose(next -> next);
    }

    private static void assertOver(ThrowingCallable start) {
        assertThatIllegalStateException().isThrownBy(start).withMessageContaining("the mashup is over");
    }

    @Test
    void whatItWaitsForWhenItExpiresIsTheFirstExchangeThatGoesOn() {
        DefaultMashup mashup = mashup(Map.of());
        Exchange ended = mashup.get("weather", "/");
        Soon.until("the end of the first", () -> ended.state().isEnd());

        assertThat(mashup.expired(2000))
                .isEqualTo(new Problem(504, "no reply within the deadline of 2000 ms", null, null));
    }

    private static DefaultMashup mashup(Map<String, String> parameters) {
        return new DefaultMashup(BROKER, new GivenInbound(parameters));
    }

    private static void assertBadRequest(ThrowingCallable asking, String detail) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(asking)
                .satisfies(thrown -> assertThat(thrown.problem()).isEqualTo(new Problem(400, detail, null, null)));
    }
}
