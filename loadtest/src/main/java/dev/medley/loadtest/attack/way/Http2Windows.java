package dev.medley.loadtest.attack.way;

import static dev.medley.loadtest.attack.way.Steps.attack;

import dev.medley.loadtest.attack.connection.Attack;
import dev.medley.loadtest.attack.connection.Outgoing;
import dev.medley.loadtest.attack.way.Http2Client.Plan;
import java.util.List;

/** Attacks over HTTP/2 by clients that do not take their replies, or end their own side. */
final class Http2Windows {

    private static final int LARGEST_WINDOW = Integer.MAX_VALUE;
    private static final int USUAL_WINDOW = 65_535;

    private static final int FEW = 8;

    private static final byte[] SMALL = Steps.get(Targets.SMALL);
    private static final byte[] HELD = Steps.get(Targets.HELD);
    private static final byte[] ENDLESS = Steps.get(Targets.ENDLESS);
    private static final byte[] WAITING = Steps.get(Targets.WAITING);
    private static final byte[] PARTS = FieldBlock.get(Targets.PARTS, Attack.Way.CLEAR)
            .field("accept", Targets.PARTS_TYPE)
            .bytes();

    private Http2Windows() {}

    static List<Attack> all() {
        return List.of(
                attack(
                        "h2-zero-window",
                        Steps.STREAMS
                                + " small replies to a connection, and windows of 0 (SETTINGS_INITIAL_WINDOW_SIZE)",
                        Plan.of(FrameWriter.INITIAL_WINDOW_SIZE, 0)
                                .opening(client -> Steps.gets(client, SMALL, Steps.STREAMS))),
                attack(
                                "h2-closed-windows",
                                "%d connections with %d replies of %d KB each, and windows of 0"
                                        .formatted(FEW, Steps.STREAMS, Targets.HELD_BYTES / 1000),
                                Plan.of(FrameWriter.INITIAL_WINDOW_SIZE, 0)
                                        .opening(client -> Steps.gets(client, HELD, Steps.STREAMS)))
                        .connections(FEW),
                attack(
                        "h2-window-of-one",
                        "windows of 0 that are opened by a byte at a time (WINDOW_UPDATE 1)",
                        Plan.of(FrameWriter.INITIAL_WINDOW_SIZE, 0)
                                .opening(client -> Steps.gets(client, SMALL, Steps.STREAMS))
                                .round(Http2Windows::oneByteEach)),
                attack(
                        "h2-connection-window",
                        Steps.STREAMS + " streamed replies on a connection whose own window stays closed",
                        Plan.of(FrameWriter.INITIAL_WINDOW_SIZE, LARGEST_WINDOW)
                                .opening(client -> Steps.gets(client, ENDLESS, Steps.STREAMS))),
                attack(
                        "h2-pass-unread",
                        Steps.STREAMS
                                + " streamed replies on a connection with the largest windows, and nothing is read",
                        openWindows().opening(client -> opened(client, ENDLESS)).unread()),
                attack(
                        "h2-parts-unread",
                        Steps.STREAMS + " progressive replies on a connection, and nothing is read",
                        openWindows().opening(client -> opened(client, PARTS)).unread()),
                attack(
                        "h2-replies-unread",
                        "%d replies of %d KB on a connection with the largest windows, and nothing is read"
                                .formatted(Steps.STREAMS, Targets.HELD_BYTES / 1000),
                        openWindows().opening(client -> opened(client, HELD)).unread()),
                attack(
                        "h2-half-close",
                        FEW + " requests whose connection is half closed",
                        Plan.of().opening(client -> {
                            Steps.gets(client, WAITING, FEW);
                            client.then(Outgoing.Afterwards.END_OUTPUT);
                        })));
    }

    private static Plan openWindows() {
        return Plan.of(FrameWriter.INITIAL_WINDOW_SIZE, LARGEST_WINDOW);
    }

    private static void opened(Http2Client client, byte[] block) {
        client.frames().windowUpdate(0, LARGEST_WINDOW - USUAL_WINDOW);
        Steps.gets(client, block, Steps.STREAMS);
    }

    private static void oneByteEach(Http2Client client) {
        for (int stream = 1; stream <= client.last(); stream += 2) {
            client.frames().windowUpdate(stream, 1);
        }
    }
}
