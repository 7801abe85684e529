package dev.medley.loadtest.experiment.soak;

import dev.medley.loadtest.experiment.server.LiveHeap;
import dev.medley.loadtest.experiment.server.ServerUnderTest;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.experiment.server.SoakSample;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.report.section.Point;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The course of a soak: load without faults, rest, load with faults, rest. */
final class SoakCourse {

    /** The time for which the server may take to rest: deadlines, the keep-alive of connections, and some reserve. */
    private static final Duration RESTS_WITHIN = Duration.ofSeconds(40);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
    private static final double FEW_FILES = 3;

    private static final double KILO = 1024;
    private static final double NANOS = 1e9;

    private final Setup setup;
    private final SoakPlan plan;
    private final SoakPartners partners;
    private final ServerUnderTest bench;
    private final SoakReloads reloads;
    private final List<SoakSample> samples = new ArrayList<>();
    private final List<Point> liveHeap = new ArrayList<>();
    private long lost;

    SoakCourse(Setup setup, SoakPlan plan, SoakPartners partners, ServerUnderTest bench, SoakReloads reloads) {
        this.setup = setup;
        this.plan = plan;
        this.partners = partners;
        this.bench = bench;
        this.reloads = reloads;
    }

    SoakRun run() throws IOException, InterruptedException {
        warmUp();
        SoakRun.Rest baseline = rest("baseline", Double.NaN);
        Instant begin = Instant.now();
        SoakTally tally = new SoakTally();
        try (SoakClients clients = SoakClients.start(bench.at("/"), plan.rate(), plan.seed(), tally);
                Progress.Task task =
                        setup.progress().task("faults", plan.duration().toSeconds())) {
            partners.beginFaults();
            Thread load = load(clients);
            observe(load, task, begin);
            partners.calm();
            awaitLast(tally);
        }
        SoakRun.Rest end = rest("end", baseline.sample().server().process().files());
        return new SoakRun(begin, tally, samples, liveHeap, lost, baseline, end, partners.faults(), reloads.done());
    }

    private void warmUp() throws InterruptedException {
        SoakTally none = new SoakTally();
        try (SoakClients clients = SoakClients.start(bench.at("/"), plan.rate(), ~plan.seed(), none);
                Progress.Task task =
                        setup.progress().task("warm-up", plan.warmUp().toSeconds())) {
            clients.run(plan.warmUp());
            task.advance(plan.warmUp().toSeconds());
            awaitLast(none);
        }
    }

    private Thread load(SoakClients clients) {
        Thread load = new Thread(
                () -> {
                    try {
                        clients.run(plan.duration());
                    } catch (InterruptedException x) {
                        // The experiment is being ended.
                        Thread.currentThread().interrupt();
                    }
                },
                "soak-load");
        load.setDaemon(true);
        load.start();
        return load;
    }

    /** Looks at the server until the load is over. */
    private void observe(Thread load, Progress.Task task, Instant begin) throws IOException, InterruptedException {
        long nextSample = System.nanoTime();
        long nextHeap = nextSample;
        Instant shown = begin;
        while (load.isAlive()) {
            load.join(TimeUnit.SECONDS.toMillis(1));
            long passed = Duration.between(shown, Instant.now()).toSeconds();
            shown = shown.plusSeconds(passed);
            task.advance(passed);
            long now = System.nanoTime();
            if (now - nextSample >= 0) {
                nextSample = now + plan.every().toNanos();
                sample();
                reloads.next();
            }
            if (now - nextHeap >= 0) {
                nextHeap = now + plan.heapEvery().toNanos();
                double seconds = Duration.between(begin, Instant.now()).toNanos() / NANOS;
                liveHeap.add(new Point(seconds, liveHeap("during")));
            }
        }
    }

    private void sample() throws InterruptedException {
        try {
            samples.add(bench.sampler().soakSample());
        } catch (IOException x) {
            // The administration did not answer in time: the report counts it.
            lost++;
        }
    }

    private static void awaitLast(SoakTally tally) throws InterruptedException {
        long end = System.nanoTime() + RESTS_WITHIN.toNanos();
        while (tally.inFlight() > 0 && System.nanoTime() - end < 0) {
            TimeUnit.NANOSECONDS.sleep(BETWEEN_LOOKS.toNanos());
        }
    }

    /** Waits until nothing is in flight and the connections of all sides have expired, and describes what is left. */
    private SoakRun.Rest rest(String name, double files) throws IOException, InterruptedException {
        long end = System.nanoTime() + RESTS_WITHIN.toNanos();
        SoakRun.Rest rest;
        try (Progress.Task task = setup.progress().task("rest", 1)) {
            do {
                TimeUnit.NANOSECONDS.sleep(BETWEEN_LOOKS.toNanos());
                rest = new SoakRun.Rest(bench.sampler().soakSample(), Double.NaN);
            } while (System.nanoTime() - end < 0 && !isAtRest(rest, files));
            task.advance(1);
        }
        double live = liveHeap(name);
        return new SoakRun.Rest(bench.sampler().soakSample(), live);
    }

    private static boolean isAtRest(SoakRun.Rest rest, double files) {
        double open = rest.sample().server().process().files();
        return rest.busy() == 0 && !(open > files + FEW_FILES);
    }

    private double liveHeap(String when) throws IOException, InterruptedException {
        return LiveHeap.bytes(bench.pid(), setup.logs().resolve("heap-" + when + ".txt")) / KILO / KILO;
    }
}
