package dev.medley.loadtest.experiment.outstanding;

import dev.medley.loadtest.experiment.server.Experiment;
import dev.medley.loadtest.experiment.server.Partners;
import dev.medley.loadtest.experiment.server.ServerSample;
import dev.medley.loadtest.experiment.server.ServerSamples;
import dev.medley.loadtest.experiment.server.ServerUnderTest;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Axis;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Curve;
import dev.medley.loadtest.report.section.Mark;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Table;
import dev.medley.loadtest.report.section.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A million exchanges outstanding at once, over h2c on both sides: requests arrive until all are suspended, wait, and are
 * answered in the order of their arrival.
 */
public final class OutstandingExchanges implements Experiment {

    private static final double MAX_THREADS = 16;
    private static final double MAX_KILOBYTES = 12;
    /** In the short form, with the classes that are loaded meanwhile. */
    private static final double QUICK_MAX_KILOBYTES = 15;

    private static final double MAX_LEFT = 50;
    private static final int SMALL_OBJECTS_SINCE = 25;

    @Override
    public Report run(Setup setup) throws IOException, InterruptedException {
        OutstandingScale scale = setup.quick() ? OutstandingScale.QUICK : OutstandingScale.FULL;
        OutstandingRun run;
        try (Partners partners = Partners.start(
                        setup,
                        Collections.nCopies(OutstandingScale.PARTNERS, scale.delay()),
                        List.of(scale.partnerHeap()));
                ServerUnderTest bench = ServerUnderTest.of(ServerUnderTest.launch(
                        setup, "server", scale.configuration(partners.urls()), List.of(scale.serverHeap())))) {
            run = new OutstandingCourse(setup, scale, partners, bench).run();
        }
        return report(setup, scale, run);
    }

    private static Report report(Setup setup, OutstandingScale scale, OutstandingRun run) {
        Report.Builder report = setup.report(
                        "%,d exchanges in flight".formatted(scale.exchanges()),
                        "%,d requests of six exchanges each, over h2c from the client and to the partners"
                                .formatted(scale.requests()))
                .text(
                        "The requests arrive over %d s. The partners, %d processes, answer after %d s, so that all requests wait"
                                        .formatted(
                                                scale.ramp().toSeconds(),
                                                OutstandingScale.PARTNERS,
                                                scale.delay().toSeconds())
                                + " at once before the first is answered. Live heap is counted by jcmd after a full collection:"
                                + " after a warm-up, while all requests wait, and when the last one has been answered. The heap in"
                                + " use over time is what the server reports of itself, garbage included.");
        report.add(plot(run, "Exchanges in flight", Axis.of("exchanges", ""))
                .curve(Curve.line("in flight", run.samples().series(ServerSample::outbound))));
        report.add(plot(run, "Heap of the server", Axis.of("heap in use", "MB"))
                .curve(Curve.line("in use", run.samples().series(ServerSample::heapMegabytes))));
        report.add(plot(run, "CPU of the server, in percent of one processor", Axis.of("CPU", "%"))
                .curve(Curve.line("CPU", run.samples().cpu())));
        report.add(phases(run));
        report.add(heap(run));
        ServerSamples.reportLost(report, run.samples().lost());
        verdicts(run, setup.quick(), Runtime.version().feature()).forEach(report::add);
        return report.build();
    }

    private static Plot plot(OutstandingRun run, String title, Axis y) {
        Plot plot = Plot.of(title, Axis.time("time"), y);
        double from = 0;
        for (OutstandingRun.Phase phase : run.phases()) {
            plot = plot.mark(Mark.stretch(from, from + phase.seconds(), phase.name()));
            from += phase.seconds();
        }
        return plot;
    }

    private static Table phases(OutstandingRun run) {
        Table table = Table.captioned(
                "CPU time by phase, in seconds",
                "phase",
                "length s",
                "server",
                "server µs a request",
                "partners",
                "driver");
        for (OutstandingRun.Phase phase : run.phases()) {
            table = table.row(
                    phase.name(),
                    Cell.of(phase.seconds(), 0),
                    Cell.of(phase.server(), 1),
                    Cell.of(phase.microsOf(run.requests()), 0),
                    Cell.of(phase.partners(), 1),
                    Cell.of(phase.driver(), 1));
        }
        return table;
    }

    private static Table heap(OutstandingRun run) {
        double mega = 1 << 20;
        return Table.captioned("Live heap of the server", "when", "MB", "KB a request, more than at the start")
                .row("at the start", Cell.of(run.heapAtStart() / mega, 1), "-")
                .row("while all requests wait", Cell.of(run.heapHeld() / mega, 1), Cell.of(run.heapOfRequest(), 2))
                .row("after the drain", Cell.of(run.heapAfter() / mega, 1), "-");
    }

    /** @param java the version of the server's JVM, on which the size of objects depends */
    static List<Verdict> verdicts(OutstandingRun run, boolean quick, int java) {
        List<Verdict> verdicts = new ArrayList<>();
        long outstanding = (long) run.requests() * OutstandingScale.EXCHANGES;
        verdicts.add(Verdict.of(
                        "%,d exchanges were in flight at once".formatted(outstanding),
                        run.mostOutstanding() >= outstanding)
                .figure("exchanges in flight at most", run.mostOutstanding(), ""));
        verdicts.add(Verdict.of(
                        "Every request was answered without an error",
                        run.errors() == 0 && run.answered() >= run.requests())
                .figure("answered", (double) run.answered(), "")
                .figure("errors", (double) run.errors(), ""));
        verdicts.add(Verdict.of("The pool has at most 16 threads", run.poolThreads() <= MAX_THREADS)
                .figure("threads of the pool at most", run.poolThreads(), "")
                .figure("threads of the process at most", run.threads(), ""));
        verdicts.add(
                Verdict.of("After the drain the live heap is within 50 MB of that before", run.heapLeft() <= MAX_LEFT)
                        .figure("more than before", run.heapLeft(), "MB"));
        // Older JVMs have larger objects.
        if (java >= SMALL_OBJECTS_SINCE) {
            double most = quick ? QUICK_MAX_KILOBYTES : MAX_KILOBYTES;
            verdicts.add(Verdict.of(
                            "A suspended request with six exchanges takes at most %.0f KB of heap".formatted(most),
                            run.heapOfRequest() <= most)
                    .figure("live heap of a request", run.heapOfRequest(), "KB"));
        }
        return verdicts;
    }
}
