package dev.medley.loadtest.experiment;

import dev.medley.loadtest.driver.LoadDriver;
import dev.medley.loadtest.driver.LoadPlan;
import dev.medley.loadtest.driver.Phase;
import dev.medley.loadtest.driver.PhaseResult;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.report.Report;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Goodput against offered load, with and without admission: where a partner with a fixed concurrency sets the capacity, and
 * where the CPU does. Each load meets a server and a partner of its own, so that none finds the backlog of another.
 */
final class Overload implements Experiment {

    private static final List<Double> FACTORS = List.of(0.5, 0.8, 1.0, 1.5, 2.0, 3.0, 5.0);
    private static final List<Double> QUICK_FACTORS = List.of(1.0, 5.0);
    private static final double WARM_UP_FACTOR = 0.5;
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final int MAX_CONNECTIONS = 2_000;
    private static final int USERS = 16;

    @Override
    public Report run(Setup setup) throws IOException, InterruptedException {
        List<Double> factors = setup.quick() ? QUICK_FACTORS : FACTORS;
        Map<OverloadCase, List<OverloadCurve>> cases = new EnumMap<>(OverloadCase.class);
        double cpuCapacity = cpuCapacity(setup);
        for (OverloadCase each : OverloadCase.values()) {
            double capacity = each == OverloadCase.CPU ? cpuCapacity : OverloadCase.PARTNER_CAPACITY;
            List<OverloadCurve> curves = new ArrayList<>();
            try (Progress.Stage stage =
                    setup.progress().stage(each.label(), (long) factors.size() * OverloadGuard.values().length)) {
                for (OverloadGuard guard : OverloadGuard.values()) {
                    List<OverloadLevel> levels = new ArrayList<>();
                    for (double factor : factors) {
                        levels.add(level(setup, each, guard, factor, capacity));
                        stage.advance(1);
                    }
                    curves.add(new OverloadCurve(guard, levels));
                }
            }
            cases.put(each, curves);
        }
        return OverloadReport.of(setup, cases, cpuCapacity);
    }

    /** Mashups a second of some users without think time, when the server is warm. */
    private static double cpuCapacity(Setup setup) throws IOException, InterruptedException {
        // Long enough for the first replies of a server that is cold.
        Duration time = setup.quick() ? Duration.ofSeconds(2) : Duration.ofSeconds(5);
        try (Partners partners = partners(setup, OverloadCase.CPU);
                ServerUnderTest bench = server(setup, OverloadGuard.NONE, partners)) {
            LoadPlan plan = LoadPlan.to(bench.fanout(OverloadCase.CPU.exchanges()))
                    .closed(USERS)
                    .warmUp(time)
                    .duration(time)
                    .build();
            double throughput = LoadDriver.run(plan, progress -> {}).total().throughput();
            if (throughput < 1) {
                throw new IOException("the server answered no mashup in a closed loop of " + USERS + " users");
            }
            return throughput;
        }
    }

    private static OverloadLevel level(
            Setup setup, OverloadCase each, OverloadGuard guard, double factor, double capacity)
            throws IOException, InterruptedException {
        Duration time = setup.quick() ? Duration.ofMillis(700) : Duration.ofSeconds(10);
        try (Partners partners = partners(setup, each);
                ServerUnderTest bench = server(setup, guard, partners)) {
            warm(setup, bench, each, capacity);
            double before = ProcessFacts.of(bench.pid()).cpuSeconds();
            PhaseResult phase = LoadDriver.run(plan(bench, each, factor * capacity, time), progress -> {})
                    .total();
            double used = ProcessFacts.of(bench.pid()).cpuSeconds() - before;
            return new OverloadLevel(factor, phase, 100 * used / phase.seconds());
        }
    }

    /** First some users wait for replies, for as long as a cold server takes: it would answer no arrivals in time. */
    private static void warm(Setup setup, ServerUnderTest bench, OverloadCase each, double capacity)
            throws IOException {
        Duration time = setup.quick() ? Duration.ofMillis(300) : Duration.ofSeconds(5);
        LoadPlan patient = LoadPlan.to(bench.fanout(each.exchanges()))
                .closed(USERS)
                .duration(Duration.ofMillis(500))
                .build();
        LoadDriver.run(patient, progress -> {});
        LoadDriver.run(plan(bench, each, WARM_UP_FACTOR * capacity, time), progress -> {});
    }

    private static LoadPlan plan(ServerUnderTest bench, OverloadCase each, double rate, Duration time) {
        return LoadPlan.to(bench.fanout(each.exchanges()))
                .open(Phase.ofRate(rate, time))
                .exponential(true)
                .timeout(PATIENCE)
                .build();
    }

    private static Partners partners(Setup setup, OverloadCase each) throws IOException, InterruptedException {
        return Partners.start(setup, List.of(each.delay()), List.of(), each.options());
    }

    private static ServerUnderTest server(Setup setup, OverloadGuard guard, Partners partners)
            throws IOException, InterruptedException {
        List<String> settings = new ArrayList<>(guard.settings());
        partners.urls().keySet().forEach(name -> settings.add("partners." + name + ".limits.max-queued=1000"));
        String yaml = ServerUnderTest.configuration(
                ExecutionMode.ASYNC, PartnerProtocol.AUTO, partners.urls(), MAX_CONNECTIONS);
        return ServerUnderTest.unsampled(ServerUnderTest.launch(setup, "server-overload", yaml, List.of(), settings));
    }
}
