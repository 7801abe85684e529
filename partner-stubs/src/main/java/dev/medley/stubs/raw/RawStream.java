package dev.medley.stubs.raw;

import dev.medley.stubs.internal.loop.Signal;
import dev.medley.stubs.internal.loop.Step;
import dev.medley.stubs.internal.loop.StepTarget;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** One stream of a {@link RawHttp2Connection}, and the steps that answer its request. Used by one thread. */
final class RawStream implements StepTarget {

    private final Deque<Step> steps = new ArrayDeque<>();
    private final RawHttp2Connection connection;
    private final int number;
    private final String method;
    private long window;
    private boolean complete;
    private boolean outlivesReset;

    RawStream(RawHttp2Connection connection, int number, String method, long window) {
        this.connection = connection;
        this.number = number;
        this.method = method;
        this.window = window;
    }

    int number() {
        return number;
    }

    String method() {
        return method;
    }

    RawHttp2Connection connection() {
        return connection;
    }

    /** Sets the steps of the answer; with {@code outlivesReset} they go on although the client resets the stream. */
    void plan(List<Step> answer, boolean outlivesReset) {
        steps.addAll(answer);
        this.outlivesReset = outlivesReset;
    }

    /** Takes the end of the request. */
    void completeRequest() {
        complete = true;
    }

    /** Takes a reset by the client; returns whether the stream is over. */
    boolean onReset() {
        return !outlivesReset;
    }

    /** Takes the next steps as far as they go. */
    Step.Progress advance() throws IOException {
        Step.Progress progress = Step.Progress.DONE;
        while (progress == Step.Progress.DONE && !steps.isEmpty()) {
            progress = steps.element().advance(this);
            if (progress == Step.Progress.DONE) {
                steps.remove();
            }
        }
        return progress;
    }

    void drop() {
        steps.clear();
    }

    void grant(long bytes) {
        window += bytes;
    }

    /** Sends as much of {@code body} as the windows of the client and the output have room for, in frames. */
    Step.Progress sendData(ByteBuffer body, boolean last) {
        while (body.hasRemaining()) {
            if (!connection.output().hasRoom()) {
                return Step.Progress.WAIT_TO_WRITE;
            }
            int length = (int)
                    Math.min(Math.min(window, connection.window()), Math.min(body.remaining(), Frame.MAX_PAYLOAD));
            if (length <= 0) {
                return Step.Progress.WAIT;
            }
            byte[] payload = new byte[length];
            body.get(payload);
            window -= length;
            connection.spend(length);
            boolean end = last && !body.hasRemaining();
            connection.output().add(new Frame(Frame.DATA, end ? Frame.END_STREAM : 0, number, payload));
        }
        return Step.Progress.DONE;
    }

    /** Writes all of {@code bytes} or nothing, so that the frames of other streams do not come in between. */
    @Override
    public void write(ByteBuffer bytes) {
        if (connection.output().hasRoom()) {
            connection.output().add(bytes);
        }
    }

    @Override
    public void after(Duration delay, Runnable task) {
        connection.after(delay, task);
    }

    @Override
    public void onSignal(Signal.Waiter waiter) {
        connection.onSignal(() -> !steps.isEmpty() && waiter.resume());
    }

    @Override
    public boolean requestComplete() {
        return complete;
    }

    /** Returns false: the next request has a stream of its own. */
    @Override
    public boolean nextRequestBegun() {
        return false;
    }

    @Override
    public void stopReading() {
        connection.stopReading();
    }

    @Override
    public void discardInput() {
        connection.discardInput();
    }

    @Override
    public void shutdownOutput() throws IOException {
        connection.shutdownOutput();
    }

    @Override
    public void reset() throws IOException {
        connection.reset();
    }

    @Override
    public void close() {
        connection.closeWhenWritten();
    }
}
