package dev.medley.stubs.raw;

import dev.medley.stubs.internal.loop.Alarms;
import dev.medley.stubs.internal.loop.Link;
import dev.medley.stubs.internal.loop.LoopConnection;
import dev.medley.stubs.internal.loop.Signal;
import dev.medley.stubs.internal.loop.Tally;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What connections to raw partners have in common, whichever protocol they speak. Used by one thread. */
abstract class ScriptedConnection implements LoopConnection {

    private static final Logger LOG = LoggerFactory.getLogger(ScriptedConnection.class);

    final Link link;
    final Tally tally;
    private final Alarms alarms;
    private final Signal signal;
    private boolean reading = true;
    private boolean discarding;

    ScriptedConnection(Link link, Alarms alarms, Signal signal, Tally tally) {
        this.link = link;
        this.alarms = alarms;
        this.signal = signal;
        this.tally = tally;
    }

    /** Takes the first steps. */
    abstract void greet() throws IOException;

    /** Takes the bytes that have been read. */
    abstract void receive(ByteBuffer bytes) throws IOException;

    /** Takes the steps that can be taken now, while the link is open, and says what the link is to wait for. */
    abstract void advanceOpen() throws IOException;

    /** Counts the end. Called once, while the link is still open. */
    void ended() {
        tally.connectionClosed();
    }

    final boolean reading() {
        return reading;
    }

    final boolean discarding() {
        return discarding;
    }

    @Override
    public final void begin() {
        tally.connectionAccepted();
        try {
            greet();
        } catch (IOException x) {
            end(x);
        }
        advance();
    }

    @Override
    public final void ready(ByteBuffer buffer) {
        try {
            if (link.readable()) {
                read(buffer.clear());
            }
        } catch (IOException x) {
            end(x);
        }
        advance();
    }

    private void read(ByteBuffer buffer) throws IOException {
        if (link.read(buffer) < 0) {
            close();
        } else if (!discarding) {
            receive(buffer.flip());
        }
    }

    private void advance() {
        try {
            if (link.isOpen()) {
                advanceOpen();
            }
        } catch (IOException x) {
            end(x);
        }
    }

    public final void after(Duration delay, Runnable task) {
        alarms.after(delay, () -> {
            task.run();
            advance();
        });
    }

    public final void onSignal(Signal.Waiter waiter) {
        signal.await(() -> {
            boolean resumed = link.isOpen() && waiter.resume();
            advance();
            return resumed;
        });
    }

    public final void stopReading() {
        reading = false;
    }

    public final void discardInput() {
        reading = true;
        discarding = true;
    }

    public final void shutdownOutput() throws IOException {
        link.shutdownOutput();
    }

    public void reset() throws IOException {
        if (link.isOpen()) {
            ended();
            link.reset();
        }
    }

    public final void close() throws IOException {
        if (link.isOpen()) {
            ended();
            link.close();
        }
    }

    @Override
    public final void drop() {
        try {
            close();
        } catch (IOException x) {
            LOG.debug("connection did not close", x);
        }
    }

    /** Clients that leave belong to the tests, and so do clients that do not speak the protocol. */
    private void end(IOException cause) {
        LOG.debug("connection ended", cause);
        drop();
    }
}
