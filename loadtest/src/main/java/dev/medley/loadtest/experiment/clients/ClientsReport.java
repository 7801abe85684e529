package dev.medley.loadtest.experiment.clients;

import dev.medley.loadtest.experiment.server.Quartiles;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Axis;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Curve;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Point;
import dev.medley.loadtest.report.section.Table;
import dev.medley.loadtest.report.section.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/** The report of the experiment {@code clients}. */
final class ClientsReport {

    private static final double KIB = 1024;
    private static final Cell NOT_MEASURED = Cell.of("not measured");

    private final ClientsPlan plan;
    private final ClientResults results;

    private ClientsReport(ClientsPlan plan, ClientResults results) {
        this.plan = plan;
        this.results = results;
    }

    static Report of(Setup setup, ClientsPlan plan, ClientResults results) {
        return new ClientsReport(plan, results).report(setup);
    }

    private Report report(Setup setup) {
        Report.Builder report = setup.report(
                        "As a client: bursts of requests",
                        "%s, partners of %d ms and of 0 ms in %d processes, bodies of 1 KB, %d rounds"
                                .formatted(plan.protocol(), plan.delay().toMillis(), plan.partners(), plan.rounds()))
                .text(
                        "Each client has a process of its own, with the same JVM options, and is warm before the first round."
                                + " In each round every client has its turn for each number of requests: a new client sends them"
                                + " all at once. Figures are medians of the rounds, with quartiles in brackets; the time of a"
                                + " response counts from the beginning of the burst. Threads are those that the client adds to"
                                + " the process.");
        for (BurstKind kind : BurstKind.values()) {
            report.add(plot(
                    kind.title() + ": CPU of a request",
                    Axis.of("CPU", "µs"),
                    (client, size) -> results.of(client, size, kind, BurstFigures::cpuMicrosPerRequest)
                            .median()));
            report.add(bursts(kind));
        }
        report.add(plot(
                "Live heap of a waiting request",
                Axis.of("heap", "KB"),
                (client, size) -> results.heap(client, size, HeapFigures::bytesPerRequest) / KIB));
        report.add(heap());
        failures(report);
        verdicts(plan, results).forEach(report::add);
        return report.build();
    }

    private Plot plot(String title, Axis y, ToDoubleBiFunction<ClientLibrary, Integer> figure) {
        Plot plot = Plot.of(title, Axis.of("requests at once", "").logarithmic(), y);
        for (ClientLibrary client : plan.clients()) {
            List<Point> points = plan.sizes().stream()
                    .map(size -> new Point(size, figure.applyAsDouble(client, size)))
                    .toList();
            plot = plot.curve(Curve.line(client.title(), points));
        }
        return plot;
    }

    private Table bursts(BurstKind kind) {
        Table table =
                Table.captioned(kind.title(), "client, requests", "errors", "CPU µs a request", "p50 ms", "p99 ms");
        for (int size : plan.sizes()) {
            for (ClientLibrary client : plan.clients()) {
                table = table.row(
                        "%s, %,d".formatted(client.title(), size),
                        Cell.of(results.errors(client, size, kind), 0),
                        withQuartiles(client, size, kind, BurstFigures::cpuMicrosPerRequest),
                        withQuartiles(client, size, kind, BurstFigures::p50Millis),
                        withQuartiles(client, size, kind, BurstFigures::p99Millis));
            }
        }
        return table;
    }

    private Cell withQuartiles(ClientLibrary client, int size, BurstKind kind, ToDoubleFunction<BurstFigures> figure) {
        Quartiles quartiles = results.of(client, size, kind, figure);
        // The system counts processor time in steps of 10 ms.
        if (quartiles.median() == 0) {
            return NOT_MEASURED;
        }
        return new Cell("%,.0f (%s)".formatted(quartiles.median(), quartiles.range(0)), quartiles.median());
    }

    private Table heap() {
        Table table = Table.captioned(
                "Threads and live heap of each client",
                "client, requests",
                "threads at most",
                "KB a waiting request, with its connection",
                "KB a connection alone");
        for (int size : plan.sizes()) {
            for (ClientLibrary client : plan.clients()) {
                table = table.row(
                        "%s, %,d".formatted(client.title(), size),
                        Cell.of(results.threads(client), 0),
                        kibibytes(results.heap(client, size, HeapFigures::bytesPerRequest)),
                        kibibytes(results.heap(client, size, HeapFigures::bytesPerConnection)));
            }
        }
        return table;
    }

    /** No size, if more than it was collected meanwhile, such as the connections of the bursts before. */
    private static Cell kibibytes(double bytes) {
        return bytes > 0 ? Cell.of(bytes / KIB, 1) : NOT_MEASURED;
    }

    private void failures(Report.Builder report) {
        for (ClientLibrary client : plan.clients()) {
            if (results.errors(client) > 0) {
                report.text("Errors of %s: %s.".formatted(client.title(), String.join("; ", results.failures(client))));
            }
        }
    }

    /** What is claimed: nothing of rivals where only one client was measured, nothing of CPU without warm code. */
    static List<Verdict> verdicts(ClientsPlan plan, ClientResults results) {
        List<Verdict> verdicts = new ArrayList<>();
        if (!plan.clients().contains(ClientLibrary.MEDLEY)) {
            return verdicts;
        }
        double errors = results.errors(ClientLibrary.MEDLEY);
        verdicts.add(Verdict.of(
                        "No request of Medley's broker failed, up to %,d at once".formatted(plan.largest()),
                        errors == 0)
                .figure("errors", errors, ""));
        if (plan.quick() || plan.clients().size() == 1) {
            return verdicts;
        }
        verdicts.add(least(plan, "Medley's broker has the fewest threads", "", results::threads));
        for (BurstKind kind : List.of(BurstKind.OPENING, BurstKind.KEPT)) {
            verdicts.add(least(
                    plan,
                    "Medley's broker takes the least CPU at %,d requests at once: %s"
                            .formatted(plan.largest(), kind.title().toLowerCase(Locale.ROOT)),
                    "µs",
                    client -> results.of(client, plan.largest(), kind, BurstFigures::cpuMicrosPerRequest)
                            .median()));
        }
        return verdicts;
    }

    private static Verdict least(ClientsPlan plan, String claim, String unit, ToDoubleFunction<ClientLibrary> figure) {
        double own = figure.applyAsDouble(ClientLibrary.MEDLEY);
        Verdict verdict =
                Verdict.of(claim, plan.clients().stream().allMatch(client -> own <= figure.applyAsDouble(client)));
        for (ClientLibrary client : plan.clients()) {
            verdict = verdict.figure(client.title(), figure.applyAsDouble(client), unit);
        }
        return verdict;
    }
}
