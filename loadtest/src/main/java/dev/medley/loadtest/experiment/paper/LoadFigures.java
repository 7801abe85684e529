package dev.medley.loadtest.experiment.paper;

/**
 * The figures that the load measured.
 *
 * @param requests that began while figures counted
 * @param errors of them, anything but a good answer
 * @param warmUpErrors the same among those before
 * @param perSecond throughput
 * @param meanMillis mean latency
 * @param p99Millis the latency that one in a hundred exceeds
 * @param cpuPercent of one core, that the load itself took; not a number when unknown
 */
record LoadFigures(
        long requests,
        long errors,
        long warmUpErrors,
        double perSecond,
        double meanMillis,
        double p99Millis,
        double cpuPercent) {}
