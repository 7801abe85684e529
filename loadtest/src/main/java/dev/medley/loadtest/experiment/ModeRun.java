package dev.medley.loadtest.experiment;

import dev.medley.loadtest.driver.LoadResult;
import dev.medley.loadtest.driver.PhaseResult;

/**
 * One mode under the rising load.
 *
 * @param load what the load saw
 * @param idle the server after a warm-up, when all was answered and nothing had begun yet
 * @param samples what was seen of the server, over the time of the load
 */
record ModeRun(LoadResult load, ServerSample idle, ServerSamples samples) {

    private static final double KILO = 1024;

    /** The most threads of the process while the requests of {@code phase} arrived. */
    double threadsIn(PhaseResult phase) {
        return samples.between(phase.fromSeconds(), phase.fromSeconds() + phase.seconds())
                .most(sample -> sample.process().threads());
    }

    double mostThreads() {
        return samples.most(sample -> sample.process().threads());
    }

    double mostResident() {
        return samples.most(sample -> sample.process().residentMegabytes());
    }

    /** Kilobytes that the process holds more at its most than when it was idle, for each request in flight at the most. */
    double residentPerRequest() {
        double grown = mostResident() - idle.process().residentMegabytes();
        return grown * KILO / Math.max(1, load.total().mostInFlight());
    }
}
