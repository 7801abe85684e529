package dev.medley.loadtest.attack.way;

import static dev.medley.loadtest.attack.way.Steps.attack;

import dev.medley.loadtest.attack.connection.Attack;
import dev.medley.loadtest.attack.way.Http2Client.Plan;
import java.time.Duration;
import java.util.List;

/** Attacks over HTTP/2 whose streams end as soon as the server has begun to work: rapid reset and MadeYouReset, in each state. */
final class Http2Resets {

    private static final int AT_ONCE = 100;
    private static final Duration PACE = Duration.ofMillis(10);
    private static final Duration WAIT = Duration.ofMillis(100);
    private static final int LARGEST = Integer.MAX_VALUE;
    private static final byte[] WAITING = Steps.get(Targets.WAITING);
    private static final byte[] WAITING_POST =
            FieldBlock.post(Targets.WAIT, Attack.Way.CLEAR).bytes();
    private static final byte[] ENDLESS = Steps.get(Targets.ENDLESS);
    private static final byte[] SMALL = Steps.get(Targets.SMALL);
    private static final byte[] POST_AT_GET =
            FieldBlock.post(Targets.SMALL, Attack.Way.CLEAR).bytes();
    private static final byte[] POST = Steps.post().bytes();

    private Http2Resets() {}

    static List<Attack> all() {
        return List.of(
                made("h2-rapid-reset", "RST_STREAM behind each request", client -> {
                    client.frames().headers(client.open(), WAITING, true).reset(client.last());
                }),
                attack(
                        "h2-paced-reset",
                        "%d requests a second and connection at most, with RST_STREAM behind each"
                                .formatted(Duration.ofSeconds(1).dividedBy(PACE)),
                        Plan.of()
                                .round(client -> client.frames()
                                        .headers(client.open(), WAITING, true)
                                        .reset(client.last()))
                                .pause(PACE)),
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
                        "RST_STREAM for %d requests that have waited for %d ms".formatted(AT_ONCE, WAIT.toMillis()),
                        Plan.of().round(Http2Resets::resetAll).pause(WAIT)),
                made(
                        "h2-reset-half-closed",
                        "RST_STREAM behind the end of a body, so on streams that are half-closed (remote)",
                        client -> client.frames()
                                .headers(client.open(), WAITING_POST, false)
                                .frame(FrameWriter.DATA, FrameWriter.END_STREAM, client.last(), new byte[1])
                                .reset(client.last())),
                attack(
                        "h2-reset-half-closed-local",
                        "RST_STREAM for streams whose reply has ended, a 405, and whose body has not",
                        Plan.of().round(client -> {
                            resetEnded(client);
                            Steps.posts(client, POST_AT_GET, Steps.STREAMS - client.openStreams());
                        })),
                made(
                        "h2-reset-idle",
                        "RST_STREAM for streams that were not opened",
                        client -> client.frames().reset(client.open())),
                attack(
                        "h2-reset-closed",
                        "RST_STREAM without end for a stream that was reset already",
                        Plan.of()
                                .opening(client -> client.frames()
                                        .headers(client.open(), WAITING, true)
                                        .reset(client.last()))
                                .round(client ->
                                        Steps.repeat(i -> client.frames().reset(client.last())))),
                attack(
                        "h2-reset-ended",
                        "RST_STREAM for streams that are closed because their replies have ended",
                        Plan.of().round(client -> {
                            resetEnded(client);
                            Steps.fill(client, SMALL);
                        })),
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

    private static void resetEnded(Http2Client client) {
        for (int stream = client.takeEnded(); stream != 0; stream = client.takeEnded()) {
            client.frames().reset(stream);
        }
    }

    private static void resetAll(Http2Client client) {
        for (int stream = client.last() - 2 * (AT_ONCE - 1); stream > 0 && stream <= client.last(); stream += 2) {
            client.frames().reset(stream);
            client.over(stream);
        }
        Steps.gets(client, WAITING, AT_ONCE);
    }
}
