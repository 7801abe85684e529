package dev.medley.stubs.internal.loop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** A connection that a {@link RawLoop} serves, on its one thread. */
public interface LoopConnection {

    /** Begins, once the connection is accepted. */
    void begin();

    /** Goes on, once there is something to read, through {@code buffer}, or room to write. */
    void ready(ByteBuffer buffer);

    /** Closes it, whatever state it is in. */
    void drop();

    /** Makes the connections of a loop. */
    @FunctionalInterface
    interface Factory {

        /** Called on the thread of the loop for each accepted channel; {@link #begin} follows. */
        LoopConnection create(SocketChannel channel, SelectionKey key, Alarms alarms, Signal signal) throws IOException;
    }
}
