package dev.medley.server.internal.topic.websocket;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The frames that wait to be written, in their order. Holds no memory for them while there are none. Not thread-safe. */
public final class OutgoingFrames {

    /** Bytes up to which they are copied into one buffer: that costs less than to gather them from several. */
    private static final int TOGETHER = 4 * 1024;

    private final List<ByteBuffer> frames = new ArrayList<>(2);
    private int bytes;

    /** Creates the frames of a session, without any. */
    public OutgoingFrames() {}

    /** Adds a frame, or a part of one. */
    public void add(ByteBuffer frame) {
        frames.add(frame);
        bytes += frame.remaining();
    }

    /** Returns whether there are none. */
    public boolean isEmpty() {
        return frames.isEmpty();
    }

    /** Returns the bytes of all. */
    public int bytes() {
        return bytes;
    }

    /** Takes all: there are none afterwards. */
    public ByteBuffer[] takeAll() {
        ByteBuffer[] taken = frames.size() > 1 && bytes <= TOGETHER
                ? new ByteBuffer[] {together()}
                : frames.toArray(ByteBuffer[]::new);
        frames.clear();
        bytes = 0;
        return taken;
    }

    private ByteBuffer together() {
        ByteBuffer all = ByteBuffer.allocate(bytes);
        frames.forEach(all::put);
        return all.flip();
    }
}
