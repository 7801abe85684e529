package dev.medley.loadtest.topics;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A connection of a loop. It holds bytes only of a frame that is not whole, or that the socket does not take. Used by its loop. */
final class Link {

    private static final byte[] NONE = {};

    private final SocketChannel channel;
    private final SelectionKey key;
    private final Wire wire;
    private final Tally tally;
    private byte[] incomplete = NONE;
    private @Nullable ByteBuffer unsent;
    private boolean connected;
    private boolean paused;
    private boolean closed;

    Link(SocketChannel channel, SelectionKey key, Wire wire, Tally tally) {
        this.channel = channel;
        this.key = key;
        this.wire = wire;
        this.tally = tally;
    }

    Wire wire() {
        return wire;
    }

    boolean isClosed() {
        return closed;
    }

    /** It is connected, or cannot be. */
    void finishConnect() throws IOException {
        channel.finishConnect();
        connected = true;
        send(wire.opening());
        interest();
    }

    private void interest() {
        if (!closed && connected) {
            key.interestOps((paused ? 0 : SelectionKey.OP_READ) | (unsent == null ? 0 : SelectionKey.OP_WRITE));
        }
    }

    /** Reads nothing until {@link #resume}. */
    void pause() {
        paused = true;
        interest();
    }

    void resume() {
        paused = false;
        interest();
    }

    /** Sends, as soon as the socket takes it. */
    void send(byte[] bytes) {
        ByteBuffer before = unsent;
        if (before == null) {
            write(ByteBuffer.wrap(bytes));
        } else {
            unsent = ByteBuffer.allocate(before.remaining() + bytes.length)
                    .put(before)
                    .put(bytes)
                    .flip();
        }
    }

    private void write(ByteBuffer bytes) {
        try {
            channel.write(bytes);
            unsent = bytes.hasRemaining() ? bytes : null;
        } catch (IOException x) {
            tally.failed("write: " + x.getMessage());
            close();
        }
        interest();
    }

    void writable() {
        ByteBuffer rest = unsent;
        if (rest != null) {
            write(rest);
        }
    }

    /** Reads once, by way of {@code buffer}. */
    void readable(byte[] buffer) throws IOException {
        int kept = incomplete.length;
        System.arraycopy(incomplete, 0, buffer, 0, kept);
        int read = channel.read(ByteBuffer.wrap(buffer, kept, buffer.length - kept));
        if (read < 0) {
            close();
            return;
        }
        tally.bytes += read;
        int to = kept + read;
        int taken = wire.take(buffer, 0, to, System.nanoTime(), this);
        incomplete = taken == to ? NONE : Arrays.copyOfRange(buffer, taken, to);
    }

    /** Closes; its loop sees that. */
    void close() {
        if (!closed) {
            closed = true;
            key.cancel();
            try {
                channel.close();
            } catch (IOException x) {
                tally.failed("close: " + x.getMessage());
            }
        }
    }
}
