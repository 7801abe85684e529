package dev.medley.stubs.raw;

import dev.medley.stubs.internal.loop.Link;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/** The frames of a connection that wait to be written, each in one piece. Used by one thread. */
final class Output {

    private static final int ENOUGH = 64 * 1024;

    private final Deque<ByteBuffer> queue = new ArrayDeque<>();
    private long queued;

    boolean isEmpty() {
        return queue.isEmpty();
    }

    /** Returns whether more may be added by what can wait. */
    boolean hasRoom() {
        return queued < ENOUGH;
    }

    /** Adds a copy of what remains of {@code bytes}. */
    void add(ByteBuffer bytes) {
        ByteBuffer copy = ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
        queued += copy.remaining();
        queue.add(copy);
    }

    void add(Frame frame) {
        add(ByteBuffer.wrap(frame.bytes()));
    }

    /** Writes as much as there is room for. */
    void flush(Link link) throws IOException {
        while (!queue.isEmpty()) {
            ByteBuffer next = queue.element();
            int before = next.remaining();
            link.write(next);
            queued -= before - next.remaining();
            if (next.hasRemaining()) {
                return;
            }
            queue.remove();
        }
    }
}
