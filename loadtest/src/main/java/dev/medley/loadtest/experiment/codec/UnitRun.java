package dev.medley.loadtest.experiment.codec;

import dev.medley.loadtest.codec.CodecProgram.RunAnswer;

/**
 * A run of many units.
 *
 * @param purpose what it was for
 * @param slices of each unit
 * @param threads that ran them
 */
record UnitRun(Purpose purpose, Model model, int units, int slices, int threads, RunAnswer answer) {

    private static final double MICROS = 1e6;

    /** The use that the report makes of a run. */
    enum Purpose {
        /** MODEST's table. */
        PAPER,
        /** MODEST's graphs: time by units and threads. */
        GRAPH,
        /** One of the rounds, with one thread and with one for each core. */
        ROUND,
        /** Slices in which nothing is done. */
        EMPTY,
        /** A platform thread for each unit. */
        PLATFORM
    }

    double seconds() {
        return answer.seconds();
    }

    /** Codings, or empty slices, in all. */
    double codings() {
        return (double) units * slices;
    }

    /** Time of a slice, in microseconds, if all threads of the run have worked all the time. */
    double microsPerSlice() {
        return seconds() * threads / codings() * MICROS;
    }

    /** The share of the time by which {@code percent} of the units had ended. */
    double endedShare(int percent) {
        return answer.ended().get(percent) / seconds();
    }

    /** The share of the time by which {@code percent} of the units had begun. */
    double begunShare(int percent) {
        return answer.begun().get(percent) / seconds();
    }
}
