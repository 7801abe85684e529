package dev.medley.loadtest.experiment.soak;

import dev.medley.loadtest.experiment.server.ServerSample;
import dev.medley.loadtest.experiment.server.SoakSample;
import dev.medley.loadtest.report.section.Point;
import dev.medley.stubs.proxy.RandomFaults;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What was measured in a soak.
 *
 * @param begin of the faults
 * @param tally the ends of the requests
 * @param samples while the load was there
 * @param liveHeap in MB, over the seconds since the beginning
 * @param lost looks at the server that failed
 * @param baseline before the faults, without load
 * @param end after them, without load
 * @param faults of the network, by kind
 * @param reloads of the configuration; none if the server has no reload
 */
record SoakRun(
        Instant begin,
        SoakTally tally,
        List<SoakSample> samples,
        List<Point> liveHeap,
        long lost,
        Rest baseline,
        Rest end,
        Map<RandomFaults.Kind, Long> faults,
        long reloads) {

    private static final double NANOS = 1e9;

    SoakRun {
        samples = List.copyOf(samples);
        liveHeap = List.copyOf(liveHeap);
        faults = Map.copyOf(faults);
    }

    /**
     * The server without load.
     *
     * @param sample the server
     * @param liveHeapMegabytes its objects that are alive
     */
    record Rest(SoakSample sample, double liveHeapMegabytes) {

        /** The requests, exchanges, permits and connections that are still there. */
        double busy() {
            ServerSample server = sample.server();
            return server.inbound() + server.outbound() + server.connections() + sample.permits() + sample.queued();
        }
    }

    /** The values over the time in seconds. */
    List<Point> series(ToDoubleFunction<SoakSample> value) {
        return samples.stream()
                .map(sample -> new Point(
                        Duration.between(begin, sample.server().at()).toNanos() / NANOS, value.applyAsDouble(sample)))
                .toList();
    }
}
