package dev.medley.exchange;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A part of a body that is streamed. It is a copy and may be kept; the next part is read once it is asked for, so that
 * whoever is slow slows the partner down, not the memory up.
 */
public final class BodyPart {

    private final ByteBuffer bytes;
    private final Runnable readOn;
    private final AtomicBoolean asked = new AtomicBoolean();

    BodyPart(ByteBuffer bytes, Runnable readOn) {
        this.bytes = bytes;
        this.readOn = readOn;
    }

    /** The bytes, never none. */
    public ByteBuffer bytes() {
        return bytes;
    }

    /** Asks for the next part; asking again does nothing. By any thread. */
    public void next() {
        if (asked.compareAndSet(false, true)) {
            readOn.run();
        }
    }
}
