package dev.medley.loadtest.experiment.topics;

import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Axis;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Curve;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Point;
import dev.medley.loadtest.report.section.Table;
import dev.medley.loadtest.report.section.Verdict;
import dev.medley.loadtest.topics.SubscriberFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The report of the runs with many sessions. */
final class CrowdReport {

    private static final double MOST_THREADS = 31;
    private static final double MOST_MILLIS = 100;
    /** 54 GB of heap for ten million connections. */
    private static final double MOST_HEAP = 5_400;

    private static final double MOST_CPU_MICROS = 29;
    private static final double PERCENT = 100;
    private static final int CLASSES = 12;
    private static final Pattern CLASS = Pattern.compile("^\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+).*");
    private static final double TEN_MILLION = 1e7;
    private static final double GIGA = 1e9;
    private static final double MINUTE = 60;

    private final Report.Builder report;
    /** Whether times are judged: not in the short form, in which little is compiled. */
    private final boolean timed;

    CrowdReport(Report.Builder report, boolean timed) {
        this.report = report;
        this.timed = timed;
    }

    void mule(List<CrowdRun> runs) {
        Table table = Table.captioned(
                        "Mule's run: a message a second to each session",
                        "",
                        "sessions",
                        "threads",
                        "lost",
                        "median ms",
                        "p99 ms",
                        "MB/s read",
                        "CPU % of a core")
                .row("Mule ESB, 2012, WebSocket", 10_000, 31, "not published", "-", "-", "a bit over 2", "-");
        for (CrowdRun run : runs) {
            CrowdRun.Messages messages = run.messages();
            table = table.row(
                    run.name(),
                    run.crowd().sessions(),
                    run.threads(),
                    String.valueOf(messages.lost()),
                    Cell.of(messages.readings().millis(50), 1),
                    Cell.of(messages.readings().millis(99), 1),
                    Cell.of(messages.readings().sum(SubscriberFigures::bytes) / messages.publishedSeconds() / 1e6, 2),
                    Cell.of(PERCENT * messages.cpuSeconds() / messages.seconds(), 1));
            complete(run);
            report.add(Verdict.of(
                            "%s: at most 31 live threads, as JConsole counts them".formatted(run.name()),
                            run.threads() <= MOST_THREADS)
                    .figure("threads", run.threads(), ""));
            if (timed) {
                report.add(Verdict.of(
                                "%s: 99 %% of the messages are read within 100 ms".formatted(run.name()),
                                messages.readings().millis(99) < MOST_MILLIS)
                        .figure("p99", messages.readings().millis(99), "ms"));
            }
        }
        report.add(table);
        report.add(latencies("Latency in Mule's run", runs));
    }

    private void complete(CrowdRun run) {
        CrowdRun.Messages messages = run.messages();
        report.add(Verdict.of("%s: 0 lost, each once and in order".formatted(run.name()), messages.isComplete())
                .figure("expected", (double) messages.expected(), "")
                .figure("received", (double) messages.received(), ""));
        if (messages.readings().hasFailures()) {
            report.text(run.name() + ": " + messages.readings().failures());
        }
    }

    private static Plot latencies(String title, List<CrowdRun> runs) {
        Plot plot = Plot.of(title, Axis.of("publication to reading", "ms").logarithmic(), Axis.of("messages", "%"));
        for (CrowdRun run : runs) {
            List<Point> points = Stream.iterate(1.0, percent -> percent < PERCENT, percent -> percent + 1)
                    .map(percent -> new Point(run.messages().readings().millis(percent), percent))
                    .toList();
            plot = plot.curve(Curve.line(run.name(), points));
        }
        return plot;
    }

    void own(List<CrowdRun> runs) throws IOException {
        if (runs.isEmpty()) {
            return;
        }
        Table table = Table.captioned(
                        "A subject for each session, a message of 512 bytes a minute",
                        "",
                        "sessions",
                        "heap B a session",
                        "kernel B a socket",
                        "wire B a message",
                        "median ms",
                        "mean ms",
                        "p95 ms",
                        "p99 ms",
                        "max ms")
                .row("MigratoryData, 2015", 10_000_108, "5,400 configured", "3,200", "643", 18.7, 61, 375, 585, 1_700);
        for (CrowdRun run : runs) {
            complete(run);
            Readings readings = run.messages().readings();
            table = table.row(
                    run.name(),
                    run.crowd().sessions(),
                    Cell.of(run.heapOfSession(), 0),
                    Cell.of(run.kernel().ofSocket(), 0),
                    Cell.of(run.messages().bytes(), 0),
                    Cell.of(readings.millis(50), 2),
                    Cell.of(readings.meanMillis(), 2),
                    Cell.of(readings.millis(95), 2),
                    Cell.of(readings.millis(99), 2),
                    Cell.of(readings.mostMillis(), 1));
            report.add(Verdict.of(
                            "%s: a session takes at most 5.4 KB of heap".formatted(run.name()),
                            run.heapOfSession() <= MOST_HEAP)
                    .figure("live heap of a session", run.heapOfSession(), "B"));
        }
        report.add(table);
        report.text(
                "Bytes on the wire are those that a subscriber reads, frames and pings included, without the heads of TCP and IP."
                        + " The kernel's memory is that of both ends, as clients and server share a machine: slab and buffers of TCP for each"
                        + " socket. A file descriptor's share is in it.");
        report.add(latencies("Latency of all messages, a subject for each session", runs));
        for (CrowdRun run : runs) {
            report.add(classes(run));
            if (!run.rates().isEmpty()) {
                rates(run);
            }
        }
    }

    private static Table classes(CrowdRun run) throws IOException {
        Table table = Table.captioned(
                "%s: the largest classes of the live heap while all are connected".formatted(run.name()),
                "class",
                "instances",
                "B a session");
        for (String line : Files.readAllLines(run.classes())) {
            Matcher matcher = CLASS.matcher(line);
            if (matcher.matches() && table.rows().size() < CLASSES) {
                table = table.row(
                        matcher.group(3),
                        Long.parseLong(matcher.group(1)),
                        Cell.of(
                                Double.parseDouble(matcher.group(2))
                                        / run.crowd().sessions(),
                                0));
            }
        }
        return table;
    }

    private void rates(CrowdRun run) {
        Table table = Table.captioned(
                "%s: as many messages a second as are delivered".formatted(run.name()),
                "messages a second",
                "published a second",
                "lost",
                "median ms",
                "p99 ms",
                "server's CPU µs a message",
                "held");
        for (CrowdRun.Rate rate : run.rates()) {
            CrowdRun.Messages messages = rate.messages();
            table = table.row(
                    rate.perSecond(),
                    Cell.of(messages.published() / messages.publishedSeconds(), 0),
                    String.valueOf(messages.lost()),
                    Cell.of(messages.readings().millis(50), 2),
                    Cell.of(messages.readings().millis(99), 2),
                    Cell.of(messages.cpuMicros(), 1),
                    rate.isHeld() ? "yes" : "no");
        }
        report.add(table);
        CrowdRun.Rate most = run.rates().stream()
                .filter(CrowdRun.Rate::isHeld)
                .reduce((before, after) -> after)
                .orElse(run.rates().get(0));
        double micros = most.messages().cpuMicros();
        if (timed) {
            report.add(Verdict.of("The server takes at most 29 µs of CPU time a message", micros <= MOST_CPU_MICROS)
                    .figure("CPU time a message, published and delivered", micros, "µs")
                    .figure("at messages a second", most.perSecond(), ""));
        }
        report.text(
                "Ten million sessions, extrapolated: %.0f GB of live heap, %.0f GB of the kernel for one end, %.1f cores for a message a minute."
                        .formatted(
                                run.heapOfSession() * TEN_MILLION / GIGA,
                                run.kernel().ofSocket() * TEN_MILLION / GIGA,
                                micros * TEN_MILLION / MINUTE / 1e6));
    }
}
