package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The times of an exchange in each state, by a clock that the test moves. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class TimingsTest {

    @RegisterExtension
    final BrokerRig rig;

    TimingsTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    @Test
    void everyStateHasItsTimeAndTogetherTheyAreTheWhole() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).maxConnections(1));
        RecordingListener first = rig.get("/first");
        HandConnection connection = partner.acceptRequest();
        RecordingListener exchange = rig.start(
                rig.exchange().post("/").body(Bodies.large()),
                rig.listener()
                        .on(Event.CONNECTION_ESTABLISHED, e -> rig.clock().advance(Duration.ofSeconds(2)))
                        .on(Event.HEADERS_COMPLETED, e -> rig.clock().advance(Duration.ofSeconds(5))));
        exchange.await(ExchangeState.QUEUED);
        pass(1);
        connection.answer("x");
        first.assertEnded(Outcome.COMPLETED, null);
        exchange.await(ExchangeState.SENDING);
        pass(3);
        connection.readRequest();
        exchange.await(ExchangeState.WAITING);
        pass(4);
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no");
        exchange.await(ExchangeState.BODY);
        pass(6);
        connection.send("k");
        exchange.assertEnded(Outcome.COMPLETED, null);
        pass(100);
        Timings timings = exchange.exchange().timings();
        assertThat(timings.totalNanos()).isEqualTo(seconds(21));
        assertSeconds(timings, ExchangeState.QUEUED, 1);
        assertSeconds(timings, ExchangeState.CONNECTING, 0);
        assertSeconds(timings, ExchangeState.CONNECTED, 2);
        assertSeconds(timings, ExchangeState.SENDING, 3);
        assertSeconds(timings, ExchangeState.WAITING, 4);
        assertSeconds(timings, ExchangeState.HEADERS, 5);
        assertSeconds(timings, ExchangeState.BODY, 6);
        assertSumIsTotal(timings);
        AttemptTimings only = timings.attempts().get(0);
        assertThat(only.reached(ExchangeState.CONNECTING))
                .as("the connection was reused")
                .isFalse();
        assertThat(only.reached(ExchangeState.BODY)).isTrue();
        assertThat(only.reached(ExchangeState.COMPLETED)).isFalse();
        assertThat(only.reached(ExchangeState.CREATED)).isFalse();
    }

    @Test
    void eachAttemptHasItsOwn() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/");
        HandConnection first = partner.acceptRequest();
        exchange.await(ExchangeState.WAITING);
        pass(3);
        first.reset();
        HandConnection second = partner.acceptRequest();
        exchange.await(ExchangeState.WAITING);
        pass(4);
        second.answer("x");
        exchange.assertEnded(Outcome.COMPLETED, null);
        Timings timings = exchange.exchange().timings();
        assertThat(timings.attempts())
                .extracting(attempt -> attempt.nanosIn(ExchangeState.WAITING))
                .containsExactly(seconds(3), seconds(4));
        assertThat(timings.attempts())
                .extracting(attempt -> attempt.reached(ExchangeState.HEADERS))
                .containsExactly(false, true);
        assertSeconds(timings, ExchangeState.WAITING, 7);
        assertSumIsTotal(timings);
    }

    @Test
    void connectingHasItsTime() {
        rig.start(at(rig.deaf().uri()).timeout(Duration.ofSeconds(2)).connectTimeout(Duration.ofSeconds(3)));
        RecordingListener exchange = rig.get("/").await(ExchangeState.CONNECTING);
        pass(2);
        exchange.assertEnded(Outcome.EXPIRED, Reason.TIMEOUT);
        assertThat(exchange.exchange().timings().nanosIn(ExchangeState.CONNECTING))
                .isEqualTo(seconds(2));
        assertSumIsTotal(exchange.exchange().timings());
    }

    @Test
    void untilTheEndTheyGoOn() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        exchange.await(ExchangeState.WAITING);
        pass(1);
        assertSeconds(exchange.exchange().timings(), ExchangeState.WAITING, 1);
        pass(1);
        assertSeconds(exchange.exchange().timings(), ExchangeState.WAITING, 2);
        assertThat(exchange.exchange().timings().totalNanos()).isEqualTo(seconds(2));
        connection.answer("x");
        exchange.assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void theListenerSeesThemWholeAtTheEnd() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        List<Long> seen = new CopyOnWriteArrayList<>();
        RecordingListener exchange = rig.start(
                rig.exchange().get("/"),
                rig.listener().on(Event.ENDED, e -> seen.add(e.timings().totalNanos())));
        HandConnection connection = partner.acceptRequest();
        exchange.await(ExchangeState.WAITING);
        pass(7);
        connection.answer("x");
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(seen).containsExactly(seconds(7));
    }

    private void pass(long seconds) {
        rig.pass(Duration.ofSeconds(seconds));
    }

    private static long seconds(long seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }

    private static void assertSeconds(Timings timings, ExchangeState state, long seconds) {
        assertThat(timings.nanosIn(state)).as("%s", state).isEqualTo(seconds(seconds));
    }

    private static void assertSumIsTotal(Timings timings) {
        long sum = Stream.of(ExchangeState.values()).mapToLong(timings::nanosIn).sum();
        assertThat(sum).isEqualTo(timings.totalNanos());
    }
}
