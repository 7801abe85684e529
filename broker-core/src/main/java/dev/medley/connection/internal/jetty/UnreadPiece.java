package dev.medley.connection.internal.jetty;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.DataFrame;

/** The bytes of several DATA frames, as one. Not thread-safe. */
final class UnreadPiece {

    private static final int FIRST = 512;

    /** A piece of as many bytes takes no further frame. */
    private static final int FULL = 16 * 1024;

    private byte[] bytes = new byte[FIRST];
    private int size;
    private int padding;
    private boolean last;

    void add(DataFrame frame) {
        ByteBuffer more = frame.getByteBuffer();
        int length = more.remaining();
        if (length > bytes.length - size) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + length));
        }
        more.get(more.position(), bytes, size, length);
        size += length;
        padding += frame.padding();
        last = frame.isEndStream();
    }

    /** Returns whether it takes no further frame. */
    boolean isComplete() {
        return last || size >= FULL;
    }

    /** Returns the frames as one, which takes as much of the windows. */
    Stream.Data toData(int streamId) {
        return new Stream.Data(new DataFrame(streamId, ByteBuffer.wrap(bytes, 0, size), last, padding)) {};
    }
}
