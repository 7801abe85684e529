package dev.medley.loadtest.attack.way;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.attack.connection.Outgoing;
import org.junit.jupiter.api.Test;

class Http2ClientTest {

    private static final byte[] BLOCK = Steps.get("/");

    private final Outgoing sent = new Outgoing();
    private final Outgoing received = new Outgoing();
    private final FrameWriter server = new FrameWriter(received);

    @Test
    void itBeginsWithThePrefaceAndGoesOnWithRounds() {
        Http2Client client = new Http2Client(Http2Client.Plan.of().round(each -> Steps.fill(each, BLOCK)));
        client.next(sent);
        assertThat(sent.size()).isEqualTo(24 + 9);
        client.next(sent.clear());
        assertThat(client.openStreams()).isEqualTo(Steps.STREAMS);
        assertThat(client.last()).isEqualTo(2 * Steps.STREAMS - 1);
    }

    @Test
    void itKeepsToTheWindowsOfTheServer() {
        Http2Client client = new Http2Client(Http2Client.Plan.of());
        int stream = client.open();
        assertThat(client.take(stream, 100_000)).isEqualTo(65_535);
        assertThat(client.take(stream, 1)).isZero();
        server.windowUpdate(0, 1_000).windowUpdate(stream, 10);
        client.received(received.flip());
        assertThat(client.take(stream, 100_000)).isEqualTo(10);
    }

    @Test
    void aSettingChangesTheWindowsOfAllStreams() {
        Http2Client client = new Http2Client(Http2Client.Plan.of());
        int stream = client.open();
        server.settings(FrameWriter.INITIAL_WINDOW_SIZE, 20);
        client.received(received.flip());
        assertThat(client.take(stream, 100)).isEqualTo(20);
        assertThat(client.take(client.open(), 100)).isEqualTo(20);
    }

    @Test
    void aStreamEndsByItsReplyAndByAReset() {
        Http2Client client = new Http2Client(Http2Client.Plan.of());
        int first = client.open();
        int second = client.open();
        int third = client.open();
        server.headers(first, new byte[10], false)
                .frame(FrameWriter.DATA, FrameWriter.END_STREAM, first)
                .reset(second);
        client.received(received.flip());
        assertThat(client.openStreams()).isEqualTo(1);
        assertThat(client.takeBegun()).isEqualTo(first);
        assertThat(client.takeBegun()).isZero();
        client.over(third);
        assertThat(client.openStreams()).isZero();
    }
}
