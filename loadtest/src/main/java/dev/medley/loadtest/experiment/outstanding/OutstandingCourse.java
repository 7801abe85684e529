package dev.medley.loadtest.experiment.outstanding;

import dev.medley.loadtest.experiment.server.LiveHeap;
import dev.medley.loadtest.experiment.server.Partners;
import dev.medley.loadtest.experiment.server.ProcessFacts;
import dev.medley.loadtest.experiment.server.ServerSample;
import dev.medley.loadtest.experiment.server.ServerSamples;
import dev.medley.loadtest.experiment.server.ServerUnderTest;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Progress;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The course of one run with outstanding exchanges, from the warm-up to the last answer. */
final class OutstandingCourse {

    /** As often as the sampler looks at the server. */
    private static final Duration STEP = Duration.ofSeconds(1);
    /** What the last arrivals may be late on a busy machine. */
    private static final Duration LATE = Duration.ofSeconds(90);

    private static final int WARM_UP_PER_SECOND = 300;
    private static final String WARM_UP_DELAY = "&delay=50";
    private static final double NANOS = 1e9;

    private final Setup setup;
    private final OutstandingScale scale;
    private final Partners partners;
    private final ServerUnderTest bench;
    private final List<OutstandingRun.Phase> phases = new ArrayList<>();

    OutstandingCourse(Setup setup, OutstandingScale scale, Partners partners, ServerUnderTest bench) {
        this.setup = setup;
        this.scale = scale;
        this.partners = partners;
        this.bench = bench;
    }

    OutstandingRun run() throws IOException, InterruptedException {
        URI target = bench.fanout(OutstandingScale.EXCHANGES);
        warmUp(URI.create(target + WARM_UP_DELAY));
        long atStart = liveHeap("start");
        long seconds = scale.delay().plus(scale.ramp()).toSeconds();
        try (OutstandingLoad load =
                        OutstandingLoad.start(setup, "load", scale, target, scale.requests(), scale.ramp());
                Progress.Task task = setup.progress().task("in flight", seconds)) {
            Edge begin = edge(load);
            Instant late = begin.at().plus(scale.ramp()).plus(LATE);
            while (!allOutstanding() && Instant.now().isBefore(late) && goesOn(load, task)) {
                // Once a second.
            }
            Edge suspended = edge(load);
            long held = liveHeap("held");
            while (allOutstanding() && goesOn(load, task)) {
                // Once a second.
            }
            Edge answering = edge(load);
            Edge end = answering;
            while (goesOn(load, task)) {
                end = edge(load);
            }
            ServerSamples samples = bench.sampler().samples().since(begin.at()).between(0, Double.POSITIVE_INFINITY);
            phases.add(begin.to("ramp", suspended));
            phases.add(suspended.to("hold", answering));
            phases.add(answering.to("drain", end));
            OutstandingLoad.Count count = load.count();
            return new OutstandingRun(
                    scale.requests(),
                    count.answered(),
                    count.errors(),
                    atStart,
                    held,
                    liveHeap("after"),
                    phases,
                    samples);
        }
    }

    private void warmUp(URI target) throws IOException, InterruptedException {
        int requests = Math.toIntExact(WARM_UP_PER_SECOND * scale.warmUp().toSeconds());
        try (OutstandingLoad load = OutstandingLoad.start(setup, "warm-up", scale, target, requests, scale.warmUp());
                Progress.Task task =
                        setup.progress().task("warm-up", scale.warmUp().toSeconds())) {
            while (goesOn(load, task)) {
                // Until its last answer.
            }
            OutstandingLoad.Count count = load.count();
            if (count.errors() > 0) {
                throw new IOException("in the warm-up %d of %d requests failed, see %s"
                        .formatted(count.errors(), count.started(), setup.logs().resolve("warm-up.json")));
            }
        }
    }

    private boolean allOutstanding() {
        return bench.sampler().samples().last(ServerSample::outbound) >= scale.exchanges();
    }

    /** Lets a second pass, and returns whether the load goes on. */
    private static boolean goesOn(OutstandingLoad load, Progress.Task task) throws InterruptedException {
        task.advance(1);
        return !load.awaitEnd(STEP);
    }

    private long liveHeap(String when) throws IOException, InterruptedException {
        return LiveHeap.bytes(bench.pid(), setup.logs().resolve("heap-" + when + ".txt"));
    }

    private Edge edge(OutstandingLoad load) {
        return new Edge(
                Instant.now(), ProcessFacts.of(bench.pid()).cpuSeconds(), partners.cpuSeconds(), load.cpuSeconds());
    }

    /** A moment, with the CPU time of all processes until then. */
    private record Edge(Instant at, double server, double partners, double driver) {

        OutstandingRun.Phase to(String name, Edge end) {
            return new OutstandingRun.Phase(
                    name,
                    Duration.between(at, end.at).toNanos() / NANOS,
                    end.server - server,
                    end.partners - partners,
                    end.driver - driver);
        }
    }
}
