package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.ProtocolChoice;
import dev.medley.stubs.raw.Http2Misbehaviour;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawHttp2Partner;
import dev.medley.stubs.raw.RawPartner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Fault 3: the connection ends in the headers of a response. An idempotent request is sent again, any other is not. */
class ResetInHeadersTest {

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    @ParameterizedTest
    @EnumSource(names = {"RESET_IN_HEADERS", "CLOSE_IN_HEADERS"})
    void aGetIsSentAgainOverHttp11(Misbehaviour end) {
        RawPartner partner = rig.raw(end, Misbehaviour.OK);
        rig.start(at(partner.uri()));
        assertThat(rig.get("/").response().status()).isEqualTo(200);
        assertThat(partner.methodCount("GET")).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(names = {"RESET_IN_HEADERS", "CLOSE_IN_HEADERS"})
    void aPostIsNotSentAgainOverHttp11(Misbehaviour end) {
        RawPartner partner = rig.raw(end, Misbehaviour.OK);
        rig.start(at(partner.uri()).retries(5));
        RecordingListener exchange = rig.start(rig.exchange().post("/").body(Bodies.small()));
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        assertThat(partner.methodCount("POST")).isOne();
    }

    @Test
    void aGetIsSentAgainOverHttp2() {
        RawHttp2Partner partner = rig.rawHttp2(Http2Misbehaviour.CLOSE_CONNECTION_IN_HEADERS, Http2Misbehaviour.OK);
        rig.start(at(partner.uri()).protocol(ProtocolChoice.H2C));
        assertThat(rig.get("/").response().status()).isEqualTo(200);
        assertThat(partner.methodCount("GET")).isEqualTo(2);
    }

    @Test
    void aPostIsNotSentAgainOverHttp2() {
        RawHttp2Partner partner = rig.rawHttp2(Http2Misbehaviour.CLOSE_CONNECTION_IN_HEADERS, Http2Misbehaviour.OK);
        rig.start(at(partner.uri()).protocol(ProtocolChoice.H2C).retries(5));
        RecordingListener exchange = rig.start(rig.exchange().post("/").body(Bodies.small()));
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        assertThat(partner.methodCount("POST")).isOne();
    }
}
