package dev.medley.loadtest.attack.way;

import java.nio.ByteBuffer;

/** Reads the heads of frames, and the first bytes of their payloads, from a stream of bytes. Used by one thread. */
public final class FrameHeads {

    private static final int HEAD = 9;
    private static final int KEPT = 60;

    private final Receiver receiver;
    private final ByteBuffer kept = ByteBuffer.allocate(HEAD + KEPT);
    private int skip;

    public FrameHeads(Receiver receiver) {
        this.receiver = receiver;
    }

    /** Takes a frame. */
    public interface Receiver {

        /**
         * A frame has come.
         *
         * @param payload its first bytes, at most 60
         * @param length of the whole payload
         */
        void frame(int type, int flags, int stream, ByteBuffer payload, int length);
    }

    public void receive(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            int skipped = Math.min(skip, bytes.remaining());
            bytes.position(bytes.position() + skipped);
            skip -= skipped;
            if (skip == 0 && bytes.hasRemaining()) {
                kept.put(bytes.get());
                deliver();
            }
        }
    }

    private void deliver() {
        if (kept.position() < HEAD) {
            return;
        }
        int length = kept.getInt(0) >>> Byte.SIZE;
        int wanted = Math.min(length, KEPT);
        if (kept.position() == HEAD + wanted) {
            kept.flip().position(HEAD);
            receiver.frame(kept.get(3), kept.get(4), kept.getInt(5) & Integer.MAX_VALUE, kept.slice(), length);
            kept.clear();
            skip = length - wanted;
        }
    }
}
