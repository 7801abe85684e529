package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.medley.connection.RequestBody;
import dev.medley.connection.internal.HandPublisher;
import dev.medley.exchange.internal.DefaultExchangeBuilder;
import dev.medley.stubs.PartnerStubs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Wrong uses of a streamed body; they are in docs/wrong-uses.md. */
class StreamedRequestMisuseTest {

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    private final HandPublisher publisher = new HandPublisher();

    @Test
    void aStreamedBodyInTwoExchangesIsRefusedWhereTheSecondStarts() {
        PartnerStubs stubs = rig.stubs();
        rig.start(at(stubs.uri()));
        RequestBody body = publisher.body(3);
        RecordingListener first = rig.start(rig.exchange().post("/partner/1").body(body));
        DefaultExchangeBuilder second = rig.exchange().post("/partner/1").body(body);
        assertThatIllegalStateException()
                .isThrownBy(second::start)
                .withMessage("a streamed body can be sent only once, and another exchange already has it");
        publisher.send("abc").complete();
        assertThat(first.response().text()).contains("\"received\":3,");
    }

    @Test
    void aPublisherWithMoreBytesThanAnnouncedFailsTheExchange() {
        PartnerStubs stubs = rig.stubs();
        rig.start(at(stubs.uri()));
        RecordingListener exchange = rig.start(rig.exchange().post("/partner/1").body(publisher.body(8)));
        publisher.send("nine char");
        exchange.assertEnded(Outcome.FAILED, Reason.REQUEST_BODY);
        assertThat(exchange.failure())
                .hasMessageEndingWith("the publisher of the body has more than the 8 bytes announced");
    }

    @Test
    void theBytesOfAStreamedBodyAreNowhere() {
        assertThatIllegalStateException()
                .isThrownBy(() -> publisher.body(3).bytes())
                .withMessage("a streamed body is never held whole");
        rig.start(at("http://127.0.0.1:1"));
    }

    @Test
    void aNegativeLengthIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> publisher.body(-2))
                .withMessageContaining("expected 0 or more, or -1 if unknown");
        rig.start(at("http://127.0.0.1:1"));
    }
}
