package dev.medley.mashup.internal;

import dev.medley.mashup.Problem;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;

/** The parts of a streamed reply. The last part can report that the deadline of the mashup has passed. */
public interface ExpiringStream extends Flow.Publisher<ByteBuffer> {

    /**
     * The deadline has passed: the stream ends with {@code problem}, soon. It is broken off if it does not, as when the client does
     * not read. Called by a thread of the pool; must not block.
     */
    void expire(Problem problem);
}
