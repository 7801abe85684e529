package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static dev.medley.exchange.BrokerRig.named;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandPartner;
import dev.medley.stubs.PartnerStubs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Header sections of responses that have too many fields, or too many bytes. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class ResponseHeadLimitsTest {

    private static final int KIB = 1024;
    /** Content-Type, Content-Length, and what a server adds. */
    private static final int OTHERS = 5;

    @RegisterExtension
    final BrokerRig rig;

    ResponseHeadLimitsTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    @Test
    void aResponseOf200FieldsAt32KibIsRead() {
        rig.start(at(rig.stubs().uri()));
        rig.get("/headers?count=" + (200 - OTHERS) + "&size=100").assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void moreFieldsFailTheExchange() {
        rig.start(at(rig.stubs().uri()));
        RecordingListener exchange = rig.get("/headers?count=201&size=1");
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        assertThat(exchange.failure()).hasMessageContaining("it has more than 200 header fields");
        assertThat(exchange.exchange().timings().attempts()).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void moreBytesFailTheExchange() {
        rig.start(at(rig.stubs().uri()));
        rig.get("/headers?count=2&size=20000").assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
    }

    @ParameterizedTest
    @CsvSource({
        "10, 1, true",
        "30, 1, false", // fields
        "1, 3000, true",
        "1, 5000, false", // bytes
        "3, 2000, false"
    })
    void theLimitsArePartnersOwn(int count, int size, boolean read) {
        PartnerStubs stubs = rig.stubs();
        rig.start(
                at(stubs.uri()).limits(l -> l.maxResponseHead(4 * KIB).maxResponseFields(20)),
                named("patient", stubs.uri())
                        .limits(l -> l.maxResponseHead(64 * KIB).maxResponseFields(1_000)));
        String target = "/headers?count=%d&size=%d".formatted(count, size);
        RecordingListener exchange = rig.get(target);
        exchange.assertEnded(read ? Outcome.COMPLETED : Outcome.FAILED, read ? null : Reason.CONNECTION_FAILED);
        RecordingListener other =
                rig.start(rig.broker().exchange("patient").get("/headers?count=%d&size=%d".formatted(300, 100)));
        other.assertEnded(Outcome.COMPLETED, null);
    }

    @ParameterizedTest
    @CsvSource({"19, true", "21, false"})
    void trailersCountBesideTheHead(int trailers, boolean read) {
        rig.assumeHttp11("the other end of this test's HTTP/2 makes no trailers");
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).limits(l -> l.maxResponseHead(4 * KIB).maxResponseFields(20)));
        RecordingListener exchange = rig.start(rig.exchange().get("/"));
        partner.acceptRequest()
                .send("HTTP/1.1 200 OK\r\nA: 1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n")
                .send("T: 1\r\n".repeat(trailers) + "\r\n");
        exchange.assertEnded(read ? Outcome.COMPLETED : Outcome.FAILED, read ? null : Reason.CONNECTION_FAILED);
    }

    @Test
    void interimResponsesHaveTheirOwnFields() {
        rig.assumeHttp11("the other end of this test's HTTP/2 makes no interim responses");
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).limits(l -> l.maxResponseHead(4 * KIB).maxResponseFields(20)));
        RecordingListener exchange = rig.start(rig.exchange().get("/"));
        String hints = "HTTP/1.1 103 Early Hints\r\n" + "Link: </a>\r\n".repeat(15) + "\r\n";
        partner.acceptRequest()
                .send(hints + hints + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n" + "A: 1\r\n".repeat(15) + "\r\nok");
        assertThat(exchange.response().text()).isEqualTo("ok");
    }

    @Test
    void otherStreamsOfTheConnectionGoOn() {
        rig.start(at(rig.stubs().uri()));
        RecordingListener neighbour = rig.get("/partner/0?delay=300");
        rig.get("/headers?count=201&size=1").assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        neighbour.assertEnded(Outcome.COMPLETED, null);
    }
}
