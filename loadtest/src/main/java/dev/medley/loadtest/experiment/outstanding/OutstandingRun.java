package dev.medley.loadtest.experiment.outstanding;

import dev.medley.loadtest.experiment.server.ServerSample;
import dev.medley.loadtest.experiment.server.ServerSamples;
import java.util.List;

/**
 * What was measured while exchanges were outstanding.
 *
 * @param requests inbound requests, all of them suspended at once
 * @param answered those that were answered with a 200
 * @param errors all others
 * @param heapAtStart live bytes after the warm-up
 * @param heapHeld live bytes while all requests were suspended
 * @param heapAfter live bytes once all were answered
 * @param phases ramp, hold and drain, in order
 * @param samples looks at the server
 */
record OutstandingRun(
        int requests,
        long answered,
        long errors,
        long heapAtStart,
        long heapHeld,
        long heapAfter,
        List<Phase> phases,
        ServerSamples samples) {

    private static final double KILO = 1024;
    private static final double MICROS = 1e6;

    OutstandingRun {
        phases = List.copyOf(phases);
    }

    /** Live heap of a suspended request with its exchanges, in KB. */
    double heapOfRequest() {
        return (heapHeld - heapAtStart) / KILO / suspended();
    }

    /** The requests that were suspended at once: one that has failed by then retains nothing. */
    private double suspended() {
        return Math.min(requests, mostOutstanding() / OutstandingScale.EXCHANGES);
    }

    /** Live heap that was there after the drain and not before the ramp, in MB. */
    double heapLeft() {
        return (heapAfter - heapAtStart) / KILO / KILO;
    }

    double mostOutstanding() {
        return samples.most(ServerSample::outbound);
    }

    double poolThreads() {
        return samples.most(ServerSample::threadsStarted);
    }

    double threads() {
        return samples.most(sample -> sample.process().threads());
    }

    /**
     * CPU time over a part of the run.
     *
     * @param name its name
     * @param seconds its length
     * @param server CPU time of the server, in seconds
     * @param partners CPU time of the partners
     * @param driver CPU time of the load driver
     */
    record Phase(String name, double seconds, double server, double partners, double driver) {

        /** CPU time of the server for each of so many requests, in microseconds. */
        double microsOf(int requests) {
            return server * MICROS / requests;
        }
    }
}
