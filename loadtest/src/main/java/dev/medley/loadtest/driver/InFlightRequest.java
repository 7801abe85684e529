package dev.medley.loadtest.driver;

/**
 * A request that counts as in flight. Times are nanoseconds since the beginning of the run.
 *
 * @param intended when it was to start
 * @param started when it started
 */
record InFlightRequest(Measurements measurements, WindowTally tally, long intended, long started) {

    /** Nanoseconds since it started. */
    long elapsed() {
        return measurements.now() - started;
    }

    /** Takes note of its end, which is now. */
    void ended(LoadOutcome outcome) {
        measurements.end(this, outcome);
    }
}
