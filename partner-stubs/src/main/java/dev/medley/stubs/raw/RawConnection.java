package dev.medley.stubs.raw;

import dev.medley.stubs.internal.loop.Alarms;
import dev.medley.stubs.internal.loop.Link;
import dev.medley.stubs.internal.loop.LoopConnection;
import dev.medley.stubs.internal.loop.Signal;
import dev.medley.stubs.internal.loop.Step;
import dev.medley.stubs.internal.loop.StepTarget;
import dev.medley.stubs.internal.loop.Tally;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection to a {@link RawPartner}: reads requests and takes the steps planned for them. Used by one thread. */
final class RawConnection implements StepTarget, LoopConnection {

    private static final Logger LOG = LoggerFactory.getLogger(RawConnection.class);

    private final RequestReader reader = new RequestReader();
    private final Deque<Step> steps = new ArrayDeque<>();
    private final Link link;
    private final Planner planner;
    private final Alarms alarms;
    private final Signal signal;
    private final Tally tally;

    /** The request whose steps are being taken; null between requests. */
    private @Nullable RequestHead present;

    private boolean counted;
    private boolean reading = true;
    private boolean discarding;

    RawConnection(Link link, Planner planner, Alarms alarms, Signal signal, Tally tally) {
        this.link = link;
        this.planner = planner;
        this.alarms = alarms;
        this.signal = signal;
        this.tally = tally;
    }

    @Override
    public void begin() {
        tally.connectionAccepted();
        steps.addAll(planner.onAccept());
        advance();
    }

    @Override
    public void ready(ByteBuffer buffer) {
        try {
            if (link.readable()) {
                read(buffer.clear());
            }
            advance();
        } catch (IOException x) {
            end(x);
        }
    }

    @Override
    public void after(Duration delay, Runnable task) {
        alarms.after(delay, () -> {
            task.run();
            advance();
        });
    }

    @Override
    public void onSignal(Signal.Waiter waiter) {
        signal.await(() -> {
            boolean resumed = link.isOpen() && waiter.resume();
            advance();
            return resumed;
        });
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
        link.write(bytes);
    }

    @Override
    public boolean requestComplete() {
        return reader.complete();
    }

    @Override
    public boolean nextRequestBegun() {
        return !reader.wantsMore();
    }

    @Override
    public void stopReading() {
        reading = false;
    }

    @Override
    public void discardInput() {
        reading = true;
        discarding = true;
    }

    @Override
    public void shutdownOutput() throws IOException {
        link.shutdownOutput();
    }

    @Override
    public void reset() throws IOException {
        if (link.isOpen()) {
            tally.connectionClosed();
            link.reset();
        }
    }

    @Override
    public void close() throws IOException {
        if (link.isOpen()) {
            tally.connectionClosed();
            link.close();
        }
    }

    @Override
    public void drop() {
        try {
            close();
        } catch (IOException x) {
            LOG.debug("connection did not close", x);
        }
    }

    private void read(ByteBuffer buffer) throws IOException {
        if (link.read(buffer) < 0) {
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
            while (progress == Step.Progress.DONE && link.isOpen() && hasStep()) {
                progress = steps.element().advance(this);
                if (progress == Step.Progress.DONE) {
                    steps.remove();
                }
            }
            if (link.isOpen()) {
                boolean read = reading && (discarding || reader.wantsMore());
                link.interest(read, progress == Step.Progress.WAIT_TO_WRITE);
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
