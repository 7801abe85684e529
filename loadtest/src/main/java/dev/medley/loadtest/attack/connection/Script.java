package dev.medley.loadtest.attack.connection;

import java.nio.ByteBuffer;
import java.time.Duration;

/** What one connection of the attacker does, from its beginning. Used by one thread, and for one connection. */
public interface Script {

    /**
     * Puts the next bytes, some tens of KB at most. Called when all earlier ones are written, and where it puts none again
     * after {@link #pause}.
     */
    void next(Outgoing out);

    /** Takes what the server has sent. */
    default void received(ByteBuffer bytes) {
        bytes.position(bytes.limit());
    }

    /** Returns whether the connection is read at all. */
    default boolean reads() {
        return true;
    }

    /** The time between two calls of {@link #next}. */
    default Duration pause() {
        return Duration.ZERO;
    }
}
