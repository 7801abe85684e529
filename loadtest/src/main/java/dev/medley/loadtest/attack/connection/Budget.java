package dev.medley.loadtest.attack.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * The bytes that an attacker may still send: those that its sockets take, heads of frames and all of TLS included (handshakes, records,
 * close_notify). What TCP and IP add, and what they repeat, is not counted. Used by one thread.
 */
public final class Budget {

    private long left;

    Budget(long bytes) {
        left = bytes;
    }

    /** Writes what the channel takes and the budget permits, and returns the number of these bytes. */
    int write(WritableByteChannel channel, ByteBuffer bytes) throws IOException {
        int limit = bytes.limit();
        bytes.limit(bytes.position() + (int) Math.min(left, bytes.remaining()));
        try {
            int written = channel.write(bytes);
            left -= written;
            return written;
        } finally {
            bytes.limit(limit);
        }
    }

    boolean isSpent() {
        return left == 0;
    }
}
