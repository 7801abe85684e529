package dev.medley.loadtest.experiment.sweep;

import dev.medley.loadtest.experiment.server.PartnerProtocol;

/**
 * One window of load at one level.
 *
 * @param dimension what is varied
 * @param level its value
 * @param protocol between server and partners
 * @param cpuMicros CPU time of the server's process by mashup answered
 * @param p99Millis latency beyond the partners' delay, from the scheduled arrival, that one in a hundred exceeds
 * @param errors mashups that failed or had no answer, before the window included
 */
record SweepMeasurement(
        SweepDimension dimension,
        int level,
        PartnerProtocol protocol,
        double cpuMicros,
        double p99Millis,
        long errors) {}
