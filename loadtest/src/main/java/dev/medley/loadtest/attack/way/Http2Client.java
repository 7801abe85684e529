package dev.medley.loadtest.attack.way;

import dev.medley.loadtest.attack.connection.Outgoing;
import dev.medley.loadtest.attack.connection.Script;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.stream.IntStream;

/**
 * A connection of the attacker that speaks HTTP/2 by prior knowledge or ALPN. It knows the windows that the server has granted,
 * and which streams were replied to; what it sends is up to the plan. Used by one thread.
 */
public final class Http2Client implements Script {

    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    private static final int USUAL_WINDOW = 65_535;
    /** Plans that are not interested in replies leave them there. */
    private static final int MOST_NOTED = 1000;

    private final Plan plan;
    private final FrameHeads heads = new FrameHeads(this::frame);
    private final Map<Integer, Integer> windows = new HashMap<>();
    private final Queue<Integer> begun = new ArrayDeque<>();
    private final Queue<Integer> ended = new ArrayDeque<>();
    private Outgoing out = new Outgoing();
    private FrameWriter frames = new FrameWriter(out);
    private long window = USUAL_WINDOW;
    private int initialWindow = USUAL_WINDOW;
    private int lastStream = -1;
    private int open;
    private int rounds = -1;

    public Http2Client(Plan plan) {
        this.plan = plan;
    }

    /**
     * What a connection sends.
     *
     * @param settings pairs of identifier and value
     * @param opening sent once
     * @param round sent again and again
     * @param pause before each round
     * @param reads whether the connection is read
     */
    public record Plan(List<Integer> settings, Step opening, Step round, Duration pause, boolean reads) {

        public static Plan of(int... settings) {
            return new Plan(IntStream.of(settings).boxed().toList(), client -> {}, client -> {}, Duration.ZERO, true);
        }

        public Plan opening(Step step) {
            return new Plan(settings, step, round, pause, reads);
        }

        Plan round(Step step) {
            return new Plan(settings, opening, step, pause, reads);
        }

        Plan pause(Duration time) {
            return new Plan(settings, opening, round, time, reads);
        }

        Plan unread() {
            return new Plan(settings, opening, round, pause, false);
        }
    }

    /** Puts frames. */
    public interface Step {
        void send(Http2Client client);
    }

    @Override
    public void next(Outgoing next) {
        out = next;
        frames = new FrameWriter(out);
        if (rounds < 0) {
            out.ascii(PREFACE);
            frames.settings(plan.settings().stream().mapToInt(Integer::intValue).toArray());
            plan.opening().send(this);
        } else {
            plan.round().send(this);
        }
        rounds++;
    }

    @Override
    public void received(ByteBuffer bytes) {
        heads.receive(bytes);
    }

    @Override
    public boolean reads() {
        return plan.reads();
    }

    @Override
    public Duration pause() {
        return plan.pause();
    }

    FrameWriter frames() {
        return frames;
    }

    /** Rounds before this one. */
    int rounds() {
        return rounds;
    }

    /** The number of a new stream. */
    int open() {
        lastStream += 2;
        open++;
        windows.put(lastStream, initialWindow);
        return lastStream;
    }

    /** The stream that was opened last. */
    int last() {
        return lastStream;
    }

    /** Streams that were opened and have not ended, by what the server sent or by {@link #over}. */
    int openStreams() {
        return open;
    }

    /** Notes that a stream has ended. */
    void over(int stream) {
        if (windows.remove(stream) != null) {
            open--;
        }
    }

    /** Returns the bytes of a body that may be sent now, at most {@code wanted}, and counts them as sent. */
    int take(int stream, int wanted) {
        int stillOpen = windows.getOrDefault(stream, 0);
        int bytes = (int) Math.max(0, Math.min(wanted, Math.min(window, stillOpen)));
        window -= bytes;
        windows.computeIfPresent(stream, (key, left) -> left - bytes);
        return bytes;
    }

    /** The next stream whose reply has begun; 0 if there is none. */
    int takeBegun() {
        return take(begun);
    }

    /** The next stream whose reply has ended; 0 if there is none. */
    int takeEnded() {
        return take(ended);
    }

    /** Asks for what is to happen when the bytes of this round are written. */
    void then(Outgoing.Afterwards afterwards) {
        out.then(afterwards);
    }

    private static int take(Queue<Integer> streams) {
        Integer stream = streams.poll();
        return stream == null ? 0 : stream;
    }

    private void frame(int type, int flags, int stream, ByteBuffer payload, int length) {
        switch (type) {
            case FrameWriter.SETTINGS -> settings(flags, payload);
            case FrameWriter.WINDOW_UPDATE -> granted(stream, payload.getInt());
            case FrameWriter.HEADERS -> begin(stream);
            case FrameWriter.RST_STREAM -> over(stream);
            default -> {}
        }
        boolean mayEnd = type == FrameWriter.HEADERS || type == FrameWriter.DATA;
        if (mayEnd && (flags & FrameWriter.END_STREAM) != 0) {
            over(stream);
            note(ended, stream);
        }
    }

    private void begin(int stream) {
        note(begun, stream);
    }

    private static void note(Queue<Integer> streams, int stream) {
        if (streams.size() < MOST_NOTED) {
            streams.add(stream);
        }
    }

    private void settings(int flags, ByteBuffer payload) {
        if ((flags & FrameWriter.ACK) != 0) {
            return;
        }
        while (payload.remaining() >= Short.BYTES + Integer.BYTES) {
            short identifier = payload.getShort();
            int value = payload.getInt();
            if (identifier == FrameWriter.INITIAL_WINDOW_SIZE) {
                int change = value - initialWindow;
                initialWindow = value;
                windows.replaceAll((stream, left) -> left + change);
            }
        }
    }

    private void granted(int stream, int bytes) {
        if (stream == 0) {
            window += bytes;
        } else {
            windows.computeIfPresent(stream, (key, left) -> left + bytes);
        }
    }
}
