package dev.medley.loadtest.experiment.sweep;

import dev.medley.loadtest.driver.LoadDriver;
import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.Phase;
import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.driver.result.PhaseResult;
import dev.medley.loadtest.experiment.server.Experiment;
import dev.medley.loadtest.experiment.server.PartnerProtocol;
import dev.medley.loadtest.experiment.server.Partners;
import dev.medley.loadtest.experiment.server.RunningLoad;
import dev.medley.loadtest.experiment.server.ServerUnderTest;
import dev.medley.loadtest.experiment.server.ServersUnderTest;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.experiment.server.WorkDone;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.report.Report;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * CPU time and latency of a mashup against exchanges, body size, mashups in flight and rate of arrivals, with partners that
 * speak HTTP/1.1 and h2c. One quantity is varied at a time. Each round visits all levels in an order of its own, so that a
 * slow phase of the machine meets all of them alike.
 */
public final class Sweep implements Experiment {

    private static final List<PartnerProtocol> PROTOCOLS = List.of(PartnerProtocol.HTTP_1_1, PartnerProtocol.H2C);
    private static final int PARTNERS = 2;
    private static final int MAX_CONNECTIONS = 6_200;
    private static final int ROUNDS = 5;
    private static final int QUICK_ROUNDS = 2;
    private static final int WARMING_USERS = 32;
    /** The second edge comes late on a busy machine: the load lasts that much longer. */
    private static final Duration MARGIN = Duration.ofMillis(200);

    private static final Times LONG = new Times(Duration.ofSeconds(20), Duration.ofSeconds(1), Duration.ofSeconds(5));
    private static final Times QUICK = new Times(Duration.ofSeconds(2), Duration.ofMillis(200), Duration.ofMillis(500));

    /**
     * How long things take.
     *
     * @param warmUp of each server
     * @param settling after as many mashups are in flight as there will be
     * @param window measured
     */
    private record Times(Duration warmUp, Duration settling, Duration window) {}

    /**
     * A level of one dimension.
     *
     * @param dimension what is varied
     * @param level its value
     */
    private record Visit(SweepDimension dimension, int level) {}

    private final Set<SweepDimension> dimensions;

    /** @param only what it varies; everything if empty */
    public Sweep(Set<SweepDimension> only) {
        dimensions = only.isEmpty() ? EnumSet.allOf(SweepDimension.class) : EnumSet.copyOf(only);
    }

    /** What it varies. */
    public Set<SweepDimension> dimensions() {
        return Set.copyOf(dimensions);
    }

    @Override
    public Report run(Setup setup) throws IOException, InterruptedException {
        List<Visit> visits = dimensions.stream()
                .flatMap(
                        dimension -> dimension.levels(setup.quick()).stream().map(level -> new Visit(dimension, level)))
                .toList();
        int rounds = setup.rounds() > 0 ? setup.rounds() : setup.quick() ? QUICK_ROUNDS : ROUNDS;
        Times times = setup.quick() ? QUICK : LONG;
        List<SweepMeasurement> measured = new ArrayList<>();
        try (Partners partners = Partners.start(setup, Collections.nCopies(PARTNERS, Duration.ZERO));
                ServersUnderTest<PartnerProtocol> servers =
                        ServersUnderTest.byProtocol(setup, PROTOCOLS, partners, MAX_CONNECTIONS);
                Progress.Task task = setup.progress()
                        .task("levels in " + rounds + " rounds", (long) rounds * visits.size() * PROTOCOLS.size())) {
            for (ServerUnderTest server : servers.all().values()) {
                warm(server, times);
            }
            for (int round = 0; round < rounds; round++) {
                for (Visit visit : shuffled(visits, round)) {
                    for (PartnerProtocol protocol : rotated(round)) {
                        measured.add(measure(servers.get(protocol), protocol, visit, times));
                        task.advance(1);
                    }
                }
            }
        }
        return SweepReport.of(setup, dimensions, rounds, measured);
    }

    /** Loads a server without pause. Its code is slow at first. */
    private void warm(ServerUnderTest server, Times times) throws IOException {
        LoadResult warmed = LoadDriver.run(
                LoadPlan.to(server.at("/fanout?c=3"))
                        .closed(WARMING_USERS)
                        .duration(times.warmUp)
                        .build(),
                progress -> {});
        if (warmed.total().failed() > 0) {
            throw new IOException("in the warm-up %d mashups failed: %s"
                    .formatted(warmed.total().failed(), warmed.total().messages()));
        }
    }

    /** Measures once as many mashups are in flight as there will be. */
    private SweepMeasurement measure(ServerUnderTest server, PartnerProtocol protocol, Visit visit, Times times)
            throws IOException, InterruptedException {
        SweepPoint point = visit.dimension.point(visit.level);
        Duration before = point.delay().plus(times.settling);
        LoadPlan plan = LoadPlan.to(server.at(point.target()))
                .open(Phase.ofRate(point.rate(), times.window.plus(MARGIN)))
                .exponential(true)
                .warmUp(before)
                .build();
        RunningLoad<LoadResult> load =
                RunningLoad.start(onBegin -> () -> LoadDriver.run(plan, onBegin, progress -> {}));
        WorkDone from;
        WorkDone to;
        try {
            load.awaitTime(before);
            from = server.sampler().workDone();
            load.awaitTime(before.plus(times.window));
            to = server.sampler().workDone();
        } catch (IOException | InterruptedException | RuntimeException x) {
            load.interrupt();
            throw x;
        }
        LoadResult result = load.awaitEnd();
        long failed = result.phases().stream().mapToLong(PhaseResult::failed).sum();
        return new SweepMeasurement(
                visit.dimension,
                visit.level,
                protocol,
                to.microsPerRequest(from),
                result.total().corrected().p99Millis() - point.delay().toMillis(),
                failed + result.unfinished());
    }

    private static List<Visit> shuffled(List<Visit> visits, int round) {
        List<Visit> order = new ArrayList<>(visits);
        Collections.shuffle(order, new Random(round));
        return order;
    }

    /** The protocols, of which another is the first in each round. */
    private static List<PartnerProtocol> rotated(int round) {
        List<PartnerProtocol> order = new ArrayList<>(PROTOCOLS);
        Collections.rotate(order, round);
        return order;
    }
}
