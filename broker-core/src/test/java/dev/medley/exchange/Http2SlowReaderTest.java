package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandHttp2;
import dev.medley.connection.HandPartner;
import dev.medley.connection.ProtocolChoice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Responses that are read slowly, as their clients are slow, beside others of the same connection. */
class Http2SlowReaderTest {

    private static final int STREAMS = 100;
    private static final int PART_BYTES = 16 * 1024;
    private static final String PART = "a".repeat(PART_BYTES);
    private static final int FIRST_WINDOW = 4 * PART_BYTES;
    private static final int STREAM_WINDOW = 16 * PART_BYTES;
    private static final int CONNECTION_WINDOW = 16 * PART_BYTES;
    private static final int THE_CONNECTION = 0;

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    private final HandPartner partner = rig.hand();

    @Test
    void theyLeaveTheWindowOfTheirConnectionToTheOthers() {
        start();
        List<RecordingListener> slow = new ArrayList<>();
        List<Integer> streams = new ArrayList<>();
        slow.add(stream(rig.listener()));
        HandHttp2 connection = HandHttp2.accept(partner, STREAMS);
        streams.add(connection.readHeaders());
        for (int i = 1; i < CONNECTION_WINDOW / FIRST_WINDOW; i++) {
            slow.add(stream(rig.listener()));
            streams.add(connection.readHeaders());
        }
        for (int stream : streams) {
            connection.sendHead(stream);
            for (int sent = 0; sent < FIRST_WINDOW; sent += PART_BYTES) {
                connection.sendPart(stream, PART);
            }
        }

        assertThat(connection.readGrant(THE_CONNECTION)).isGreaterThan(CONNECTION_WINDOW / 2);

        RecordingListener other = rig.get("/");
        int fast = connection.readHeaders();
        connection.sendHead(fast).sendLastPart(fast, PART);
        other.assertEnded(Outcome.COMPLETED, null);
        assertThat(slow).allMatch(listener -> listener.parts().size() == 1);
        slow.forEach(listener -> listener.exchange().cancel());
    }

    @Test
    void aResponseThatIsReadAsItComesIsGrantedTheWholeWindow() {
        start();
        RecordingListener large = rig.get("/");
        HandHttp2 connection = HandHttp2.accept(partner, STREAMS);
        int stream = connection.readHeaders();
        connection
                .sendHead(stream)
                .sendPart(stream, PART)
                .sendPart(stream, PART)
                .sendPart(stream, PART);

        assertThat(connection.readGrant(stream)).isGreaterThan(STREAM_WINDOW - FIRST_WINDOW);

        connection.sendLastPart(stream, "a");
        large.assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void aResponseWhosePartsAreDemandedKeepsItsFirstWindow() {
        start();
        RecordingListener slow = stream(rig.listener().readingOn());
        HandHttp2 connection = HandHttp2.accept(partner, STREAMS);
        int stream = connection.readHeaders();
        connection
                .sendHead(stream)
                .sendPart(stream, PART)
                .sendPart(stream, PART)
                .sendPart(stream, PART);

        assertThat(connection.readGrant(stream)).isLessThanOrEqualTo(FIRST_WINDOW);

        connection.sendLastPart(stream, "a");
        slow.assertEnded(Outcome.COMPLETED, null);
    }

    private RecordingListener stream(RecordingListener listener) {
        return rig.start(rig.exchange().get("/").streamed(), listener);
    }

    private void start() {
        rig.start(at(partner.url())
                .protocol(ProtocolChoice.H2C)
                .retries(0)
                .http2(h -> h.connections(1)
                        .maxStreams(STREAMS)
                        .streamWindow(STREAM_WINDOW)
                        .connectionWindow(CONNECTION_WINDOW)
                        .pingInterval(Duration.ZERO)));
    }
}
