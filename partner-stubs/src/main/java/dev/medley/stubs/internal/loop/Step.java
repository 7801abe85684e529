package dev.medley.stubs.internal.loop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;

/** One thing that a raw partner does for a request. It belongs to one connection and one request. */
@FunctionalInterface
public interface Step {

    /** The progress of a step. */
    enum Progress {
        /** It is over. */
        DONE,
        /** It goes on when something has been received or an alarm goes off. */
        WAIT,
        /** It goes on when more can be written. */
        WAIT_TO_WRITE
    }

    /** Begins the step, or goes on with it. */
    Progress advance(StepTarget connection) throws IOException;

    /** Sends {@code bytes}. */
    static Step send(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return connection -> {
            connection.write(buffer);
            return buffer.hasRemaining() ? Progress.WAIT_TO_WRITE : Progress.DONE;
        };
    }

    /** Sends {@code block} again and again. */
    static Step sendForever(byte[] block) {
        ByteBuffer buffer = ByteBuffer.wrap(block);
        return connection -> {
            connection.write(buffer);
            if (!buffer.hasRemaining()) {
                buffer.rewind();
            }
            // One write at a time, so that the other connections get their turn.
            return Progress.WAIT_TO_WRITE;
        };
    }

    /** Lets {@code interval} pass. */
    static Step pause(Duration interval) {
        return new Pause(interval);
    }

    /** Waits for the end of the request. */
    static Step awaitRequest() {
        return connection -> connection.requestComplete() ? Progress.DONE : Progress.WAIT;
    }

    /** Waits for a signal, or for the next request on the same connection. */
    static Step awaitSignal() {
        return new AwaitSignal();
    }

    /** Leaves the rest of the request unread until the next signal, and then drops whatever arrives. */
    static Step stallUnlessComplete() {
        Step signal = awaitSignal();
        return connection -> {
            if (connection.requestComplete()) {
                return Progress.DONE;
            }
            if (signal.advance(connection) == Progress.DONE) {
                connection.discardInput();
            } else {
                connection.stopReading();
            }
            return Progress.WAIT;
        };
    }

    /** Reads and drops what arrives, up to the end of the connection. */
    static Step discardInput() {
        return connection -> {
            connection.discardInput();
            return Progress.WAIT;
        };
    }

    /** Ends the output of the connection in order (FIN). */
    static Step shutdownOutput() {
        return connection -> {
            connection.shutdownOutput();
            return Progress.DONE;
        };
    }

    /** Does nothing more. */
    static Step silence() {
        return connection -> Progress.WAIT;
    }

    /** Closes the connection in order. */
    static Step close() {
        return connection -> {
            connection.close();
            return Progress.DONE;
        };
    }

    /** Resets the connection. */
    static Step reset() {
        return connection -> {
            connection.reset();
            return Progress.DONE;
        };
    }
}
