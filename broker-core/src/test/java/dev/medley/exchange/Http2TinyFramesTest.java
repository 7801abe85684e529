package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandHttp2;
import dev.medley.connection.HandPartner;
import dev.medley.connection.ProtocolChoice;
import dev.medley.thread.internal.Soon;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** DATA frames of one byte towards a reader that is slow: they take the memory of their bytes. */
class Http2TinyFramesTest {

    private static final int STREAMS = 100;
    private static final int FRAMES = 60_000;
    private static final int FEW_PARTS = 8;
    private static final int ROUNDS = 20;
    private static final int LARGE = 400;
    private static final String TEXT =
            IntStream.range(0, FRAMES).mapToObj(i -> String.valueOf(i % 10)).collect(Collectors.joining());

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    private final HandPartner partner = rig.hand();

    @Test
    void thoseThatComeWhileTheReaderIsBehindBecomeFewParts() {
        start();
        RecordingListener slow = rig.start(rig.exchange().get("/").streamed(), rig.listener());
        HandHttp2 connection = HandHttp2.accept(partner, STREAMS);
        int stream = connection.readHeaders();
        connection.sendHead(stream).sendParts(stream, TEXT);
        Soon.until("the first part", () -> slow.parts().size() == 1);
        awaitAllRead(connection);

        connection.sendLastPart(stream, "end");
        awaitAllRead(connection);
        readOn(slow);
        slow.assertEnded(Outcome.COMPLETED, null);
        assertThat(slow.streamedText()).isEqualTo(TEXT + "end");
        assertThat(slow.parts()).hasSizeLessThanOrEqualTo(FEW_PARTS);
    }

    @Test
    void trailersComeBehindThem() {
        start();
        RecordingListener slow = rig.start(rig.exchange().get("/").streamed(), rig.listener());
        HandHttp2 connection = HandHttp2.accept(partner, STREAMS);
        int stream = connection.readHeaders();
        connection.sendHead(stream).sendParts(stream, "12345").sendTrailers(stream);
        awaitAllRead(connection);

        readOn(slow);
        slow.assertEnded(Outcome.COMPLETED, null);
        assertThat(slow.streamedText()).isEqualTo("12345");
        assertThat(slow.parts()).hasSizeLessThanOrEqualTo(3);
    }

    @Test
    void aResetBehindThemFailsTheExchange() {
        start();
        RecordingListener slow = rig.start(rig.exchange().get("/").streamed(), rig.listener());
        HandHttp2 connection = HandHttp2.accept(partner, STREAMS);
        int stream = connection.readHeaders();
        connection.sendHead(stream).sendParts(stream, "12345").reset(stream, 2);
        slow.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
    }

    /** Frames come and parts are demanded on different threads: seeds are fixed, the interleaving is not. */
    @Test
    void bytesKeepTheirOrderHoweverReadingAndArrivingInterleave() {
        start();
        HandHttp2 connection = null;
        for (int seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            RecordingListener slow = rig.start(rig.exchange().get("/").streamed(), rig.listener());
            connection = connection == null ? HandHttp2.accept(partner, STREAMS) : connection;
            int stream = connection.readHeaders();
            connection.sendHead(stream);
            int demanded = 0;
            int sent = 0;
            while (sent < TEXT.length()) {
                int size = Math.min(random.nextBoolean() ? 1 : random.nextInt(LARGE), TEXT.length() - sent);
                connection.sendPart(stream, TEXT.substring(sent, sent + size));
                sent += size;
                if (slow.parts().size() > demanded) {
                    slow.parts().get(demanded).next();
                    demanded++;
                }
            }
            connection.sendTrailers(stream);
            readOn(slow);
            slow.assertEnded(Outcome.COMPLETED, null);
            assertThat(slow.streamedText()).isEqualTo(TEXT);
        }
    }

    /** Another exchange of the connection has its answer behind all that was sent before. */
    private void awaitAllRead(HandHttp2 connection) {
        RecordingListener behind = rig.get("/behind");
        connection.answer(connection.readHeaders());
        behind.assertEnded(Outcome.COMPLETED, null);
    }

    private static void readOn(RecordingListener slow) {
        int read = 0;
        while (!slow.exchange().state().isEnd()) {
            int next = read;
            Soon.until(
                    "the next part, or the end",
                    () -> slow.parts().size() > next || slow.exchange().state().isEnd());
            if (slow.parts().size() > next) {
                slow.parts().get(next).next();
                read++;
            }
        }
    }

    private void start() {
        rig.start(at(partner.url()).protocol(ProtocolChoice.H2C).retries(0));
    }
}
