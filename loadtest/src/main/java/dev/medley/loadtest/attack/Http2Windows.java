package dev.medley.loadtest.attack;

import static dev.medley.loadtest.attack.Steps.attack;

import dev.medley.loadtest.attack.Http2Client.Plan;
import java.util.List;

/** Attacks over HTTP/2 by clients that do not take their replies. */
final class Http2Windows {

    private static final int LARGEST_WINDOW = Integer.MAX_VALUE;
    private static final int USUAL_WINDOW = 65_535;

    private static final byte[] SMALL = Steps.get(Targets.SMALL);
    private static final byte[] HELD = Steps.get(Targets.HELD);
    private static final byte[] ENDLESS = Steps.get(Targets.ENDLESS);
    private static final byte[] PARTS = FieldBlock.get(Targets.PARTS, Attack.Way.CLEAR)
            .field("accept", Targets.PARTS_TYPE)
            .bytes();

    private Http2Windows() {}

    static List<Attack> all() {
        return List.of(
                attack(
                        "h2-zero-window",
                        "128 small replies to a connection, and windows of 0 (SETTINGS_INITIAL_WINDOW_SIZE)",
                        Plan.of(FrameWriter.INITIAL_WINDOW_SIZE, 0)
                                .opening(client -> Steps.gets(client, SMALL, Steps.STREAMS))),
                attack(
                                "h2-closed-windows",
                                "8 connections with 128 replies of 650 KB each, and windows of 0",
                                Plan.of(FrameWriter.INITIAL_WINDOW_SIZE, 0)
                                        .opening(client -> Steps.gets(client, HELD, Steps.STREAMS)))
                        .connections(8),
                attack(
                        "h2-window-of-one",
                        "windows of 0 that are opened by a byte at a time (WINDOW_UPDATE 1)",
                        Plan.of(FrameWriter.INITIAL_WINDOW_SIZE, 0)
                                .opening(client -> Steps.gets(client, SMALL, Steps.STREAMS))
                                .round(Http2Windows::oneByteEach)),
                attack(
                        "h2-connection-window",
                        "128 streamed replies on a connection whose own window stays closed",
                        Plan.of(FrameWriter.INITIAL_WINDOW_SIZE, LARGEST_WINDOW)
                                .opening(client -> Steps.gets(client, ENDLESS, Steps.STREAMS))),
                attack(
                        "h2-pass-unread",
                        "128 streamed replies on a connection with the largest windows, and nothing is read",
                        openWindows().opening(client -> opened(client, ENDLESS)).unread()),
                attack(
                        "h2-parts-unread",
                        "128 progressive replies on a connection, and nothing is read",
                        openWindows().opening(client -> opened(client, PARTS)).unread()),
                attack(
                        "h2-replies-unread",
                        "128 replies of 650 KB on a connection with the largest windows, and nothing is read",
                        openWindows().opening(client -> opened(client, HELD)).unread()));
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
