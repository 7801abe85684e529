package dev.medley.loadtest.attack;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The frames of HTTP/2 that a peer has received on all connections. Reads them without the code of the attacker. Thread-safe. */
final class ReadFrames {

    private static final int PREFACE = 24;
    private static final int MOST = 4_000;
    private static final String LETTERS = "DHPRSXIGWC";

    private final boolean endsReplies;
    private final List<Frame> frames = new ArrayList<>();

    /**
     * Creates frames of a peer that replies to each request with a head.
     *
     * @param endsReplies whether the head is the end of the reply
     */
    ReadFrames(boolean endsReplies) {
        this.endsReplies = endsReplies;
    }

    /**
     * A frame.
     *
     * @param text its payload, each byte a character
     */
    record Frame(int type, int flags, int stream, String text) {

        boolean has(int flag) {
            return (flags & flag) != 0;
        }

        byte[] payload() {
            return text.getBytes(StandardCharsets.ISO_8859_1);
        }

        /** The number of four bytes at {@code index}. */
        int number(int index) {
            return ByteBuffer.wrap(payload()).getInt(index);
        }

        /** Returns whether it is a frame of SETTINGS whose first is {@code setting}, with {@code value}. */
        boolean sets(int setting, int value) {
            return type == 4 && text.length() >= 6 && text.charAt(1) == setting && number(2) == value;
        }

        /** A letter for the type; {@code e} behind it for the end of the stream, {@code c} for header fields that go on. */
        String letter() {
            boolean mayEnd = type == 0 || type == 1;
            boolean mayGoOn = type == 1 || type == 9;
            String letter = type < LETTERS.length() ? LETTERS.substring(type, type + 1) : "?";
            return letter + (mayEnd && has(1) ? "e" : "") + (mayGoOn && !has(4) ? "c" : "");
        }
    }

    /** Serves one connection. */
    void serve(InputStream stream, OutputStream out, RecordingPeer.Seen seen) throws IOException {
        DataInputStream in = new DataInputStream(stream);
        in.readFully(new byte[PREFACE]);
        // SETTINGS_INITIAL_WINDOW_SIZE of 1 MiB, and 16 MiB for the connection.
        out.write(new byte[] {0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 4, 0, 16, 0, 0});
        out.write(new byte[] {0, 0, 4, 8, 0, 0, 0, 0, 0, 1, 0, 0, 0});
        for (int first = in.read(); first >= 0; first = in.read()) {
            int length = first << 16 | in.readUnsignedShort();
            Frame frame = new Frame(
                    in.readUnsignedByte(),
                    in.readUnsignedByte(),
                    in.readInt(),
                    new String(in.readNBytes(length), StandardCharsets.ISO_8859_1));
            add(frame);
            if (frame.type() == 1) {
                int flags = endsReplies ? 5 : 4;
                out.write(ByteBuffer.allocate(10)
                        .put(new byte[] {0, 0, 1, 1, (byte) flags})
                        .putInt(frame.stream())
                        .put((byte) 0x88)
                        .array());
            }
        }
    }

    private synchronized void add(Frame frame) {
        if (frames.size() < MOST) {
            frames.add(frame);
        }
    }

    synchronized long count(Predicate<Frame> which) {
        return frames.stream().filter(which).count();
    }

    synchronized boolean any(Predicate<Frame> which) {
        return frames.stream().anyMatch(which);
    }

    /** The types of the frames of each stream, in their order, of all connections together. */
    synchronized Map<Integer, String> streams() {
        Map<Integer, String> streams = new TreeMap<>();
        frames.stream()
                .filter(frame -> frame.stream() != 0)
                .forEach(frame -> streams.merge(frame.stream(), frame.letter(), String::concat));
        return streams;
    }
}
