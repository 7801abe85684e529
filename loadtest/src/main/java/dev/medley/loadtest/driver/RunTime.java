package dev.medley.loadtest.driver;

/**
 * The time since a run began.
 *
 * @param origin the {@link Pace#nanoTime()} at its beginning
 */
record RunTime(Pace pace, long origin) {

    /** Begins now. */
    static RunTime starting(Pace pace) {
        return new RunTime(pace, pace.nanoTime());
    }

    /** Nanoseconds since the beginning. */
    long now() {
        return pace.nanoTime() - origin;
    }
}
