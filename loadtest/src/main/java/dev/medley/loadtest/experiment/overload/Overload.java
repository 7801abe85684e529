package dev.medley.loadtest.experiment.overload;

import dev.medley.loadtest.driver.LoadDriver;
import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.Phase;
import dev.medley.loadtest.driver.result.PhaseResult;
import dev.medley.loadtest.experiment.server.ExecutionMode;
import dev.medley.loadtest.experiment.server.Experiment;
import dev.medley.loadtest.experiment.server.PartnerProtocol;
import dev.medley.loadtest.experiment.server.Partners;
import dev.medley.loadtest.experiment.server.ProcessFacts;
import dev.medley.loadtest.experiment.server.ServerSample;
import dev.medley.loadtest.experiment.server.ServerUnderTest;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.report.Report;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Goodput against offered load, with and without admission: where a partner with a fixed concurrency sets the capacity, and
 * where the CPU does. Each admission has a server and a partner of its own, which is warmed first: a cold one spends more on its
 * compiler than on requests. A load begins when the one before it has left nothing in flight, so that none finds the backlog of
 * another; an adaptive limit is as the load before left it.
 */
public final class Overload implements Experiment {

    private static final List<Double> FACTORS = List.of(0.5, 0.8, 1.0, 1.5, 2.0, 3.0, 5.0);
    private static final List<Double> QUICK_FACTORS = List.of(1.0, 5.0);
    /** Together with users who wait for their replies, some 20 seconds of CPU time: what is compiled last, is compiled by then. */
    private static final Duration WARM_UP = Duration.ofSeconds(40);

    private static final Duration QUICK_WARM_UP = Duration.ofMillis(700);
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final Duration REST_WITHIN = Duration.ofSeconds(30);
    private static final long LOOK_MILLIS = 100;
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
            try (Progress.Task task =
                    setup.progress().task(each.label(), (factors.size() + 1L) * OverloadGuard.values().length)) {
                for (OverloadGuard guard : OverloadGuard.values()) {
                    curves.add(curve(setup, each, guard, factors, capacity, task));
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

    private static OverloadCurve curve(
            Setup setup,
            OverloadCase each,
            OverloadGuard guard,
            List<Double> factors,
            double capacity,
            Progress.Task task)
            throws IOException, InterruptedException {
        Duration time = setup.quick() ? Duration.ofMillis(700) : Duration.ofSeconds(10);
        List<OverloadLevel> levels = new ArrayList<>();
        try (Partners partners = partners(setup, each);
                ServerUnderTest bench = server(setup, guard, partners)) {
            warm(setup, bench, each);
            task.advance(1);
            for (double factor : factors) {
                awaitRest(bench);
                levels.add(level(bench, factor, plan(bench, each, factor * capacity, time)));
                task.advance(1);
            }
        }
        return new OverloadCurve(guard, levels);
    }

    private static OverloadLevel level(ServerUnderTest bench, double factor, LoadPlan plan) throws IOException {
        double before = ProcessFacts.of(bench.pid()).cpuSeconds();
        PhaseResult phase = LoadDriver.run(plan, progress -> {}).total();
        double used = ProcessFacts.of(bench.pid()).cpuSeconds() - before;
        return new OverloadLevel(factor, phase, 100 * used / phase.seconds());
    }

    private static void warm(Setup setup, ServerUnderTest bench, OverloadCase each) throws IOException {
        LoadPlan patient = LoadPlan.to(bench.fanout(each.exchanges()))
                .closed(USERS)
                .duration(setup.quick() ? QUICK_WARM_UP : WARM_UP)
                .build();
        LoadDriver.run(patient, progress -> {});
    }

    /** Waits until the server has nothing in flight any more: requests whose clients gave up, and their exchanges. */
    private static void awaitRest(ServerUnderTest bench) throws IOException, InterruptedException {
        long end = System.nanoTime() + REST_WITHIN.toNanos();
        ServerSample sample = bench.sampler().now();
        while (sample.inbound() > 0 || sample.outbound() > 0) {
            if (System.nanoTime() - end > 0) {
                throw new IOException("%.0f requests and %.0f exchanges are still in flight %d s after a load"
                        .formatted(sample.inbound(), sample.outbound(), REST_WITHIN.toSeconds()));
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            sample = bench.sampler().now();
        }
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
