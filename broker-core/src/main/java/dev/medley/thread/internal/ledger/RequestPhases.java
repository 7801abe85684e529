package dev.medley.thread.internal.ledger;

import dev.medley.thread.internal.Clock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The time of one inbound request by {@linkplain RequestPhase phases}, whose sum is its whole time: each phase begins when the one
 * before it ends. What goes on is counted: threads in the code of the mashup, its exchanges, its computations. The counts determine
 * the phase.
 *
 * <p>Whoever begins or ends something gives the time of the change, which it mostly has read for the {@link ThreadLedger} anyway. Of
 * two changes at the same time, the one that comes second counts from the first one on, even if its time was read before.
 *
 * <p>Thread-safe. The monitor guards the counts, the phase and its sums, which change together; it is held for a few additions, and a
 * compare-and-set would take an object for each change. From the decision on the reply to its end nothing takes it.
 */
public final class RequestPhases {

    private static final RequestPhase[] PHASES = RequestPhase.values();

    private final Clock clock;
    private final long[] nanos = new long[PHASES.length];
    // What goes on, by its kind; fields, because they take less than an array.
    private boolean admitted;
    private int reading;
    private int composing;
    private int exchanges;
    private int computeQueue;
    private int computing;
    private int merging;
    private RequestPhase phase = RequestPhase.ADMISSION;
    /** When that began. */
    private long since;
    /** True once all sums but that of {@link RequestPhase#WRITING} are final, and {@link #since} is the time of the decision. */
    private volatile boolean decided;
    /** True once all sums are final. */
    private volatile boolean ended;

    /**
     * Begins the phases of a request that has arrived: it waits for its admission.
     *
     * @param beganNanos when its first byte was there, by {@code clock}
     * @param arrivedNanos when its head was
     */
    public RequestPhases(Clock clock, long beganNanos, long arrivedNanos) {
        this.clock = clock;
        since = arrivedNanos;
        nanos[RequestPhase.READING.index()] = Math.max(0, arrivedNanos - beganNanos);
    }

    // ---- What goes on. ------------------------------------------------------------------------------------------

    /** As {@link #begin(RequestPhase, long)}, now. */
    public void begin(RequestPhase kind) {
        if (!decided) {
            change(null, kind, clock.nanoTime());
        }
    }

    /**
     * One more thing of {@code kind} begins at {@code now}, by the clock; {@link #end} follows. When the first code of the mashup
     * begins, the admission ends.
     */
    public void begin(RequestPhase kind, long now) {
        if (!decided) {
            change(null, kind, now);
        }
    }

    /** As {@link #end(RequestPhase, long)}, now. */
    public void end(RequestPhase kind) {
        if (!decided) {
            change(kind, null, clock.nanoTime());
        }
    }

    /** One of the things of {@code kind} ends at {@code now}, by the clock. */
    public void end(RequestPhase kind, long now) {
        if (!decided) {
            change(kind, null, now);
        }
    }

    /** One of the things of kind {@code over} ends at {@code now}, and with that one of kind {@code next} begins. */
    void passOn(RequestPhase over, RequestPhase next, long now) {
        if (!decided) {
            change(over, next, now);
        }
    }

    /** Returns what {@code task} returns, which is a thing of {@code kind}; it only runs if {@code phases} is null. */
    public static <T> T during(@Nullable RequestPhases phases, RequestPhase kind, Supplier<T> task) {
        if (phases == null) {
            return task.get();
        }
        phases.begin(kind);
        try {
            return task.get();
        } finally {
            phases.end(kind);
        }
    }

    private synchronized void change(@Nullable RequestPhase over, @Nullable RequestPhase begun, long now) {
        if (decided) {
            return;
        }
        if (over != null) {
            count(over, -1);
        }
        if (begun != null) {
            count(begun, 1);
        }
        enter(current(), now);
    }

    private void count(RequestPhase kind, int change) {
        switch (kind) {
            case READING -> reading += change;
            case COMPOSING -> {
                composing += change;
                admitted = true;
            }
            case EXCHANGES -> exchanges += change;
            case COMPUTE_QUEUE -> computeQueue += change;
            case COMPUTING -> computing += change;
            case MERGING -> merging += change;
            case ADMISSION, OTHER, WRITING ->
                throw new IllegalArgumentException(kind + " neither begins nor ends by itself");
        }
    }

    /** Work before waiting, and the later before the earlier. */
    private RequestPhase current() {
        if (merging > 0) {
            return RequestPhase.MERGING;
        }
        if (computing > 0) {
            return RequestPhase.COMPUTING;
        }
        if (composing > 0) {
            return RequestPhase.COMPOSING;
        }
        if (computeQueue > 0) {
            return RequestPhase.COMPUTE_QUEUE;
        }
        if (exchanges > 0) {
            return RequestPhase.EXCHANGES;
        }
        if (!admitted) {
            return RequestPhase.ADMISSION;
        }
        return reading > 0 ? RequestPhase.READING : RequestPhase.OTHER;
    }

    private void enter(RequestPhase next, long now) {
        if (next != phase) {
            add(now);
            phase = next;
        }
    }

    private void add(long now) {
        long passed = now - since;
        if (passed > 0) {
            nanos[phase.index()] += passed;
            since = now;
        }
    }

    /** The reply is decided at {@code now}, by the clock: from now on it is written. */
    public synchronized void decided(long now) {
        if (ended) {
            return;
        }
        enter(RequestPhase.WRITING, now);
        decided = true;
    }

    /** The reply has ended at {@code now}, by the clock. Once. */
    public synchronized void ended(long now) {
        add(now);
        decided = true;
        ended = true;
    }

    // ---- Their times. -------------------------------------------------------------------------------------------

    /** Returns the phase that the request is in; tests wait for one before they move the clock. */
    public synchronized RequestPhase now() {
        return phase;
    }

    /** Returns whether the reply is decided, so that changes have no effect. */
    public boolean isDecided() {
        return decided;
    }

    /** Returns the nanoseconds of {@code each}, once the reply is decided; of {@link RequestPhase#WRITING} once it has ended. */
    public long nanos(RequestPhase each) {
        // The end first: it is what makes the last sum visible.
        return ended || decided ? nanos[each.index()] : 0;
    }

    /** Returns the nanoseconds of all phases, once the reply is decided: to its end, or until now. */
    public synchronized long totalNanos() {
        boolean over = ended;
        long total = over || !decided ? 0 : Math.max(0, clock.nanoTime() - since);
        for (RequestPhase each : PHASES) {
            total += nanos(each);
        }
        return total;
    }
}
