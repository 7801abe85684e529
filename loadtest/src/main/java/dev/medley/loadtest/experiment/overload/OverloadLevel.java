package dev.medley.loadtest.experiment.overload;

import dev.medley.loadtest.driver.client.ErrorKind;
import dev.medley.loadtest.driver.result.PhaseResult;

/**
 * The outcome of one offered load.
 *
 * @param factor the offered load, in multiples of the capacity
 * @param phase what the driver saw
 * @param cpuPercent CPU time of the server, in percent of one processor
 */
record OverloadLevel(double factor, PhaseResult phase, double cpuPercent) {

    /** Replies with status 200 that came within the clients' patience, a second. */
    double goodput() {
        return phase.succeeded() / phase.seconds();
    }

    double p99Millis() {
        return phase.corrected().p99Millis();
    }

    /** Requests that were refused, a second. */
    double refused() {
        return phase.errors(ErrorKind.STATUS) / phase.seconds();
    }

    /** Requests whose clients gave up, a second. */
    double timedOut() {
        return phase.errors(ErrorKind.TIMEOUT) / phase.seconds();
    }
}
