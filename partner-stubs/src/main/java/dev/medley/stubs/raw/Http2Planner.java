package dev.medley.stubs.raw;

import dev.medley.stubs.internal.loop.Script;
import dev.medley.stubs.internal.loop.Step;
import dev.medley.stubs.internal.loop.Wire;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Turns the entries of a script into the steps of connections and streams. Used by one thread. */
final class Http2Planner {

    /** The streams that are allowed after {@link Http2Misbehaviour#NO_STREAM}. */
    private static final int STREAMS_AFTER_SIGNAL = 100;

    private static final int WINDOW_AFTER_SIGNAL = 65_535;

    private static final String HTTP_1_1_ANSWER = Wire.head("400 Bad Request", Wire.length(0), "Connection: close");

    private final Script<Http2Misbehaviour> script;
    private final Duration interval;
    private final int maxStreams;

    Http2Planner(Script<Http2Misbehaviour> script, Duration interval, int maxStreams) {
        this.script = script;
        this.interval = interval;
        this.maxStreams = maxStreams;
    }

    /** Returns the treatment of a new connection, and uses up its entry if it has one. */
    Http2Misbehaviour onAccept() {
        return script.peek().concernsConnection() ? script.next() : Http2Misbehaviour.OK;
    }

    /** Begins a connection. */
    void greet(Http2Misbehaviour treatment, RawHttp2Connection connection) throws IOException {
        Output output = connection.output();
        switch (treatment) {
            case RESET_ON_ACCEPT -> connection.reset();
            case NO_SETTINGS -> connection.discardInput();
            case NEVER_READ -> {
                output.add(settings(maxStreams));
                connection.stopReading();
            }
            case HTTP_1_1_ANSWER -> {
                connection.discardInput();
                output.add(ByteBuffer.wrap(Wire.bytes(HTTP_1_1_ANSWER)));
                connection.after(interval, connection::closeWhenWritten);
            }
            case NO_WINDOW -> {
                output.add(Frame.settings(Frame.MAX_CONCURRENT_STREAMS, maxStreams, Frame.INITIAL_WINDOW_SIZE, 0));
                onSignal(connection, Frame.settings(Frame.INITIAL_WINDOW_SIZE, WINDOW_AFTER_SIGNAL));
            }
            case ONE_STREAM -> output.add(settings(1));
            case NO_STREAM -> {
                output.add(settings(0));
                onSignal(connection, settings(STREAMS_AFTER_SIGNAL));
            }
            default -> output.add(settings(maxStreams));
        }
    }

    /** Plans the answer to the request of a stream. */
    void plan(RawStream stream) {
        Http2Misbehaviour misbehaviour = script.next();
        List<Step> steps = new ArrayList<>();
        if (!misbehaviour.early()) {
            steps.add(Step.awaitRequest());
        }
        steps.addAll(new Http2Answers(stream, interval).to(misbehaviour));
        stream.plan(steps, misbehaviour.isFlood());
    }

    private static Frame settings(int maxStreams) {
        return Frame.settings(Frame.MAX_CONCURRENT_STREAMS, maxStreams);
    }

    private static void onSignal(RawHttp2Connection connection, Frame frame) {
        connection.onSignal(() -> {
            connection.output().add(frame);
            return true;
        });
    }
}
