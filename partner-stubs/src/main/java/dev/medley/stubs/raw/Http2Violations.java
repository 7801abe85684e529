package dev.medley.stubs.raw;

import static dev.medley.stubs.raw.Http2Answers.send;

import dev.medley.stubs.internal.loop.Step;
import dev.medley.stubs.internal.loop.Wire;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The steps that break the rules of frames and connections, for the request of one stream. */
final class Http2Violations {

    private static final int NO_SUCH_STREAM = 1_000;

    /** The repetitions of something endless within one block, so that each write carries much. */
    private static final int REPEATS = 500;

    private static final int HUGE_FIELDS = 20;

    private static final int HUGE_FIELD_BYTES = 64 * 1024;

    private static final int BOMB_VALUE_BYTES = 4_000;

    private static final int BOMB_REFERENCES = 12_000;

    private static final byte[] OK_HEAD = Http2Answers.head("200", String.valueOf(Wire.BODY.length()));

    private final int id;

    Http2Violations(int id) {
        this.id = id;
    }

    /** Returns the steps; some end with a correct response's steps. */
    List<Step> to(Http2Misbehaviour misbehaviour, List<Step> ok) {
        return switch (misbehaviour) {
            case BAD_HPACK -> List.of(send(Frame.headers(id, HeaderBlock.unknownIndex(), true)));
            case HUGE_HEADERS -> before(ok.subList(1, ok.size()), hugeHeaders());
            case HPACK_BOMB -> List.of(send(Frame.headers(id, bomb(), true)));
            case STREAM_NEVER_OPENED -> List.of(send(Frame.headers(id + NO_SUCH_STREAM, OK_HEAD, true)));
            case EVEN_STREAM -> List.of(send(Frame.headers(2, OK_HEAD, true)));
            case PUSH_PROMISE -> before(ok, send(pushPromise()));
            case DATA_ON_CONNECTION -> List.of(send(Frame.data(0, Wire.BODY, false)));
            case SETTINGS_ON_STREAM -> List.of(send(new Frame(Frame.SETTINGS, 0, id, new byte[0])));
            case FRAME_TOO_LARGE ->
                List.of(
                        send(Frame.headers(id, HeaderBlock.of(":status", "200"), false)),
                        send(Frame.data(id, " ".repeat(Frame.MAX_PAYLOAD + 1), true)));
            case BAD_PING -> List.of(send(Frame.ping(0, new byte[7])));
            case BAD_SETTINGS -> List.of(send(new Frame(Frame.SETTINGS, 0, 0, new byte[5])));
            case WINDOW_UPDATE_OF_ZERO -> List.of(send(Frame.windowUpdate(id, 0)));
            case WINDOW_OVERFLOW -> List.of(send(Frame.windowUpdate(id, Integer.MAX_VALUE)));
            case CONNECTION_WINDOW_OVERFLOW -> List.of(send(Frame.windowUpdate(0, Integer.MAX_VALUE)));
            case WINDOW_OVERRUN ->
                List.of(
                        send(Frame.headers(id, HeaderBlock.of(":status", "200"), false)),
                        Step.sendForever(Frame.data(id, "x".repeat(Frame.MAX_PAYLOAD), false)
                                .bytes()));
            case INTERRUPTED_HEADERS ->
                List.of(send(new Frame(Frame.HEADERS, 0, id, OK_HEAD)), send(Frame.ping(0, new byte[8])));
            case FLOOD_OF_RESETS -> List.of(flood(Frame.reset(id, 0)));
            case FLOOD_OF_SETTINGS -> List.of(flood(Frame.settings(Frame.MAX_CONCURRENT_STREAMS, 100)));
            case FLOOD_OF_PINGS -> List.of(flood(Frame.ping(0, new byte[8])));
            case FLOOD_OF_EMPTY_DATA ->
                List.of(
                        send(Frame.headers(id, HeaderBlock.of(":status", "200"), false)),
                        flood(Frame.data(id, "", false)));
            case FLOOD_OF_CONTINUATIONS ->
                List.of(
                        send(new Frame(Frame.HEADERS, 0, id, OK_HEAD)),
                        flood(new Frame(Frame.CONTINUATION, 0, id, new byte[0])));
            case FLOOD_OF_WINDOW_UPDATES -> List.of(flood(Frame.windowUpdate(0, 1)));
            case FLOOD_OF_PRIORITIES -> List.of(flood(new Frame(Frame.PRIORITY, 0, id, new byte[] {0, 0, 0, 0, 15})));
            case FLOOD_OF_1XX ->
                List.of(flood(Frame.headers(id, HeaderBlock.of(":status", "103", "x-hint", "soon"), false)));
            default -> throw new IllegalArgumentException(misbehaviour + " breaks no rule of frames");
        };
    }

    private static Step flood(Frame frame) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (int i = 0; i < REPEATS; i++) {
            block.writeBytes(frame.bytes());
        }
        return Step.sendForever(block.toByteArray());
    }

    private Frame pushPromise() {
        byte[] block = HeaderBlock.of(":method", "GET", ":scheme", "http", ":authority", "raw", ":path", "/pushed");
        ByteArrayOutputStream payload = new ByteArrayOutputStream();
        payload.writeBytes(new byte[] {0, 0, 0, 2});
        payload.writeBytes(block);
        return new Frame(Frame.PUSH_PROMISE, Frame.END_HEADERS, id, payload.toByteArray());
    }

    private static byte[] bomb() {
        byte[] status = HeaderBlock.of(":status", "200");
        return HeaderBlock.bomb(status, "x-bomb", "v".repeat(BOMB_VALUE_BYTES), BOMB_REFERENCES);
    }

    /** HEADERS and CONTINUATION in one piece, since no other frame may come in between. */
    private Step hugeHeaders() {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.writeBytes(OK_HEAD);
        for (int i = 0; i < HUGE_FIELDS; i++) {
            block.writeBytes(HeaderBlock.of("x-huge-" + i, "v".repeat(HUGE_FIELD_BYTES)));
        }
        byte[] all = block.toByteArray();
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        for (int from = 0; from < all.length; from += Frame.MAX_PAYLOAD) {
            int to = Math.min(all.length, from + Frame.MAX_PAYLOAD);
            int type = from == 0 ? Frame.HEADERS : Frame.CONTINUATION;
            int flags = to == all.length ? Frame.END_HEADERS : 0;
            frames.writeBytes(new Frame(type, flags, id, Arrays.copyOfRange(all, from, to)).bytes());
        }
        return Step.send(frames.toByteArray());
    }

    private static List<Step> before(List<Step> rest, Step first) {
        List<Step> all = new ArrayList<>(List.of(first));
        all.addAll(rest);
        return all;
    }
}
