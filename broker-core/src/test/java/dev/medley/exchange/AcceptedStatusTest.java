package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.thread.internal.Soon;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The statuses that an exchange accepts; an answer of another one is refused, and can be looked at. */
class AcceptedStatusTest {

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    private HandPartner partner;

    @BeforeEach
    void start() {
        partner = rig.hand();
        rig.start(at(partner.url()));
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 404, 409})
    void acceptedStatusesComplete(int status) {
        RecordingListener exchange = rig.start(rig.exchange().get("/").accept(404, 409));
        answer(status, "x");

        assertThat(exchange.response().status()).isEqualTo(status);
        assertThat(exchange.response().text()).isEqualTo("x");
    }

    @Test
    void anyStatusIsAcceptedUnlessSomeAre() {
        RecordingListener exchange = rig.start(rig.exchange().get("/"));
        answer(500, "x");

        assertThat(exchange.response().status()).isEqualTo(500);
    }

    @Test
    void anAnswerThatIsRefusedCanBeLookedAt() {
        RecordingListener exchange = rig.start(rig.exchange().get("/").accept(404));
        answer(403, "forbidden");

        ExchangeException failure = exchange.failure();
        assertThat(failure.reason()).isEqualTo(Reason.UNEXPECTED_STATUS);
        assertThat(failure.status()).isEqualTo(403);
        assertThat(Objects.requireNonNull(failure.head()).header("x-odd")).isEqualTo("1");
        assertThat(failure.body()).asString().isEqualTo("forbidden");
        Soon.asserted(() -> assertThat(rig.broker().heldBodyBytes()).isZero());
    }

    @Test
    void aFailureWithoutAnAnswerHasNone() {
        RecordingListener exchange = rig.start(rig.exchange().get("/"));
        partner.acceptRequest();
        exchange.exchange().cancel();

        assertThat(exchange.failure().status()).isZero();
        assertThat(exchange.failure().head()).isNull();
        assertThat(exchange.failure().body()).isEmpty();
    }

    @Test
    void theBodyOfARefusedAnswerIsHeldWithinBoundsUntilItsOwnerReleasesIt() {
        DefaultExchange exchange = rig.broker()
                .exchange(BrokerRig.PARTNER, owned -> {})
                .get("/")
                .expectJson()
                .start();
        answer(404, "x".repeat(ExchangeException.LONGEST_BODY + 1));
        Soon.until("the end", () -> exchange.state().isEnd());

        assertThat(Objects.requireNonNull(exchange.failure()).body()).hasSize(ExchangeException.LONGEST_BODY);
        assertThat(rig.broker().heldBodyBytes()).isEqualTo(ExchangeException.LONGEST_BODY);
        exchange.release();
        assertThat(rig.broker().heldBodyBytes()).isZero();
    }

    @Test
    void theBodyOfAnAcceptedStatusNeedNotBeJson() {
        RecordingListener exchange =
                rig.start(rig.exchange().get("/").expectJson().accept(404));
        answer(404, "<html>");

        assertThat(exchange.response().text()).isEqualTo("<html>");
        assertThatThrownBy(() -> exchange.response().json())
                .isInstanceOf(ExchangeException.class)
                .hasMessageContaining("status 404 without a JSON document");
    }

    @Test
    void theBodyOfAnAcceptedStatusIsADocumentIfItIsJson() {
        RecordingListener exchange =
                rig.start(rig.exchange().get("/").expectJson().accept(404));
        answer(404, "{}");

        assertThat(exchange.response().json()).hasToString("{}");
    }

    @Test
    void aDocumentIsReadIntoAType() {
        RecordingListener exchange = rig.start(rig.exchange().get("/").expectJson());
        CompletionStage<City> city = exchange.exchange().json(City.class);
        answer(200, "{\"name\":\"Oslo\"}");

        assertThat(city.toCompletableFuture()).succeedsWithin(Soon.PATIENCE).isEqualTo(new City("Oslo"));
    }

    @Test
    void aDocumentThatDoesNotFitIsTheFaultOfThePartner() {
        RecordingListener exchange = rig.start(rig.exchange().get("/").expectJson());
        CompletionStage<City> city = exchange.exchange().json(City.class);
        answer(200, "{\"name\":[]}");

        assertThat(city.toCompletableFuture())
                .failsWithin(Soon.PATIENCE)
                .withThrowableThat()
                .havingCause()
                .isInstanceOfSatisfying(ExchangeException.class, x -> {
                    assertThat(x.reason()).isEqualTo(Reason.UNEXPECTED_SHAPE);
                    assertThat(x.summary()).isEqualTo("unexpected shape at /name");
                })
                .withMessageContaining("partner partner, completed: unexpected shape at /name: ")
                .withMessageContaining("City");
    }

    @Test
    void aFieldWithoutAValueIsNotSent() {
        rig.start(rig.exchange().get("/").header("Authorization", null));
        HandConnection connection = partner.accept();
        assertThat(connection.readRequest().toString()).doesNotContainIgnoringCase("authorization");
        connection.answer("x");
    }

    private void answer(int status, String body) {
        partner.acceptRequest()
                .send("HTTP/1.1 %d Odd\r\nX-Odd: 1\r\nContent-Length: %d\r\n\r\n%s"
                        .formatted(status, body.length(), body));
    }

    private record City(String name) {}
}
