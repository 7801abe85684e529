package dev.medley.thread;

import org.jspecify.annotations.Nullable;

/** A thread of the {@link BrokerPool}, distinguished from all others by its type. */
final class BrokerThread extends Thread {

    private final ThreadMeter meter;
    /** True while the thread is an inbound request's own. Only the thread itself sees it. */
    private boolean held;

    /** The loop that the thread is; null if it is none. Only the thread itself sees it. */
    private @Nullable Loop loop;

    BrokerThread(Runnable job, String name, ThreadMeter meter) {
        super(job, name);
        this.meter = meter;
    }

    ThreadMeter meter() {
        return meter;
    }

    /** Marks the thread, which runs this, as one that may wait, or not; returns what it was before. */
    boolean hold(boolean now) {
        boolean before = held;
        held = now;
        return before;
    }

    @Nullable
    Loop loop() {
        return loop;
    }

    void loop(@Nullable Loop now) {
        loop = now;
    }

    boolean isHeld() {
        return held;
    }
}
