package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static dev.medley.exchange.Event.BODY_COMPLETED;
import static dev.medley.exchange.Event.CONNECTION_ESTABLISHED;
import static dev.medley.exchange.Event.CONNECTION_FAILED;
import static dev.medley.exchange.Event.CONNECTION_IDLE;
import static dev.medley.exchange.Event.ENDED;
import static dev.medley.exchange.Event.EXPIRED;
import static dev.medley.exchange.Event.HEADERS_COMPLETED;
import static dev.medley.exchange.Event.WAITING_FOR_RESPONSE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.ConnectionInfo;
import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.connection.HandRequest;
import dev.medley.connection.RequestBody;
import dev.medley.connection.ResponseHead;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.stubs.raw.Misbehaviour;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The events of table 1 of the paper, in the order in which they come. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class ExchangeEventsTest {

    @RegisterExtension
    final BrokerRig rig;

    ExchangeEventsTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    @Test
    void aGoodExchangeReportsEveryStepOnce() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/a?b=c");
        HandRequest request = partner.accept().answerNext("hello");
        assertThat(exchange.response().text()).isEqualTo("hello");
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(request.line()).isEqualTo("GET /a?b=c HTTP/1.1");
        assertThat(exchange.events())
                .containsExactly(
                        CONNECTION_ESTABLISHED,
                        WAITING_FOR_RESPONSE,
                        HEADERS_COMPLETED,
                        BODY_COMPLETED,
                        CONNECTION_IDLE,
                        ENDED);
    }

    @Test
    void aConnectionIsEstablishedAnewAtFirstAndReusedThereafter() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        List<Boolean> reused = new ArrayList<>();
        List<Long> ids = new ArrayList<>();
        HandConnection connection = null;
        for (int i = 0; i < 3; i++) {
            RecordingListener listener = rig.listener().on(CONNECTION_ESTABLISHED, e -> {
                reused.add(connectionOf(e).reused());
                ids.add(connectionOf(e).id());
            });
            RecordingListener exchange = rig.start(rig.exchange().get("/"), listener);
            connection = connection == null ? partner.accept() : connection;
            connection.answerNext("x");
            exchange.assertEnded(Outcome.COMPLETED, null);
        }
        assertThat(reused).containsExactly(false, true, true);
        assertThat(ids).containsOnly(ids.get(0));
        assertThat(rig.partner().connections().opened()).isOne();
    }

    @Test
    void anExchangeShowsItsFourPartsWhenTheyAreThere() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        List<ResponseHead> heads = new CopyOnWriteArrayList<>();
        RecordingListener listener =
                rig.listener().on(HEADERS_COMPLETED, e -> heads.add(Objects.requireNonNull(e.head())));
        RecordingListener exchange = rig.start(rig.exchange().get("/a").header("X-Asked", "yes"), listener);
        exchange.await(CONNECTION_ESTABLISHED);
        assertThat(exchange.exchange().destination()).as("destination").isSameAs(rig.partner());
        assertThat(connectionOf(exchange.exchange()).remoteAddress().toString()).contains("127.0.0.1");
        assertThat(exchange.exchange().request().target()).isEqualTo("/a");
        assertThat(exchange.exchange().head()).isNull();
        HandConnection connection = partner.accept();
        assertThat(connection.readRequest().values("X-Asked")).containsExactly("yes");
        connection.send("HTTP/1.1 201 Created\r\nContent-Length: 2\r\nX-Field: a\r\nX-Field: b\r\n\r\nok");
        exchange.assertEnded(Outcome.COMPLETED, null);
        ResponseHead head = heads.get(0);
        assertThat(head.status()).isEqualTo(201);
        assertThat(head.header("x-field")).isEqualTo("a");
        assertThat(head.header("X-Missing")).isNull();
        assertThat(head.headers()).extracting("value").containsExactly("2", "a", "b");
        assertThat(head.contentLength()).isEqualTo(2);
        assertThat(exchange.response().exchange()).isSameAs(exchange.exchange());
        assertThat(exchange.response().isSuccess()).isTrue();
    }

    @Test
    void aRefusedConnectionIsReportedForEachAttempt() {
        rig.start(at(rig.raw(Misbehaviour.REFUSE).uri()).retry(r -> r.connectRetries(2)));
        RecordingListener exchange = rig.get("/");
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECT_FAILED);
        assertThat(exchange.events()).containsExactly(CONNECTION_FAILED, CONNECTION_FAILED, CONNECTION_FAILED, ENDED);
        assertThat(exchange.failure().maybeSent()).isFalse();
        assertThat(exchange.failure().phase()).isEqualTo(ExchangeState.CONNECTING);
        assertThat(exchange.failure()).hasMessageContaining("partner partner, connecting: cannot connect");
    }

    @Test
    void anUnknownNameIsAConnectionThatFailed() {
        rig.start(at("http://no-such-partner.invalid:9001").retry(r -> r.connectRetries(0)));
        RecordingListener exchange = rig.get("/");
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECT_FAILED);
        assertThat(exchange.events()).containsExactly(CONNECTION_FAILED, ENDED);
        assertThat(exchange.failure()).hasMessageContaining("no-such-partner.invalid");
    }

    @Test
    void anExchangeThatExpiresReportsExpiredAndThenEnded() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).timeout(Duration.ofSeconds(5)));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        exchange.await(WAITING_FOR_RESPONSE);
        rig.pass(Duration.ofSeconds(5));
        exchange.assertEnded(Outcome.EXPIRED, Reason.TIMEOUT);
        assertThat(exchange.events()).containsExactly(CONNECTION_ESTABLISHED, WAITING_FOR_RESPONSE, EXPIRED, ENDED);
        connection.awaitClosed();
    }

    @Test
    void aConnectionThatIsNotToBeUsedAgainDoesNotBecomeIdle() {
        rig.assumeHttp11("HTTP/2 has no Connection field");
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok");
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(exchange.events()).doesNotContain(CONNECTION_IDLE);
        connection.awaitClosed();
        assertThat(rig.partner().connections().open()).isZero();
    }

    @Test
    void interimResponsesAreNoEventsAndLeaveNothingInTheResponse() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        connection
                .send("HTTP/1.1 100 Continue\r\n\r\n")
                .send("HTTP/1.1 103 Early Hints\r\nX-Hint: soon\r\n\r\n")
                .send("HTTP/1.1 102 Processing\r\n\r\n")
                .answer("at last");
        assertThat(exchange.response().text()).isEqualTo("at last");
        assertThat(exchange.response().status()).isEqualTo(200);
        assertThat(exchange.response().head().header("X-Hint")).isNull();
        assertThat(exchange.events())
                .containsExactly(
                        CONNECTION_ESTABLISHED,
                        WAITING_FOR_RESPONSE,
                        HEADERS_COMPLETED,
                        BODY_COMPLETED,
                        CONNECTION_IDLE,
                        ENDED);
    }

    @Test
    void aResponseThatComesBeforeTheRequestIsSentSkipsTheWaiting() {
        rig.assumeHttp11("a stream is idle after each response, the connection is not closed");
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(rig.exchange().post("/").body(Bodies.large()));
        HandConnection connection = partner.accept();
        exchange.await(ExchangeState.SENDING);
        connection.answer("early");
        assertThat(exchange.response().text()).isEqualTo("early");
        connection.awaitClosed();
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(exchange.events()).containsExactly(CONNECTION_ESTABLISHED, HEADERS_COMPLETED, BODY_COMPLETED, ENDED);
    }

    @Test
    void theAnswerIsThereAfterTheLastEvent() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        List<Boolean> answeredBefore = new CopyOnWriteArrayList<>();
        RecordingListener listener = rig.listener()
                .on(
                        ENDED,
                        e -> answeredBefore.add(
                                e.response().toCompletableFuture().isDone()));
        RecordingListener exchange = rig.start(rig.exchange().get("/"), listener);
        partner.accept().answerNext("x");
        exchange.awaitEnd();
        assertThat(answeredBefore).containsExactly(false);
    }

    @Test
    void anExchangeMayBeStartedByAnEventOfAnother() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        CompletableFuture<RecordingListener> second = new CompletableFuture<>();
        RecordingListener listener = rig.listener().on(ENDED, e -> second.complete(rig.get("/second")));
        rig.start(rig.exchange().get("/first"), listener);
        HandConnection connection = partner.accept();
        connection.answerNext("1");
        assertThat(connection.answerNext("2").line()).contains("/second");
        assertThat(second.join().response().text()).isEqualTo("2");
    }

    @Test
    void withoutAListenerAnExchangeEndsTheSame() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        DefaultExchange exchange = rig.exchange().get("/").start();
        partner.accept().answerNext("x");
        assertThat(exchange.response().toCompletableFuture().join().text()).isEqualTo("x");
        assertThat(exchange.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(exchange.failure()).isNull();
        assertThat(exchange.state()).isEqualTo(ExchangeState.COMPLETED);
    }

    @Test
    void untilItHasEndedThereIsNoOutcome() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/a");
        HandConnection connection = partner.acceptRequest();
        exchange.await(WAITING_FOR_RESPONSE);
        assertThat(exchange.exchange().outcome()).isNull();
        assertThat(exchange.exchange().failure()).isNull();
        assertThat(exchange.exchange()).hasToString("exchange GET /a with partner, WAITING");
        connection.answer("x");
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(exchange.exchange()).hasToString("exchange GET /a with partner, COMPLETED");
    }

    @Test
    void everyOtherExchangeIsUnmovedByOneThatFails() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).retries(0));
        RecordingListener good = rig.get("/good");
        HandConnection goodConnection = partner.acceptRequest();
        RecordingListener bad = rig.get("/bad");
        partner.acceptRequest().reset();
        bad.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        goodConnection.answer("fine");
        assertThat(good.response().text()).isEqualTo("fine");
    }

    @Test
    void aRequestHasTheFieldsThatMedleySetsAndNoOthers() {
        rig.assumeHttp11("names of fields are in lower case over HTTP/2");
        HandPartner partner = rig.hand();
        rig.start(at(partner.url() + "/base/"));
        RecordingListener exchange = rig.start(rig.exchange()
                .post("/{city}?q={q}", "São Paulo", "a&b")
                .body(RequestBody.json("{\"a\":1}"))
                .header("X-Wide", "\u00E9a"));
        HandRequest request = partner.accept().answerNext("{}");
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(request.line()).isEqualTo("POST /base/S%C3%A3o%20Paulo?q=a%26b HTTP/1.1");
        assertThat(request.body()).isEqualTo("{\"a\":1}");
        assertThat(request.fields())
                .containsExactlyInAnyOrder(
                        "Host: " + partner.url().substring("http://".length()),
                        "User-Agent: Medley",
                        "Content-Type: application/json",
                        "Content-Length: 7",
                        "X-Wide: \u00E9a");
    }

    private static ConnectionInfo connectionOf(DefaultExchange exchange) {
        return Objects.requireNonNull(exchange.connection());
    }
}
