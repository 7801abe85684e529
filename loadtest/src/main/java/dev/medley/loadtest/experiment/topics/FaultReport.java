package dev.medley.loadtest.experiment.topics;

import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Table;
import dev.medley.loadtest.report.section.Verdict;
import dev.medley.loadtest.topics.SubscriberFigures;

/** The report of broadcasts, silent clients and faults. Times are judged in the full form only: in the short one little is compiled. */
final class FaultReport {

    private static final double MOST_LAST_MILLIS = 350;
    private static final double MOST_MORE_MILLIS = 20;
    private static final double MOST_HEAP_GROWTH = 8e6;
    private static final double MOST_GROWTH = 1.2;
    private static final double MEGA = 1e6;

    private FaultReport() {}

    static void broadcast(
            Report.Builder report, BroadcastCourse.Result result, TopicsPlan.Broadcasts plan, boolean timed) {
        report.add(Table.captioned(
                        "Broadcasts of %,d bytes to %,d sessions".formatted(plan.bytes(), plan.sessions()),
                        "",
                        "median ms",
                        "p99 ms",
                        "max ms")
                .row(
                        "publication to reading, all sessions",
                        Cell.of(result.readings().millis(50), 1),
                        Cell.of(result.readings().millis(99), 1),
                        Cell.of(result.readings().mostMillis(), 1))
                .row(
                        "publication to the last reading of a broadcast",
                        Cell.of(result.lastMillis(50), 1),
                        Cell.of(result.lastMillis(99), 1),
                        Cell.of(result.lastMillis(100), 1))
                .row(
                        "/fanout?c=3&delay=50 without a broadcast",
                        Cell.of(result.quiet().getValueAtPercentile(50) / 1000.0, 1),
                        Cell.of(result.quietMillis(), 1),
                        Cell.of(result.quiet().getMaxValue() / 1000.0, 1))
                .row(
                        "/fanout?c=3&delay=50 during a broadcast",
                        Cell.of(result.beside().getValueAtPercentile(50) / 1000.0, 1),
                        Cell.of(result.besideMillis(), 1),
                        Cell.of(result.beside().getMaxValue() / 1000.0, 1)));
        report.add(Verdict.of(
                        "A broadcast is encoded once: so many publications, and so many deliveries",
                        result.published() == plan.count()
                                && result.delivered() == (double) plan.count() * plan.sessions())
                .figure("published", result.published(), "")
                .figure("delivered", result.delivered(), ""));
        if (timed) {
            times(report, result);
        }
    }

    private static void times(Report.Builder report, BroadcastCourse.Result result) {
        report.add(Verdict.of(
                        "p99 from publication to the last reading, which is after the last byte is with the kernel, is under 350 ms",
                        result.lastMillis(99) < MOST_LAST_MILLIS)
                .figure("p99 of the last reading", result.lastMillis(99), "ms"));
        report.add(Verdict.of("No turn of a loop takes more than 5 ms of CPU time", result.longTurns() == 0)
                .figure("turns", result.turns(), "")
                .figure("longer ones", result.longTurns(), ""));
        report.add(Verdict.of(
                        "p99 of mashups is at most 20 ms higher during a broadcast",
                        result.failed() == 0 && result.besideMillis() - result.quietMillis() <= MOST_MORE_MILLIS)
                .figure("without", result.quietMillis(), "ms")
                .figure("during", result.besideMillis(), "ms")
                .figure("failed mashups", (double) result.failed(), ""));
    }

    static void silent(Report.Builder report, SilentCourse.Result result, TopicsPlan.Silent plan, boolean timed) {
        Readings ofAll = result.ofAll();
        Readings ofNewest = result.ofNewest();
        report.add(Table.captioned(
                        "%d clients of each topic that read nothing for %d s".formatted(plan.silent(), plan.seconds()),
                        "",
                        "p99 of the others, ms",
                        "live heap MB")
                .row("before", Cell.of(result.readersBefore().millis(99), 2), Cell.of(result.heapBefore() / MEGA, 1))
                .row(
                        "meanwhile",
                        Cell.of(result.readersMeanwhile().millis(99), 2),
                        Cell.of(result.heapMeanwhile() / MEGA, 1)));
        if (timed) {
            double before = result.readersBefore().millis(99);
            double meanwhile = result.readersMeanwhile().millis(99);
            report.add(Verdict.of("p99 of the others is at most a fifth higher", meanwhile <= before * MOST_GROWTH)
                    .figure("before", before, "ms")
                    .figure("meanwhile", meanwhile, "ms"));
        }
        report.add(Verdict.of(
                        "Clients that read nothing take no heap",
                        result.heapMeanwhile() - result.heapBefore() < MOST_HEAP_GROWTH)
                .figure("more than before", (result.heapMeanwhile() - result.heapBefore()) / MEGA, "MB"));
        report.add(Verdict.of(
                        "With all messages they then get what the log has, and a gap before it",
                        result.allHaveNewest(ofAll) && result.isToldOfLosses(ofAll))
                .figure("received", (double) ofAll.received(), "")
                .figure("left out behind a gap", (double) ofAll.sum(SubscriberFigures::skipped), "")
                .figure("gaps", (double) ofAll.sum(SubscriberFigures::gaps), ""));
        report.add(Verdict.of("With the latest they then get the newest", result.allHaveNewest(ofNewest))
                .figure("number of the newest", (double) result.newest(), "")
                .figure("least that a client has", (double) ofNewest.sum(SubscriberFigures::least), ""));
    }

    static void faults(Report.Builder report, FaultCourse.Result result, TopicsPlan.Faults plan) {
        Readings read = result.readings();
        report.add(Table.captioned(
                        "%,d clients during %d rounds of cuts, restarts and reloads"
                                .formatted(plan.clients(), result.rounds()),
                        "",
                        "count")
                .row("numbers published", result.published())
                .row("posts that were sent again", result.repeatedPosts())
                .row("messages received", read.received())
                .row("connections that ended", read.sum(SubscriberFigures::broken))
                .row("subscriptions that resumed", read.sum(SubscriberFigures::resumed))
                .row("gaps that clients were told of", read.sum(SubscriberFigures::gaps))
                .row("numbers left out behind a gap", read.sum(SubscriberFigures::skipped))
                .row("numbers left out without one", read.sum(SubscriberFigures::lost))
                .row("numbers again, without a restart between", read.sum(SubscriberFigures::repeated))
                .row("numbers again after a restart", read.sum(SubscriberFigures::repeatedInNewEpoch))
                .row("numbers out of order", read.sum(SubscriberFigures::disorder)));
        report.add(Verdict.of(
                "Nothing is out of order", read.sum(SubscriberFigures::disorder) == 0 && result.published() > 0));
        report.add(Verdict.of("Nothing comes twice but after a restart", read.sum(SubscriberFigures::repeated) == 0));
        report.add(
                Verdict.of("Each loss is a gap that the client was told of", read.sum(SubscriberFigures::lost) == 0));
        report.add(Verdict.of("All clients came back and have the last number", result.caughtUp()));
        if (read.hasFailures()) {
            report.text("What clients met: " + read.failures());
        }
    }
}
