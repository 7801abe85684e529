package dev.medley.servlet.internal.inbound;

import dev.medley.mashup.Status;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a request for topics, for metrics and logs: it is counted by the time until it began to be served, since a session goes on
 * for hours and a poll waits on purpose, and it is logged when it ends. Thread-safe.
 */
public final class TopicUse {

    /** The attribute of a request that has it. */
    public static final String ATTRIBUTE = "dev.medley.topic-use";

    /** In place of the name of a mashup. */
    public static final String NAME = "topics";

    private static final Runnable OVER = new Over();

    private volatile boolean begun;
    private volatile long begunNanos;
    private volatile @Nullable LongSupplier messages;
    private volatile @Nullable LongSupplier bytes;
    /** What is done when the session is over; {@link #OVER} from then on. */
    private final AtomicReference<@Nullable Runnable> end = new AtomicReference<>();

    /** The session is over: nothing is to be done any more. */
    private record Over() implements Runnable {
        @Override
        public void run() {}
    }

    /** Creates the use of a request that has just come. */
    public TopicUse() {}

    /** It is served from {@code nanoTime} on: a session has its subscriptions, or a poll begins to wait. */
    public void begun(long nanoTime) {
        begunNanos = nanoTime;
        begun = true;
    }

    /** It is a session, with the number of messages that it has got so far. Called behind its end. */
    public void session(LongSupplier delivered) {
        messages = delivered;
    }

    /** The session goes on after the request has ended, as one over WebSocket, until {@link #over}; with the bytes that it has been sent, called
     * behind its end. */
    public void outlivesRequest(LongSupplier sent) {
        bytes = sent;
    }

    /** The session is over, which goes on after its request. */
    public void over() {
        Runnable action = end.getAndSet(OVER);
        if (action != null) {
            action.run();
        }
    }

    /** Calls {@code action} when the session is over, at once if it is; for one that {@linkplain #isLonger goes on after its request}. Once. */
    public void onOver(Runnable action) {
        if (!end.compareAndSet(null, action)) {
            action.run();
        }
    }

    /** Returns whether the session goes on after its request. */
    public boolean isLonger() {
        return bytes != null;
    }

    /**
     * Returns the nanoseconds until it began to be served.
     *
     * @param arrival of the request, as by {@link System#nanoTime()}
     * @param untilEnd those until it ended, which are returned if it never began
     */
    public long nanosUntilBegun(long arrival, long untilEnd) {
        return begun ? begunNanos - arrival : untilEnd;
    }

    /** Returns what has refused a request whose reply has {@code status}; null if it was served, or its body is wrong. */
    public static @Nullable RefusedBy refusedBy(int status) {
        return switch (status) {
            case Status.UNAUTHORIZED, Status.FORBIDDEN -> RefusedBy.CALLER;
            case Status.NOT_FOUND -> RefusedBy.PATH;
            case Status.METHOD_NOT_ALLOWED -> RefusedBy.METHOD;
            case Status.TOO_MANY_REQUESTS -> RefusedBy.QUOTA;
            case Status.SERVICE_UNAVAILABLE -> RefusedBy.LIMIT;
            default -> null;
        };
    }

    /** Returns the messages of the session; null if it is none. */
    public @Nullable Long messages() {
        LongSupplier counted = messages;
        return counted == null ? null : counted.getAsLong();
    }

    /** Returns the bytes that it has been sent after the end of its request; 0 if there are none. */
    public long bytes() {
        LongSupplier counted = bytes;
        return counted == null ? 0 : counted.getAsLong();
    }
}
