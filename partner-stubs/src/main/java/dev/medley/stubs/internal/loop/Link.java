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

    boolean isOpen();

    /** Ends the output (FIN). */
    void shutdownOutput() throws IOException;

    /** Closes with a TCP reset. */
    void reset() throws IOException;

    void close() throws IOException;

    /** Makes the link of an accepted connection. */
    @FunctionalInterface
    interface Factory {

        Link create(SocketChannel channel, SelectionKey key) throws IOException;
    }
}
