package dev.medley.loadtest.driver.result;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** The time since a run began. */
public final class RunTime {

    private final LongSupplier nanoTime;
    private final LongConsumer pause;
    private final long origin;

    private RunTime(LongSupplier nanoTime, LongConsumer pause) {
        this.nanoTime = nanoTime;
        this.pause = pause;
        origin = nanoTime.getAsLong();
    }

    /** The time of a run that begins now. */
    public static RunTime starting() {
        return starting(System::nanoTime, LockSupport::parkNanos);
    }

    /**
     * The time of a run that begins now, by another clock.
     *
     * @param nanoTime as {@link System#nanoTime}
     * @param pause as {@link LockSupport#parkNanos(long)}
     */
    public static RunTime starting(LongSupplier nanoTime, LongConsumer pause) {
        return new RunTime(nanoTime, pause);
    }

    /** Nanoseconds since the beginning. */
    public long now() {
        return nanoTime.getAsLong() - origin;
    }

    /** Lets the calling thread wait for about that long; less if it is interrupted or unparked. */
    public void pause(long nanos) {
        pause.accept(nanos);
    }
}
