package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.AT_ONCE;
import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.connection.InvalidRequestException;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.Soon;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses whose status says that the request may be sent again, and the pauses before that. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class RetryStatusTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @RegisterExtension
    final BrokerRig rig;

    RetryStatusTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 502, 503, 504})
    void aGetIsSentAgainOnTheSameConnection(int status) {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        refuse(connection, status, "");
        connection.answerNext("ok");
        assertThat(exchange.response().text()).isEqualTo("ok");
        assertThat(exchange.exchange().timings().attempts()).hasSize(2);
        assertThat(rig.partner().connections().opened()).isOne();
        assertThat(rig.partner().resends().retries()).isOne();
        assertThat(exchange.events())
                .containsExactly(
                        Event.CONNECTION_ESTABLISHED,
                        Event.WAITING_FOR_RESPONSE,
                        Event.CONNECTION_ESTABLISHED,
                        Event.WAITING_FOR_RESPONSE,
                        Event.HEADERS_COMPLETED,
                        Event.BODY_COMPLETED,
                        Event.CONNECTION_IDLE,
                        Event.ENDED);
    }

    @Test
    void theResponseToTheLastAttemptIsTheAnswerWhateverItsStatus() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).retries(2));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        for (int i = 0; i < 2; i++) {
            refuse(connection, 503, "");
            connection.readRequest();
        }
        refuse(connection, 502, "");
        assertThat(exchange.response()).returns(502, PartnerResponse::status).returns("no", PartnerResponse::text);
        assertThat(exchange.exchange().timings().attempts()).hasSize(3);
    }

    @Test
    void otherStatusesAreAnswers() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).retry(AT_ONCE.andThen(r -> r.statuses(418))));
        RecordingListener first = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        refuse(connection, 500, "");
        assertThat(first.response().status()).isEqualTo(500);
        first.awaitEnd();
        RecordingListener second = rig.get("/");
        connection.readRequest();
        refuse(connection, 503, "");
        assertThat(second.response().status()).isEqualTo(503);
    }

    @Test
    void aPostIsNotSentAgain() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(rig.exchange().post("/").body(Bodies.small()));
        refuse(partner.acceptRequest(), 503, "");
        assertThat(exchange.response().status()).isEqualTo(503);
        assertThat(exchange.exchange().timings().attempts()).hasSize(1);
    }

    @Test
    void aPostWithAKeyIsSentAgainWithThatKey() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).idempotencyKey(true));
        RecordingListener exchange = rig.start(rig.exchange().post("/").body(Bodies.small()));
        HandConnection connection = partner.accept();
        String key = connection.readRequest().values("Idempotency-Key").get(0);
        refuse(connection, 503, "");
        assertThat(connection.answerNext("ok").values("Idempotency-Key")).containsExactly(key);
        assertThat(exchange.response().text()).isEqualTo("ok");
        assertThat(key).matches("\"[0-9a-f-]{36}\"");
    }

    @Test
    void aPostWithAKeyOfTheMashupIsSentAgainAfterAReset() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange =
                rig.start(rig.exchange().post("/").body(Bodies.small()).idempotencyKey("order 7"));
        HandConnection first = partner.accept();
        assertThat(first.readRequest().values("Idempotency-Key")).containsExactly("\"order 7\"");
        first.reset();
        assertThat(partner.accept().answerNext("ok").values("Idempotency-Key")).containsExactly("\"order 7\"");
        assertThat(exchange.response().text()).isEqualTo("ok");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"order 7\"", "\"\\\\ and \\\"\""})
    void aKeyThatIsQuotedIsSentAsItIs(String key) {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange =
                rig.start(rig.exchange().post("/").body(Bodies.small()).idempotencyKey(key));
        HandConnection first = partner.accept();
        assertThat(first.readRequest().values("Idempotency-Key")).containsExactly(key);
        first.reset();
        assertThat(partner.accept().answerNext("ok").values("Idempotency-Key")).containsExactly(key);
        assertThat(exchange.response().text()).isEqualTo("ok");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\"\"",
                "\"",
                "\"a",
                "a\"",
                "a\"b",
                "\"a\"b\"",
                "\"a\";b",
                "\"\\a\"",
                "\"a\\\"",
                "\u00e9",
                "\"\u00e9\""
            })
    void aKeyThatIsNeitherTextNorAQuotedStringIsRefused(String key) {
        rig.start(at(rig.hand().url()));
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> rig.exchange().post("/").body(Bodies.small()).idempotencyKey(key))
                .withMessageContaining("Idempotency-Key")
                .satisfies(x -> assertThat(x.detail()).contains("Idempotency-Key"));
    }

    @Test
    void aKeyOfTheClientThatIsPassedOnTakesThePlaceOfANewOne() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).idempotencyKey(true).passHeaders("Idempotency-Key"));
        RecordingListener exchange = rig.start(rig.exchange()
                .post("/")
                .body(Bodies.small())
                .passOn(name -> name.equals("Idempotency-Key") ? List.of("client-7") : List.of()));
        HandConnection connection = partner.accept();
        assertThat(connection.readRequest().values("Idempotency-Key")).containsExactly("client-7");
        refuse(connection, 503, "");
        assertThat(connection.answerNext("ok").values("Idempotency-Key")).containsExactly("client-7");
        assertThat(exchange.response().text()).isEqualTo("ok");
    }

    @Test
    void aGetHasNoKey() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).idempotencyKey(true));
        RecordingListener exchange = rig.get("/");
        assertThat(partner.accept().answerNext("ok").values("Idempotency-Key")).isEmpty();
        exchange.assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void aStreamedResponseIsDecidedOnByItsHead() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange =
                rig.start(rig.exchange().get("/").streamed(), rig.listener().readingOn());
        partner.acceptRequest().send("HTTP/1.1 503 Busy\r\nContent-Length: 100\r\n\r\nhalf");
        partner.accept().answerNext("whole");
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(exchange.streamedText()).isEqualTo("whole");
    }

    @Test
    void aResponseThatIsReplacedAndNeverEndsIsEndedByTheAttemptTimeout() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).attemptTimeout(SECOND));
        RecordingListener exchange = rig.get("/");
        partner.acceptRequest().send("HTTP/1.1 503 Busy\r\nContent-Length: 100\r\n\r\nhalf");
        exchange.await(ExchangeState.WAITING);
        Soon.until("the deadline", () -> rig.clock().alarms() > 0);
        rig.pass(SECOND);
        partner.accept().answerNext("whole");
        assertThat(exchange.response().text()).isEqualTo("whole");
    }

    @Test
    void cancellingAnExchangeWhoseResponseIsNotDecidedOnEndsIt() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        connection.send("HTTP/1.1 503 Busy\r\nContent-Length: 100\r\n\r\nhalf");
        exchange.await(ExchangeState.WAITING);
        assertThat(exchange.exchange().cancel()).isTrue();
        exchange.assertEnded(Outcome.CANCELLED, Reason.CANCELLED);
        connection.awaitClosed();
        Soon.asserted(() -> assertThat(rig.broker().heldBodyBytes()).isZero());
    }

    // ---- Pauses. ------------------------------------------------------------------------------------------------

    @Test
    void aRetryWaitsForARandomTimeWithoutAPermit() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).retry(r -> r.backoff(SECOND).maxBackoff(SECOND)));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        refuse(connection, 503, "");
        Soon.until(
                "the pause",
                () -> rig.partner().permitsUsed() == 0 && rig.clock().alarms() == 2);
        rig.pass(SECOND);
        connection.answerNext("ok");
        assertThat(exchange.response().text()).isEqualTo("ok");
    }

    @Test
    void aRequestThatWasSentBeforeThePauseCountsAsSentIfNothingIsSentAfterIt() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url())
                .retry(r -> r.connectRetries(0))
                .retry(r -> r.backoff(SECOND).maxBackoff(SECOND)));
        RecordingListener exchange = rig.get("/");
        refuse(partner.acceptRequest(), 503, "");
        Soon.until("the pause", () -> rig.partner().permitsUsed() == 0);
        partner.close();
        Soon.until(
                "the end of the connection", () -> rig.partner().connections().open() == 0);
        rig.pass(SECOND);
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECT_FAILED);
        assertThat(exchange.failure().maybeSent()).isTrue();
    }

    @Test
    void aRetryThatWouldStartAfterTheTimeoutIsNotMade() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).timeout(Duration.ofSeconds(5)));
        RecordingListener exchange = rig.get("/");
        refuse(partner.acceptRequest(), 503, "Retry-After: 6\r\n");
        assertThat(exchange.response().status()).isEqualTo(503);
        assertThat(exchange.exchange().timings().attempts()).hasSize(1);
    }

    @Test
    void whatIsLeftOfTheMashupsDeadlineCountsAndNotTheTimeout() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).deadlineField("X-Deadline-Ms"));
        long deadline = rig.clock().nanoTime() + Duration.ofSeconds(5).toNanos();
        RecordingListener exchange = rig.start(rig.exchange()
                .get("/")
                .requestContext(new RequestContext(
                        "id", "GET", "/", List.of(), ExecutionTarget.NONE, deadline, null, null, null, false, null)));
        HandConnection connection = partner.accept();
        assertThat(connection.readRequest().values("X-Deadline-Ms")).containsExactly("5000");
        rig.pass(Duration.ofSeconds(3));
        refuse(connection, 503, "Retry-After: 3\r\n");
        assertThat(exchange.response().status()).isEqualTo(503);
    }

    @Test
    void eachAttemptIsSentTheTimeThatIsLeftForIt() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url())
                .deadlineField("X-Deadline-Ms")
                .timeout(Duration.ofSeconds(10))
                .attemptTimeout(Duration.ofSeconds(8)));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.accept();
        assertThat(connection.readRequest().values("X-Deadline-Ms")).containsExactly("8000");
        exchange.await(ExchangeState.WAITING);
        rig.pass(Duration.ofSeconds(3));
        refuse(connection, 503, "");
        assertThat(connection.answerNext("ok").values("X-Deadline-Ms")).containsExactly("7000");
        assertThat(exchange.response().text()).isEqualTo("ok");
    }

    static void refuse(HandConnection connection, int status, String fields) {
        connection.send("HTTP/1.1 %d No\r\n%sContent-Length: 2\r\n\r\nno".formatted(status, fields));
    }
}
