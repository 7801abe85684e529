package dev.medley.loadtest.attack.connection;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The bytes of a connection of the attacker, with or without TLS. Never blocks; used by one thread. */
public interface Link {

    /** Writes what can be written now; true if all of it was, and nothing waits; false also when the budget is spent. */
    boolean write(ByteBuffer bytes) throws IOException;

    /** Reads into {@code buffer}, which is empty; -1 at the end. */
    int read(ByteBuffer buffer) throws IOException;

    /** Ends the output. */
    void endOutput() throws IOException;

    /** Begins a new handshake, where there is TLS. */
    default void newHandshake() throws IOException {}

    /** Returns whether bytes wait for the network, where {@link #write} has returned false. */
    default boolean wantsToWrite() {
        return true;
    }

    /** Returns whether it has to be read although the script does not. */
    default boolean mustRead() {
        return false;
    }

    /** Bytes that the socket has taken so far, those of TLS included. */
    long sent();
}
