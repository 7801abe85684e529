package dev.medley.stubs.raw;

import dev.medley.stubs.internal.loop.Alarms;
import dev.medley.stubs.internal.loop.Link;
import dev.medley.stubs.internal.loop.Signal;
import dev.medley.stubs.internal.loop.Step;
import dev.medley.stubs.internal.loop.Tally;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection to a {@link RawHttp2Partner}: reads frames and takes the steps of its streams. Used by one thread. */
final class RawHttp2Connection extends ScriptedConnection {

    private static final Logger LOG = LoggerFactory.getLogger(RawHttp2Connection.class);

    private static final long USUAL_WINDOW = 65_535;

    private final FrameReader reader = new FrameReader();
    private final Output output = new Output();
    private final Map<Integer, RawStream> streams = new TreeMap<>();
    private final Http2Tally frames;
    private final Http2Planner planner;
    private final RequestStreams requests;
    private final Http2Misbehaviour treatment;
    private long window = USUAL_WINDOW;
    private long initialWindow = USUAL_WINDOW;
    private int lastAccepted = Integer.MAX_VALUE;
    private boolean greeted;
    private boolean draining;
    private boolean closing;

    RawHttp2Connection(Link link, Alarms alarms, Signal signal, Tally tally, Http2Tally frames, Http2Planner planner) {
        super(link, alarms, signal, tally);
        this.frames = frames;
        this.planner = planner;
        this.requests = new RequestStreams();
        this.treatment = planner.onAccept();
    }

    @Override
    void greet() throws IOException {
        planner.greet(treatment, this);
    }

    Output output() {
        return output;
    }

    /** The bytes of DATA that the client still takes on this connection. */
    long window() {
        return window;
    }

    void spend(long bytes) {
        window -= bytes;
    }

    @Override
    public void reset() throws IOException {
        if (link.isOpen()) {
            output.flush(link);
        }
        super.reset();
    }

    /** Closes it in order when the output is written. */
    void closeWhenWritten() {
        closing = true;
    }

    /** The number of the youngest stream so far. */
    int lastStream() {
        return requests.last();
    }

    /**
     * Sends GOAWAY. Streams above {@code lastStream} are dropped and new ones ignored; when the others are over, the
     * connection is closed.
     */
    void goAway(RawStream sender, int lastStream, int code) {
        output.add(Frame.goAway(lastStream, code));
        lastAccepted = lastStream;
        draining = true;
        streams.values().stream()
                .filter(stream -> stream.number() > lastStream && stream != sender)
                .forEach(RawStream::drop);
    }

    @Override
    void receive(ByteBuffer bytes) throws IOException {
        reader.receive(bytes);
        if (!greeted && reader.preface()) {
            greeted = true;
        }
        try {
            for (Frame frame = greeted ? reader.next() : null; frame != null; frame = reader.next()) {
                receive(frame);
            }
        } catch (BufferUnderflowException | IndexOutOfBoundsException x) {
            throw new IOException("a frame of the client is too short", x);
        }
    }

    private void receive(Frame frame) throws IOException {
        switch (frame.type()) {
            case Frame.HEADERS, Frame.CONTINUATION -> receiveHeaders(frame);
            case Frame.DATA -> receiveData(frame);
            case Frame.RST_STREAM -> receiveReset(frame);
            case Frame.SETTINGS -> receiveSettings(frame);
            case Frame.PING -> receivePing(frame);
            case Frame.WINDOW_UPDATE -> receiveWindow(frame);
            case Frame.GOAWAY -> frames.goAways.incrementAndGet();
            default -> LOG.debug("frame of type {} ignored", frame.type());
        }
    }

    private void receiveHeaders(Frame frame) throws IOException {
        RequestStreams.Head head = requests.receive(frame);
        if (head == null) {
            return;
        }
        frames.streamOpened();
        if (head.stream() > lastAccepted) {
            frames.ignoredStreams.incrementAndGet();
            frames.streamClosed();
            return;
        }
        RawStream stream = new RawStream(this, head.stream(), head.method(), initialWindow);
        streams.put(head.stream(), stream);
        planner.plan(stream);
        if (head.last()) {
            complete(stream);
        }
    }

    private void receiveData(Frame frame) {
        frames.bodyBytes.addAndGet(frame.content().remaining());
        RawStream stream = streams.get(frame.stream());
        if (treatment != Http2Misbehaviour.NO_WINDOW && frame.payload().length > 0) {
            output.add(Frame.windowUpdate(0, frame.payload().length));
            if (stream != null && !frame.has(Frame.END_STREAM)) {
                output.add(Frame.windowUpdate(frame.stream(), frame.payload().length));
            }
        }
        if (stream != null && frame.has(Frame.END_STREAM)) {
            complete(stream);
        }
    }

    private void complete(RawStream stream) {
        stream.completeRequest();
        tally.requestReceived(stream.method());
    }

    private void receiveReset(Frame frame) {
        frames.resetReceived(ByteBuffer.wrap(frame.payload()).getInt());
        RawStream stream = streams.get(frame.stream());
        if (stream != null && stream.onReset()) {
            stream.drop();
        }
    }

    private void receiveSettings(Frame frame) {
        if (frame.has(Frame.ACK)) {
            return;
        }
        ByteBuffer payload = ByteBuffer.wrap(frame.payload());
        while (payload.hasRemaining()) {
            short identifier = payload.getShort();
            long value = Integer.toUnsignedLong(payload.getInt());
            if (identifier == Frame.INITIAL_WINDOW_SIZE) {
                long change = value - initialWindow;
                initialWindow = value;
                streams.values().forEach(stream -> stream.grant(change));
            }
        }
        if (treatment != Http2Misbehaviour.NO_SETTINGS_ACK) {
            output.add(new Frame(Frame.SETTINGS, Frame.ACK, 0, new byte[0]));
        }
    }

    private void receivePing(Frame frame) {
        if (!frame.has(Frame.ACK)) {
            frames.pings.incrementAndGet();
            if (treatment != Http2Misbehaviour.NO_PING_ACK) {
                output.add(Frame.ping(Frame.ACK, frame.payload()));
            }
        }
    }

    private void receiveWindow(Frame frame) {
        int bytes = ByteBuffer.wrap(frame.payload()).getInt();
        RawStream stream = streams.get(frame.stream());
        if (frame.stream() == 0) {
            window += bytes;
        } else if (stream != null) {
            stream.grant(bytes);
        }
    }

    @Override
    void advanceOpen() throws IOException {
        boolean waits = advanceStreams();
        output.flush(link);
        if (output.isEmpty() && (closing || (draining && streams.isEmpty()))) {
            drop();
        } else if (link.isOpen()) {
            link.interest(reading(), waits || !output.isEmpty());
        }
    }

    /** Returns whether a stream waits to write. */
    private boolean advanceStreams() throws IOException {
        boolean waits = false;
        for (RawStream stream : List.copyOf(streams.values())) {
            if (!link.isOpen() || closing) {
                return false;
            }
            Step.Progress progress = stream.advance();
            waits |= progress == Step.Progress.WAIT_TO_WRITE;
            if (progress == Step.Progress.DONE && streams.remove(stream.number()) != null) {
                frames.streamClosed();
            }
        }
        return waits;
    }

    @Override
    void ended() {
        super.ended();
        streams.values().forEach(stream -> frames.streamClosed());
        streams.clear();
    }
}
