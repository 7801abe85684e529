package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exchanges that take nothing but a JSON document with a 2xx status. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class ExchangeJsonTest {

    @RegisterExtension
    final BrokerRig rig;

    ExchangeJsonTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
        partner = rig.hand();
    }

    private final HandPartner partner;

    @ParameterizedTest
    @ValueSource(strings = {"200 OK", "201 Created", "299 Fine"})
    void aDocumentCompletesTheExchange(String status) {
        RecordingListener exchange = answered(status, "{\"a\": [1, 2]}");
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(exchange.response().json().tree().get("a").size()).isEqualTo(2);
        assertThat(exchange.exchange().json().toCompletableFuture().join()).hasToString("{\"a\": [1, 2]}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"300 Multiple", "302 Found", "304 Not Modified", "404 Not Found", "500 Error"})
    void anyOtherStatusFailsIt(String status) {
        RecordingListener exchange = answered(status, status.startsWith("304") ? "" : "{}");
        exchange.assertEnded(Outcome.FAILED, Reason.UNEXPECTED_STATUS);
        assertThat(exchange.failure()).hasMessageEndingWith("status " + status.substring(0, 3));
    }

    @ParameterizedTest
    @CsvSource({
        "broken, '{\"a\":}'",
        "truncated, '{\"a\":\"b'",
        "two documents, '{} {}'",
        "blank, ' '",
        "no JSON, <html></html>"
    })
    void whatIsNotOneDocumentFailsIt(String what, String body) {
        RecordingListener exchange = answered("200 OK", body);
        exchange.assertEnded(Outcome.FAILED, Reason.BROKEN_JSON);
        assertThat(exchange.events()).as(what).contains(Event.BODY_COMPLETED, Event.CONNECTION_IDLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"200 OK", "201 Created", "204 No Content", "205 Reset Content"})
    void aResponseWithoutABodyIsTheDocumentNull(String status) {
        RecordingListener exchange = answered(status, "");
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(exchange.response().json()).hasToString("null");
        assertThat(exchange.exchange().json(Map.class).toCompletableFuture())
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOfSatisfying(
                        ExchangeException.class,
                        failure -> assertThat(failure.reason()).isEqualTo(Reason.UNEXPECTED_SHAPE));
    }

    @Test
    void aNameThatOccursTwiceFailsItAndIsNamedWithItsPlace() {
        RecordingListener exchange = answered("200 OK", "{\"a\": [{\"b\": 1,\n \"b\": 2}]}");
        exchange.assertEnded(Outcome.FAILED, Reason.REPEATED_NAME);
        assertThat(exchange.failure())
                .hasMessageEndingWith("the name 'b' occurs twice in one object, again at line 2, column 2");
    }

    @Test
    void aNumberThatIsTooLargeForJavaIsNamedWithItsPlaceByTheTree() {
        RecordingListener exchange = answered("200 OK", "{\"a\": [0.5, 1.5e+9999]}");
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThatExceptionOfType(ExchangeException.class)
                .isThrownBy(() -> exchange.response().json().tree())
                .withMessageContaining("partner partner")
                .withMessageContaining("unexpected shape at /a/1: the number 1.5e+9999 is too large for double")
                .satisfies(x -> assertThat(x.summary()).isEqualTo("unexpected shape at /a/1"));
    }

    @Test
    void bytesThatAreNotUtf8FailIt() {
        answered("200 OK", "\"\u00c3(\u00ff\"").assertEnded(Outcome.FAILED, Reason.BROKEN_JSON);
    }

    @Test
    void utf16FailsIt() {
        answered("200 OK", "\u0000{\u0000}").assertEnded(Outcome.FAILED, Reason.BROKEN_JSON);
    }

    @Test
    void aByteOrderMarkFailsIt() {
        answered("200 OK", "\u00ef\u00bb\u00bf{}").assertEnded(Outcome.FAILED, Reason.BROKEN_JSON);
    }

    @Test
    void aDocumentThatIsTooDeepFailsIt() {
        answered("200 OK", "[".repeat(100_000) + "]".repeat(100_000)).assertEnded(Outcome.FAILED, Reason.BROKEN_JSON);
    }

    @Test
    void aNumberOfAMillionDigitsFailsIt() {
        answered("200 OK", "7".repeat(1_000_000)).assertEnded(Outcome.FAILED, Reason.BROKEN_JSON);
    }

    @Test
    void theConnectionOfABrokenDocumentIsUsedAgain() {
        rig.start(at(partner.url()));
        RecordingListener broken = rig.start(rig.exchange().get("/broken").expectJson());
        HandConnection connection = partner.accept();
        connection.answerNext("broken");
        broken.assertEnded(Outcome.FAILED, Reason.BROKEN_JSON);
        RecordingListener next = rig.start(rig.exchange().get("/next").expectJson());
        connection.answerNext("{}");
        next.assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void anExchangeThatDoesNotExpectJsonHasNone() {
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/");
        partner.accept().answerNext("{}");
        assertThat(exchange.response().text()).isEqualTo("{}");
        assertThatIllegalStateException()
                .isThrownBy(() -> exchange.response().json())
                .withMessageContaining("did not expect JSON");
    }

    private RecordingListener answered(String status, String body) {
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(rig.exchange().get("/").expectJson());
        partner.acceptRequest().send("HTTP/1.1 " + status + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        return exchange;
    }
}
