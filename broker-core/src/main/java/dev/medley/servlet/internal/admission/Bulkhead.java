package dev.medley.servlet.internal.admission;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** The bound on the requests for one mashup that are in flight at a time; it has no queue. Thread-safe. */
public final class Bulkhead {

    private final String mashup;
    private final int max;
    private final AtomicInteger used = new AtomicInteger();
    private final LongAdder refused = new LongAdder();

    /** Creates a bulkhead of {@code mashup}, which admits {@code max} requests at a time. */
    public Bulkhead(String mashup, int max) {
        this.mashup = mashup;
        this.max = max;
    }

    /** Admits a request, for which {@link #leave} must follow; false if as many as may are in flight. */
    boolean tryEnter() {
        for (int now = used.get(); now < max; now = used.get()) {
            if (used.compareAndSet(now, now + 1)) {
                return true;
            }
        }
        refused.increment();
        return false;
    }

    void leave() {
        used.decrementAndGet();
    }

    /** Returns the name of the mashup, as in metrics. */
    public String mashup() {
        return mashup;
    }

    /** Returns the bound on requests in flight. */
    public int max() {
        return max;
    }

    /** Returns the requests in flight. */
    public int used() {
        return used.get();
    }

    /** Returns the requests that were refused, since the start. */
    public long refused() {
        return refused.sum();
    }
}
