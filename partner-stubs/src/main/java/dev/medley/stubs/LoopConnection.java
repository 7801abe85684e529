package dev.medley.stubs;

import java.nio.ByteBuffer;

/** A connection that a {@link RawLoop} serves, on its one thread. */
interface LoopConnection {

    /** Begins, once the connection is accepted. */
    void begin();

    /** Goes on, once there is something to read, through {@code buffer}, or room to write. */
    void ready(ByteBuffer buffer);

    /** Closes it, whatever state it is in. */
    void drop();

    /** Makes the connections of a loop. */
    @FunctionalInterface
    interface Factory {

        LoopConnection create(Link link, Alarms alarms, Signal signal);
    }
}
