package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.AT_ONCE;
import static dev.medley.exchange.BrokerRig.at;
import static dev.medley.exchange.RetryStatusTest.refuse;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.connection.internal.address.Address;
import dev.medley.partner.internal.TestParts;
import dev.medley.thread.internal.Soon;
import java.net.URI;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fault 23: 429 and 503 with Retry-After are honoured and capped, 503 by all exchanges with the endpoint, 429 by its own. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class RetryAfterHonouredTest {

    private static final Duration CAP = Duration.ofSeconds(10);

    @RegisterExtension
    final BrokerRig rig;

    RetryAfterHonouredTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void theRetryWaitsForAsLongAsThePartnerAsks(int status) {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        refuse(connection, status, "Retry-After: 2\r\n");
        awaitPause();
        rig.pass(Duration.ofMillis(1_999));
        assertThat(exchange.exchange().timings().attempts()).hasSize(1);
        rig.pass(Duration.ofMillis(1));
        connection.answerNext("ok");
        assertThat(exchange.response().text()).isEqualTo("ok");
    }

    @Test
    void aDateIsHonouredAsSecondsAre() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        refuse(
                connection,
                503,
                "Date: Sun, 22 Nov 2026 10:00:00 GMT\r\nRetry-After: Sun, 22 Nov 2026 10:00:03 GMT\r\n");
        awaitPause();
        rig.pass(Duration.ofSeconds(3));
        connection.answerNext("ok");
        assertThat(exchange.response().text()).isEqualTo("ok");
    }

    @Test
    void withoutAFieldDateADateIsCountedFromTheTimeOfDay() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        rig.pass(Duration.ofMillis(500));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        refuse(connection, 503, "Retry-After: Thu, 01 Jan 2026 12:00:03 GMT\r\n");
        awaitPause();
        rig.pass(Duration.ofMillis(2_499));
        assertThat(exchange.exchange().timings().attempts()).hasSize(1);
        rig.pass(Duration.ofMillis(1));
        connection.answerNext("ok");
        assertThat(exchange.response().text()).isEqualTo("ok");
    }

    @ParameterizedTest
    @ValueSource(strings = {"99999999999999999999", "31536000", "Fri, 31 Dec 9999 23:59:59 GMT"})
    void anAbsurdTimeIsCapped(String absurd) {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        refuse(connection, 503, "Retry-After: " + absurd + "\r\n");
        awaitPause();
        rig.pass(CAP);
        connection.answerNext("ok");
        assertThat(exchange.response().text()).isEqualTo("ok");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-5", "soon", "Sun, 06 Nov 1994 08:49:37 GMT", "0"})
    void whatIsNoTimeToComeIsIgnored(String value) {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        refuse(connection, 503, "Retry-After: " + value + "\r\n");
        connection.answerNext("ok");
        assertThat(exchange.response().text()).isEqualTo("ok");
    }

    @Test
    void aUsersRateLimitHoldsBackNoOther() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener refused = rig.get("/refused");
        HandConnection connection = partner.acceptRequest();
        refuse(connection, 429, "Retry-After: 4\r\n");
        awaitPause();

        RecordingListener another = rig.get("/another");
        assertThat(connection.answerNext("ok").line()).contains("/another");
        assertThat(another.response().text()).isEqualTo("ok");
        another.awaitEnd();
        assertThat(refused.exchange().timings().attempts()).hasSize(1);
        assertThat(rig.partner().resends().heldBack()).isZero();

        rig.pass(Duration.ofSeconds(4));
        assertThat(connection.answerNext("late").line()).contains("/refused");
        assertThat(refused.response().text()).isEqualTo("late");
    }

    @Test
    void aUsersRateLimitHoldsAtEachEndpoint() {
        HandPartner busy = rig.hand();
        HandPartner other = rig.hand();
        startWithFirst(busy, other);
        RecordingListener exchange = rig.get("/");
        refuse(busy.acceptRequest(), 429, "Retry-After: 5\r\n");
        awaitPause();
        rig.pass(Duration.ofMillis(4_999));
        assertThat(exchange.exchange().timings().attempts()).hasSize(1);
        rig.pass(Duration.ofMillis(1));
        other.accept().answerNext("ok");
        assertThat(exchange.response().text()).isEqualTo("ok");
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void allExchangesWithTheEndpointHeedWhatOneWasTold(int status) {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).retries(0).retry(AT_ONCE.andThen(r -> r.sharedRateLimit(status == 429))));
        RecordingListener refused = rig.get("/refused");
        HandConnection connection = partner.acceptRequest();
        refuse(connection, status, "Retry-After: 4\r\n");
        assertThat(refused.response().status()).isEqualTo(status);
        refused.awaitEnd();
        RecordingListener another = rig.get("/another");
        another.assertEnded(Outcome.FAILED, Reason.NO_ENDPOINT);
        assertThat(another.failure()).hasMessageEndingWith("its Retry-After permits no request for another 4000 ms");
        assertThat(another.failure().maybeSent()).isFalse();
        assertThat(rig.partner().resends().heldBack()).isOne();
        rig.pass(Duration.ofSeconds(4));
        RecordingListener later = rig.get("/later");
        assertThat(connection.answerNext("ok").line()).contains("/later");
        assertThat(later.response().text()).isEqualTo("ok");
    }

    @Test
    void withoutACapTheFieldIsIgnored() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).retries(0).retry(AT_ONCE.andThen(r -> r.maxRetryAfter(Duration.ZERO))));
        RecordingListener refused = rig.get("/refused");
        HandConnection connection = partner.acceptRequest();
        refuse(connection, 503, "Retry-After: 4\r\n");
        refused.awaitEnd();
        RecordingListener another = rig.get("/another");
        connection.answerNext("ok");
        another.assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void anotherEndpointTakesTheRetryAtOnce() {
        HandPartner busy = rig.hand();
        HandPartner sound = rig.hand();
        startWithFirst(busy, sound);
        RecordingListener exchange = rig.get("/");
        refuse(busy.acceptRequest(), 503, "Retry-After: 5\r\n");
        HandConnection connection = sound.accept();
        connection.answerNext("sound");
        assertThat(exchange.response().text()).isEqualTo("sound");
        exchange.awaitEnd();
        RecordingListener next = rig.get("/next");
        connection.answerNext("sound");
        assertThat(next.response().text()).isEqualTo("sound");
    }

    @Test
    void whereAllEndpointsAskForAPauseTheRetryWaitsForTheEndOfTheFirst() {
        HandPartner one = rig.hand();
        HandPartner two = rig.hand();
        startWithFirst(one, two);
        RecordingListener exchange = rig.get("/");
        refuse(one.acceptRequest(), 503, "Retry-After: 5\r\n");
        HandConnection sooner = two.acceptRequest();
        refuse(sooner, 503, "Retry-After: 2\r\n");
        awaitPause();
        rig.pass(Duration.ofMillis(1_999));
        assertThat(exchange.exchange().timings().attempts()).hasSize(2);
        rig.pass(Duration.ofMillis(1));
        sooner.answerNext("ok");
        assertThat(exchange.response().text()).isEqualTo("ok");
        assertThat(rig.partner().resends().heldBack()).isZero();
    }

    @Test
    void whereThePausesOfAllAreTooLongTheLastResponseIsTheAnswer() {
        HandPartner one = rig.hand();
        HandPartner two = rig.hand();
        startWithFirst(one, two);
        RecordingListener exchange = rig.start(rig.exchange().get("/").timeout(Duration.ofSeconds(4)));
        refuse(one.acceptRequest(), 503, "Retry-After: 5\r\n");
        refuse(two.acceptRequest(), 503, "Retry-After: 5\r\n");
        assertThat(exchange.response().status()).isEqualTo(503);
        assertThat(exchange.exchange().timings().attempts()).hasSize(2);
        assertThat(rig.partner().resends().retries()).isOne();
    }

    /** Starts with a partner of two endpoints, of which the first one is chosen if it admits an attempt. */
    private void startWithFirst(HandPartner first, HandPartner second) {
        Address[] addresses = Stream.of(first, second)
                .map(each -> Address.of(URI.create(each.url())))
                .toArray(Address[]::new);
        rig.start(
                at(first.url()).retries(2),
                // Always the first of those that are left.
                parts -> TestParts.random(TestParts.at(parts, addresses), bound -> 0));
    }

    private void awaitPause() {
        Soon.until(
                "the pause",
                () -> rig.partner().permitsUsed() == 0 && rig.clock().alarms() == 2);
    }
}
