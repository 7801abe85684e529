package dev.medley.loadtest.experiment.policy;

import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.Phase;
import dev.medley.loadtest.driver.result.Latency;
import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.experiment.server.ExecutionMode;
import dev.medley.loadtest.experiment.server.Experiment;
import dev.medley.loadtest.experiment.server.MedleyProcess;
import dev.medley.loadtest.experiment.server.PartnerProtocol;
import dev.medley.loadtest.experiment.server.ServerUnderTest;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Table;
import dev.medley.loadtest.report.section.Verdict;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;

/** A partner of which some answers are much slower: the latency and the load at the partner, with and without hedged requests. */
public final class Hedge implements Experiment {

    private static final Duration USUAL = Duration.ofMillis(20);
    private static final Duration SLOW = USUAL.multipliedBy(50);
    private static final double SLOW_SHARE = 0.02;
    private static final double RATE = 100;
    private static final int MAX_CONNECTIONS = 2_000;
    private static final double FALLS_TO = 0.2;
    private static final double MOST_LOAD = 1.05;
    /** With what the warm-up has left of it. */
    private static final double BUDGET = 1.3;

    /** The configuration of the partner. */
    enum Variant {
        OFF("no hedge", "{after: 0}"),
        AFTER("after twice the median", "{after: %dms}".formatted(2 * USUAL.toMillis())),
        PERCENTILE("after the partner's own p95", "{percentile: 95}");

        private final String title;
        private final String hedge;

        Variant(String title, String hedge) {
            this.title = title;
            this.hedge = hedge;
        }
    }

    /**
     * A run.
     *
     * @param mashups that were answered, each with one exchange
     * @param failed mashups
     * @param requests that reached the partner
     */
    record Run(long mashups, long failed, long requests, Latency latency) {

        /** Requests at the partner for each exchange. */
        double load() {
            return (double) requests / Math.max(1, mashups);
        }
    }

    @Override
    public Report run(Setup setup) throws IOException, InterruptedException {
        Duration length = setup.quick() ? Duration.ofSeconds(4) : Duration.ofSeconds(120);
        Map<Variant, Run> runs = new EnumMap<>(Variant.class);
        for (Variant variant : Variant.values()) {
            runs.put(variant, run(setup, variant, length));
        }
        Report.Builder report = setup.report(
                        "Hedged requests",
                        "A partner of %d ms, 2 %% of whose answers take %d ms; %.0f arrivals a second"
                                .formatted(USUAL.toMillis(), SLOW.toMillis(), RATE))
                .add(table(runs));
        Run off = Objects.requireNonNull(runs.get(Variant.OFF));
        runs.forEach((variant, run) -> {
            if (variant != Variant.OFF) {
                report.add(setup.quick() ? sound(variant, run) : verdict(variant, off, run));
            }
        });
        return report.build();
    }

    private static Run run(Setup setup, Variant variant, Duration length) throws IOException, InterruptedException {
        try (PartnerStubs partner = PartnerStubs.builder()
                .recorded(0)
                .answer("GET", "/partner/{i}", request -> answer())
                .start()) {
            String yaml = ServerUnderTest.configuration(
                            ExecutionMode.ASYNC,
                            PartnerProtocol.AUTO,
                            Map.of("partner", partner.uri().toString()),
                            MAX_CONNECTIONS)
                    + "    hedge: " + variant.hedge + "\n";
            String name = "server-" + variant.name().toLowerCase(Locale.ROOT);
            MedleyProcess process = ServerUnderTest.launch(setup, name, yaml, List.of());
            try (ServerUnderTest server = ServerUnderTest.unsampled(process);
                    Progress.Stage stage = setup.progress().stage(variant.title, length.toSeconds())) {
                return load(server, stage, partner, length);
            }
        }
    }

    private static StubAnswer answer() {
        boolean slow = ThreadLocalRandom.current().nextDouble() < SLOW_SHARE;
        return StubAnswer.json(200, "{}").delay(slow ? SLOW : USUAL);
    }

    private static Run load(ServerUnderTest server, Progress.Stage stage, PartnerStubs partner, Duration length)
            throws IOException {
        // While code is compiled, all answers are slow.
        ServerUnderTest.load(server.arrivals(1, List.of(Phase.ofRate(RATE, length.dividedBy(4)))), stage);
        long before = partner.requests();
        LoadPlan plan = server.arrivals(1, List.of(Phase.ofRate(RATE, length)));
        LoadResult result = ServerUnderTest.load(plan, stage);
        return new Run(
                result.total().succeeded(),
                result.total().failed(),
                partner.requests() - before,
                result.total().corrected());
    }

    private static Table table(Map<Variant, Run> runs) {
        Table table = Table.captioned(
                "Latency of a mashup with one exchange, and the load at the partner",
                "hedge",
                "mashups",
                "failed",
                "requests for each exchange",
                "p50 ms",
                "p95 ms",
                "p99 ms",
                "p99.9 ms");
        for (Map.Entry<Variant, Run> each : runs.entrySet()) {
            Run run = each.getValue();
            Latency latency = run.latency();
            table = table.row(
                    each.getKey().title,
                    run.mashups(),
                    run.failed(),
                    Cell.of(run.load(), 3),
                    Cell.of(latency.p50Millis(), 0),
                    Cell.of(latency.p95Millis(), 0),
                    Cell.of(latency.p99Millis(), 0),
                    Cell.of(latency.p999Millis(), 0));
        }
        return table;
    }

    /** In the short form code is compiled meanwhile, and nearly all answers are slow: only the budget can be judged. */
    private static Verdict sound(Variant variant, Run hedged) {
        return Verdict.of(
                        variant.title + ": no mashup fails, and the budget of hedges holds",
                        hedged.failed() == 0 && hedged.load() <= BUDGET)
                .figure("requests for each exchange", hedged.load(), "");
    }

    static Verdict verdict(Variant variant, Run off, Run hedged) {
        double ratio = hedged.latency().p99Millis() / off.latency().p99Millis();
        boolean held = ratio <= FALLS_TO && hedged.load() <= MOST_LOAD && hedged.failed() == 0;
        return Verdict.of(variant.title + ": p99 falls to a fifth at 5 % more requests at most, and none fails", held)
                .figure("p99, of that without", ratio, "")
                .figure("requests for each exchange", hedged.load(), "")
                .figure("failed", (double) hedged.failed(), "");
    }
}
