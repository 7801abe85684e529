package dev.medley.stubs.internal.loop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;

/** The target of the steps that answer a request: a connection of HTTP/1.1, or a stream of HTTP/2. Used by one thread. */
public interface StepTarget {

    /** Writes as much of {@code bytes} as there is room for. */
    void write(ByteBuffer bytes) throws IOException;

    /** Runs {@code task} after {@code delay}, if the connection is still open then, and goes on. */
    void after(Duration delay, Runnable task);

    /** Calls {@code waiter} at the next signal, if the connection is still open then, and goes on. */
    void onSignal(Signal.Waiter waiter);

    /** Returns whether the request is read to its end. */
    boolean requestComplete();

    /** Returns whether bytes of a later request wait behind this one. */
    boolean nextRequestBegun();

    /** Leaves what arrives from now on in the socket. The end of the connection is not seen meanwhile. */
    void stopReading();

    /** Reads and drops whatever arrives from now on, up to the end of the connection. */
    void discardInput();

    /** Ends the output of the connection (FIN); the input stays open. */
    void shutdownOutput() throws IOException;

    /** Resets the connection. */
    void reset() throws IOException;

    /** Closes the connection in order. */
    void close() throws IOException;
}
