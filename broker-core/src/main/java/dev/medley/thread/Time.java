package dev.medley.thread;

/**
 * The clock and the alarms of the broker, injected so that tests can move them.
 *
 * <p>Alarms are kept by one thread. What they run is always handed over to the pool, so that nothing but the handing
 * over ever happens on that thread.
 */
public interface Time {

    /** Nanoseconds since an arbitrary origin, as {@link System#nanoTime()}; comparable only with one another. */
    long nanoTime();

    /**
     * Runs {@code task} on a thread of the pool once {@code delayNanos} nanoseconds have passed.
     *
     * @param delayNanos nanoseconds from now; zero or less means as soon as possible
     * @param task called by a thread of the pool, holding no lock; must not block
     * @return the alarm, to be called off when it is no longer needed
     */
    Alarm after(long delayNanos, Runnable task);

    /** An alarm that has been set. */
    interface Alarm {

        /** Calls the alarm off; without effect when it has already gone off. */
        void cancel();
    }
}
