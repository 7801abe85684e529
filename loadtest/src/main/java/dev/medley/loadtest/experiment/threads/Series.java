package dev.medley.loadtest.experiment.threads;

/** The series, each of which varies one or two quantities. */
enum Series {
    /** The load, at 8,000 bytes: figures 1, 6 and 8. */
    LOAD,
    /** The size, at the load at which the paper's server was saturated: figures 2 and 3. */
    SIZE,
    /** Load and size, with closed connections: figures 4 and 5. */
    LOAD_AND_SIZE,
    /** The round-trip time: section VII.B. */
    ROUND_TRIP,
    /** A pool smaller than the number of users, who pause between requests: section VII.D. */
    PAUSES,
    /** Many connections: section VII.A. */
    CONNECTIONS
}
