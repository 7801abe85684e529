package dev.medley.exchange;

import dev.medley.connection.Transfer;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A part of a body that is streamed. It is a copy and may be kept; the next part is read once it is asked for, so that
 * whoever is slow slows the partner down, not the memory up.
 */
public final class BodyPart {

    private final ByteBuffer bytes;
    private final Transfer transfer;
    private final AtomicBoolean asked = new AtomicBoolean();

    BodyPart(ByteBuffer bytes, Transfer transfer) {
        this.bytes = bytes;
        this.transfer = transfer;
    }

    /** The bytes, never none. */
    public ByteBuffer bytes() {
        return bytes;
    }

    /** Asks for the next part; asking again does nothing. By any thread. */
    public void next() {
        if (asked.compareAndSet(false, true)) {
            transfer.readOn();
        }
    }
}
