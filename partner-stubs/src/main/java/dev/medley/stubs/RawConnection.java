package dev.medley.stubs;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection to a {@link RawPartner}: reads requests and takes the steps planned for them. Used by one thread. */
final class RawConnection {

    private static final Logger LOG = LoggerFactory.getLogger(RawConnection.class);

    private final RequestReader reader = new RequestReader();
    private final Deque<Step> steps = new ArrayDeque<>();
    private final SocketChannel channel;
    private final SelectionKey key;
    private final Planner planner;
    private final Alarms alarms;
    private final Signal signal;
    private final Tally tally;

    /** The request whose steps are being taken; null between requests. */
    private @Nullable RequestHead present;

    private boolean counted;
    private boolean reading = true;
    private boolean discarding;

    RawConnection(SocketChannel channel, SelectionKey key, Planner planner, Alarms alarms, Signal signal, Tally tally) {
        this.channel = channel;
        this.key = key;
        this.planner = planner;
        this.alarms = alarms;
        this.signal = signal;
        this.tally = tally;
    }

    /** Begins, once the connection is accepted. */
    void begin() {
        tally.connectionAccepted();
        steps.addAll(planner.onAccept());
        advance();
    }

    /** Goes on, once there is something to read, through {@code buffer}, or room to write. */
    void ready(ByteBuffer buffer) {
        try {
            if (key.isReadable()) {
                read(buffer.clear());
            }
            advance();
        } catch (IOException x) {
            end(x);
        }
    }

    /** Runs {@code task} after {@code delay}, if the connection is still open then, and goes on. */
    void after(Duration delay, Runnable task) {
        alarms.after(delay, () -> {
            task.run();
            advance();
        });
    }

    /** Calls {@code waiter} at the next signal, if the connection is still open then, and goes on. */
    void onSignal(Signal.Waiter waiter) {
        signal.await(() -> {
            boolean resumed = channel.isOpen() && waiter.resume();
            advance();
            return resumed;
        });
    }

    /** Writes as much of {@code bytes} as there is room for. */
    void write(ByteBuffer bytes) throws IOException {
        channel.write(bytes);
    }

    /** Returns whether the present request is read to its end. */
    boolean requestComplete() {
        return reader.complete();
    }

    /** Returns whether bytes of a later request have arrived. */
    boolean nextRequestBegun() {
        return !reader.wantsMore();
    }

    /** Leaves what arrives from now on in the socket. The end of the connection is not seen meanwhile. */
    void stopReading() {
        reading = false;
    }

    /** Reads and drops whatever arrives from now on, up to the end of the connection. */
    void discardInput() {
        reading = true;
        discarding = true;
    }

    /** Ends the output (FIN); the input stays open. */
    void shutdownOutput() throws IOException {
        channel.shutdownOutput();
    }

    void reset() throws IOException {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        close();
    }

    void close() throws IOException {
        if (channel.isOpen()) {
            tally.connectionClosed();
            channel.close();
        }
    }

    /** Closes it, whatever state it is in. */
    void drop() {
        try {
            close();
        } catch (IOException x) {
            LOG.debug("connection did not close", x);
        }
    }

    private void read(ByteBuffer buffer) throws IOException {
        if (channel.read(buffer) < 0) {
            close();
            return;
        }
        if (!discarding) {
            reader.receive(buffer.flip());
            count();
        }
    }

    private void count() {
        RequestHead head = reader.head();
        if (head != null && reader.complete() && !counted) {
            counted = true;
            tally.requestReceived(head.method());
        }
    }

    private void advance() {
        try {
            Step.Progress progress = Step.Progress.DONE;
            while (progress == Step.Progress.DONE && channel.isOpen() && hasStep()) {
                progress = steps.element().advance(this);
                if (progress == Step.Progress.DONE) {
                    steps.remove();
                }
            }
            if (channel.isOpen()) {
                int read = reading && (discarding || reader.wantsMore()) ? SelectionKey.OP_READ : 0;
                int write = progress == Step.Progress.WAIT_TO_WRITE ? SelectionKey.OP_WRITE : 0;
                key.interestOps(read | write);
            }
        } catch (IOException x) {
            end(x);
        }
    }

    /** Returns whether there is anything to do; if one request is done with, turns to the next. */
    private boolean hasStep() throws IOException {
        if (!steps.isEmpty()) {
            return true;
        }
        if (present != null) {
            if (present.last()) {
                close();
                return false;
            }
            counted = false;
            reader.next();
            count();
        }
        present = reader.head();
        if (present != null) {
            steps.addAll(planner.onRequest(present));
        }
        return !steps.isEmpty();
    }

    /** Callers that leave are part of the game, and so are callers that do not speak HTTP. */
    private void end(IOException cause) {
        LOG.debug("connection ended", cause);
        drop();
    }
}
