package dev.medley.exchange;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A part of a body that is streamed. It is a copy and may be kept; the next part is read once it is demanded, so that a
 * slow listener slows the partner down and does not fill the memory.
 */
public final class BodyPart {

    private final ByteBuffer bytes;
    private final Runnable demand;
    private final AtomicBoolean asked = new AtomicBoolean();

    /**
     * Creates a part.
     *
     * @param demand called once, when the next part is demanded
     */
    public BodyPart(ByteBuffer bytes, Runnable demand) {
        this.bytes = bytes;
        this.demand = demand;
    }

    /** The bytes, never none. */
    public ByteBuffer bytes() {
        return bytes;
    }

    /** Demands the next part; a second call has no effect. By any thread. */
    public void next() {
        if (asked.compareAndSet(false, true)) {
            demand.run();
        }
    }
}
