package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandHttp2;
import dev.medley.connection.HandPartner;
import dev.medley.connection.ProtocolChoice;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Windows of the streams, from which a partner knows how much it may send. */
class Http2WindowTest {

    private static final int STREAMS = 100;
    private static final int STREAM_WINDOW = 64 * 1024;
    private static final int CONNECTION_WINDOW = 8 * 1024 * 1024;
    /** Three quarters of the window, in frames as large as they may be. */
    private static final int PARTS = 3;

    private static final int LARGE_WINDOW = 1 << 20;

    private static final String PART = "a".repeat(16 * 1024);

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    private final HandPartner partner = rig.hand();

    @Test
    void aBodyLargerThanItsWindowIsGrantedMoreEachTimeThatHalfOfItHasBeenRead() {
        rig.start(at(partner.url())
                .protocol(ProtocolChoice.H2C)
                .retries(0)
                .http2(h -> h.connections(1)
                        .maxStreams(STREAMS)
                        .streamWindow(STREAM_WINDOW)
                        .connectionWindow(CONNECTION_WINDOW)
                        .pingInterval(Duration.ZERO)));
        RecordingListener large = rig.get("/");
        HandHttp2 connection = HandHttp2.accept(partner, STREAMS);
        int stream = connection.readHeaders();
        RecordingListener other = rig.get("/");
        int otherStream = connection.readHeaders();
        connection.sendHead(stream).sendHead(otherStream).sendPart(otherStream, PART);

        for (int windows = 0; windows < 4; windows++) {
            for (int i = 0; i < PARTS; i++) {
                connection.sendPart(stream, PART);
            }
            assertThat(connection.readGrant(stream)).isGreaterThan(STREAM_WINDOW / 2);
        }

        connection.sendLastPart(stream, "a").sendLastPart(otherStream, "a");
        large.assertEnded(Outcome.COMPLETED, null);
        other.assertEnded(Outcome.COMPLETED, null);
    }

    /** Medley itself puts the next slice off, for the sake of others: the reader of the body is not slow. */
    @Test
    void aBodyThatIsDecompressedInSlicesIsGrantedTheLargeWindow() {
        rig.start(at(partner.url())
                .protocol(ProtocolChoice.H2C)
                .decompress(true)
                .limits(l -> l.maxExpansion(2000))
                .http2(h -> h.streamWindow(LARGE_WINDOW).connectionWindow(LARGE_WINDOW)));
        RecordingListener large = rig.get("/");
        HandHttp2 connection = HandHttp2.accept(partner, STREAMS);
        int stream = connection.readHeaders();
        byte[] plain = new byte[LARGE_WINDOW];
        byte[] random = new byte[4 * PART.length()];
        new Random(1).nextBytes(random);
        System.arraycopy(random, 0, plain, plain.length - random.length, random.length);
        String coded = new String(Compressed.gzip(plain), StandardCharsets.ISO_8859_1);

        connection.sendHead(stream, "content-encoding", "gzip");
        int sent = 0;
        for (int i = 0; i < PARTS; i++) {
            connection.sendPart(stream, coded.substring(sent, sent + PART.length()));
            sent += PART.length();
        }
        assertThat(connection.readGrant(stream)).isGreaterThan(LARGE_WINDOW / 2);

        while (coded.length() - sent > PART.length()) {
            connection.sendPart(stream, coded.substring(sent, sent + PART.length()));
            sent += PART.length();
        }
        connection.sendLastPart(stream, coded.substring(sent));
        large.assertEnded(Outcome.COMPLETED, null);
        assertThat(large.response().body()).isEqualTo(plain);
    }
}
