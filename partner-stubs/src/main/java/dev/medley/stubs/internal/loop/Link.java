package dev.medley.stubs.internal.loop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** The bytes of a connection, in the clear or over TLS, without blocking. Used by one thread. */
public interface Link {

    /** Reads what has arrived; returns -1 at the end of the connection. */
    int read(ByteBuffer buffer) throws IOException;

    /** Writes as much of {@code bytes} as there is room for. */
    void write(ByteBuffer bytes) throws IOException;

    /** Returns whether something has arrived. */
    boolean readable();

    /** Chooses what the connection is to be called for. */
    void interest(boolean read, boolean write) throws IOException;

    /** Returns false once this side has closed or reset the connection; the end of the input leaves it open. */
    boolean isOpen();

    /** Ends the output (FIN). */
    void shutdownOutput() throws IOException;

    /** Closes with a TCP reset. */
    void reset() throws IOException;

    /** Closes in order; over TLS it sends close_notify first, unless a misbehaviour leaves that out. */
    void close() throws IOException;

    /** Makes the link of an accepted connection. */
    @FunctionalInterface
    interface Factory {

        /** Called on the thread of the loop; {@code channel} does not block, and {@code key} is its registration. */
        Link create(SocketChannel channel, SelectionKey key) throws IOException;
    }
}
