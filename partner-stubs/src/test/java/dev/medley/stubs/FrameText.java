package dev.medley.stubs;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.medley.stubs.raw.Frame;
import java.nio.ByteBuffer;
import java.util.List;

/** Frames as text, such as {@code DATA 1 {"partner":0} end}. */
final class FrameText {

    private static final List<String> TYPES = List.of(
            "DATA",
            "HEADERS",
            "PRIORITY",
            "RST_STREAM",
            "SETTINGS",
            "PUSH_PROMISE",
            "PING",
            "GOAWAY",
            "WINDOW_UPDATE",
            "CONTINUATION");

    private static final int MAX_SHOWN = 100;

    private FrameText() {}

    static String of(Frame frame) {
        String type = frame.type() >= 0 && frame.type() < TYPES.size() ? TYPES.get(frame.type()) : "UNKNOWN";
        return type + ' ' + frame.stream() + content(frame) + flags(frame);
    }

    private static String content(Frame frame) {
        ByteBuffer payload = ByteBuffer.wrap(frame.payload());
        return switch (frame.type()) {
            case Frame.DATA ->
                ' ' + shortened(ISO_8859_1.decode(frame.content()).toString());
            case Frame.HEADERS -> fields(frame.content());
            case Frame.CONTINUATION -> " " + payload.remaining();
            case Frame.RST_STREAM, Frame.WINDOW_UPDATE -> " " + payload.getInt();
            case Frame.GOAWAY -> " last=" + payload.getInt() + " code=" + payload.getInt();
            case Frame.SETTINGS -> payload.remaining() % 6 == 0 ? settings(payload) : " " + payload.remaining();
            default -> " " + payload.remaining();
        };
    }

    private static String shortened(String text) {
        return text.length() <= MAX_SHOWN ? text : text.charAt(0) + "*" + text.length();
    }

    private static String settings(ByteBuffer payload) {
        StringBuilder text = new StringBuilder();
        while (payload.hasRemaining()) {
            text.append(' ').append(payload.getShort()).append('=').append(payload.getInt());
        }
        return text.toString();
    }

    private static String fields(ByteBuffer block) {
        StringBuilder text = new StringBuilder();
        while (block.hasRemaining() && block.get() == 0) {
            text.append(' ').append(string(block)).append('=').append(string(block));
        }
        return text.toString();
    }

    private static String string(ByteBuffer block) {
        byte[] bytes = new byte[Math.min(block.get(), block.remaining())];
        block.get(bytes);
        return new String(bytes, ISO_8859_1);
    }

    private static String flags(Frame frame) {
        if (frame.type() == Frame.SETTINGS || frame.type() == Frame.PING) {
            return frame.has(Frame.ACK) ? " ack" : "";
        }
        boolean mayEnd = frame.type() == Frame.DATA || frame.type() == Frame.HEADERS;
        boolean fragment = frame.type() == Frame.HEADERS && !frame.has(Frame.END_HEADERS);
        return (fragment ? " ..." : "") + (mayEnd && frame.has(Frame.END_STREAM) ? " end" : "");
    }
}
