package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandHttp2;
import dev.medley.connection.HandPartner;
import dev.medley.connection.ProtocolChoice;
import dev.medley.connection.internal.address.Address;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.TestParts;
import dev.medley.thread.internal.Soon;
import java.net.URI;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SETTINGS that the partner changes on a live connection, and requests that exceed them. */
class Http2SettingsTest {

    private static final int MANY_STREAMS = 100;
    private static final int LENGTH = 3_000;

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    private final HandPartner partner = rig.hand();

    // ---- Header fields. -----------------------------------------------------------------------------------------

    @Test
    void aRequestLargerThanThePartnerAcceptsIsAFaultThatDrainsItsConnection() {
        rig.start(settings());
        RecordingListener slow = rig.get("/");
        HandHttp2 connection = HandHttp2.accept(partner, MANY_STREAMS);
        int stream = connection.readHeaders();
        connection.allowHeaderList(1024).readSettingsAcknowledged();

        RecordingListener large = get("x-large", "a".repeat(LENGTH));
        large.assertEnded(Outcome.FAILED, Reason.REQUEST_TOO_LARGE);
        assertThat(large.exchange().connection()).isSameAs(slow.exchange().connection());
        assertThat(large.exchange().timings().attempts()).hasSize(1);
        assertThat(large.failure().maybeSent()).isFalse();
        assertThat(large.failure()).hasMessageMatching(".*: the header fields take 3[0-9]{3} bytes .* accepts 1024");
        assertThat(rig.partner().endpoints().get(0).faults()).isOne();

        RecordingListener small = rig.get("/");
        HandHttp2 another = HandHttp2.accept(partner, MANY_STREAMS);
        another.answer(another.readHeaders());
        small.assertEnded(Outcome.COMPLETED, null);
        connection.answer(stream);
        slow.assertEnded(Outcome.COMPLETED, null);
        Soon.until(
                "the drained connection is closed",
                () -> rig.partner().connections().open() == 1);
    }

    @Test
    void theHeaderListOfTheLastSettingsHolds() {
        rig.start(settings());
        RecordingListener first = rig.get("/");
        HandHttp2 connection = HandHttp2.accept(partner, MANY_STREAMS);
        connection.answer(connection.readHeaders());
        first.assertEnded(Outcome.COMPLETED, null);
        connection.allowHeaderList(50).readSettingsAcknowledged();
        connection.allowHeaderList(1 << 16).readSettingsAcknowledged();

        RecordingListener large = get("x-large", "a".repeat(LENGTH));
        connection.answer(connection.readHeaders());
        large.assertEnded(Outcome.COMPLETED, null);
        assertThat(large.exchange().connection()).isSameAs(first.exchange().connection());
    }

    @Test
    void aRequestThatIsAsLargeAsThePartnerAcceptsIsSent() {
        rig.start(settings());
        RecordingListener first = rig.get("/");
        HandHttp2 connection = HandHttp2.accept(partner, MANY_STREAMS);
        connection.answer(connection.readHeaders());
        first.assertEnded(Outcome.COMPLETED, null);
        String host = URI.create(partner.url()).getAuthority();
        int fields = 5 * 32 + ":methodGET:schemehttp:authority:path/user-agentMedley".length() + host.length();
        connection.allowHeaderList(fields).readSettingsAcknowledged();

        RecordingListener exact = rig.get("/");
        connection.answer(connection.readHeaders());
        exact.assertEnded(Outcome.COMPLETED, null);

        get("a", "").assertEnded(Outcome.FAILED, Reason.REQUEST_TOO_LARGE);
    }

    @Test
    void aRequestThatIsTooLargeForOneEndpointGoesToAnother() {
        HandPartner other = rig.hand();
        Address[] addresses = Stream.of(partner, other)
                .map(each -> Address.of(URI.create(each.url())))
                .toArray(Address[]::new);
        rig.start(settings().retries(1), parts -> TestParts.random(TestParts.at(parts, addresses), bound -> 0));
        RecordingListener first = rig.get("/");
        HandHttp2 narrow = HandHttp2.accept(partner, MANY_STREAMS);
        narrow.answer(narrow.readHeaders());
        first.assertEnded(Outcome.COMPLETED, null);
        narrow.allowHeaderList(50).readSettingsAcknowledged();

        RecordingListener post = rig.start(rig.exchange().post("/").body(Bodies.small()));
        HandHttp2 wide = HandHttp2.accept(other, MANY_STREAMS);
        wide.answer(wide.readHeaders());
        post.assertEnded(Outcome.COMPLETED, null);
        assertThat(post.exchange().timings().attempts()).hasSize(2);
        assertThat(rig.partner().endpoints().get(0).faults()).isOne();
    }

    /** Their codes by Huffman are longer than they are, and Jetty's buffer of the header fields is no longer than its bound. */
    @ParameterizedTest
    @ValueSource(strings = {"\u00e9", "\\", "~", "{", "a", "\t"})
    void aValueWhoseCodeIsLongerThanItselfSpoilsNoConnection(String character) {
        rig.start(settings().limits(l -> l.maxRequestHead(4096)));
        RecordingListener slow = rig.get("/");
        HandHttp2 connection = HandHttp2.accept(partner, MANY_STREAMS);
        int stream = connection.readHeaders();

        RecordingListener rare = get("x-long", "a" + character.repeat(LENGTH) + "a");
        Soon.until(
                "the end, or the request",
                () -> rare.exchange().state().isEnd() || rare.events().contains(Event.WAITING_FOR_RESPONSE));
        if (rare.exchange().state().isEnd()) {
            rare.assertEnded(Outcome.FAILED, Reason.REQUEST_TOO_LARGE);
        } else {
            connection.answer(connection.readHeaders());
            rare.assertEnded(Outcome.COMPLETED, null);
        }

        connection.answer(stream);
        slow.assertEnded(Outcome.COMPLETED, null);
        assertThat(rig.partner().connections().opened()).isOne();
    }

    // ---- Streams. -----------------------------------------------------------------------------------------------

    @Test
    void fewerStreamsThanAreInUseLetThoseEndAndTheNextWait() {
        rig.start(settings());
        RecordingListener first = rig.get("/");
        HandHttp2 connection = HandHttp2.accept(partner, MANY_STREAMS);
        int firstStream = connection.readHeaders();
        RecordingListener second = rig.get("/");
        int secondStream = connection.readHeaders();
        connection.allowStreams(1).readSettingsAcknowledged();
        Soon.until("one permit", () -> rig.partner().maxPermits() == 1);

        RecordingListener third = rig.get("/");
        connection.answer(firstStream);
        first.assertEnded(Outcome.COMPLETED, null);
        third.await(ExchangeState.QUEUED);
        connection.answer(secondStream);
        second.assertEnded(Outcome.COMPLETED, null);
        connection.answer(connection.readHeaders());
        third.assertEnded(Outcome.COMPLETED, null);
        assertThat(third.exchange().timings().attempts()).hasSize(1);
    }

    @Test
    void anIdleConnectionThatLosesItsStreamsServesNoneUntilItHasThemAgain() {
        rig.start(settings());
        RecordingListener first = rig.get("/");
        HandHttp2 connection = HandHttp2.accept(partner, MANY_STREAMS);
        connection.answer(connection.readHeaders());
        first.assertEnded(Outcome.COMPLETED, null);
        connection.allowStreams(0).readSettingsAcknowledged();
        Soon.until("one permit", () -> rig.partner().maxPermits() == 1);

        RecordingListener next = rig.start(rig.exchange().post("/").body(Bodies.small()));
        next.await(ExchangeState.CONNECTING);
        connection.allowStreams(2);
        connection.answer(connection.readHeaders());
        next.assertEnded(Outcome.COMPLETED, null);
        assertThat(next.exchange().timings().attempts()).hasSize(1);
        assertThat(next.exchange().connection()).isSameAs(first.exchange().connection());
    }

    private RecordingListener get(String name, String value) {
        return rig.start(rig.exchange().get("/").header(name, value));
    }

    private PartnerSettings.Builder settings() {
        return at(partner.url())
                .protocol(ProtocolChoice.H2C)
                .retries(0)
                .http2(h -> h.connections(1)
                        .maxStreams(MANY_STREAMS)
                        .streamWindow(1 << 18)
                        .connectionWindow(1 << 20)
                        .pingInterval(Duration.ZERO));
    }
}
