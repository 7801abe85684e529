package dev.medley.loadtest.attack;

import dev.medley.loadtest.attack.connection.Attack;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Table;
import dev.medley.loadtest.report.section.Verdict;
import java.util.List;

/** The table of all attacks. */
final class AttackReport {

    private AttackReport() {}

    static Report of(Setup setup, List<AttackResult> results, boolean pinned) {
        Report.Builder report = setup.report(
                "Attacks",
                "at most %d connections and %d MB sent; the server %s"
                        .formatted(
                                Attack.MAX_CONNECTIONS,
                                Attacker.MAX_BYTES / 1_000_000,
                                pinned ? "has a core of its own" : "is not pinned to a core"));
        report.add(table(results));
        long held = results.stream().filter(result -> result.missed().isEmpty()).count();
        report.add(Verdict.of("the server withstands each attack", held == results.size())
                .figure("attacks", results.size(), "")
                .figure("withstood", (double) held, ""));
        return report.build();
    }

    private static Table table(List<AttackResult> results) {
        Table table = Table.captioned(
                "What others saw, and what the server took",
                "attack",
                "what the attacker does",
                "connections, in all",
                "MB sent",
                "others in time, %",
                "worst, ms",
                "CPU, %",
                "RSS, MB",
                "live heap, MB: before, during, after",
                "direct, MB",
                "files",
                "threads",
                "result");
        for (AttackResult result : results) {
            table = table.row(
                    result.attack().name(),
                    result.attack().what(),
                    result.attacker().opened(),
                    Cell.of(result.attacker().sent() / 1e6, 1),
                    Cell.of(result.answeredPercent(), 1),
                    Cell.of(result.worstMillis(), 0),
                    Cell.of(result.cpuPercent(), 0),
                    Cell.of(result.most().residentMegabytes(), 0),
                    course(
                            result.before().liveMegabytes(),
                            result.most().liveMegabytes(),
                            result.after().liveMegabytes()),
                    course(
                            result.before().directMegabytes(),
                            result.most().directMegabytes(),
                            result.after().directMegabytes()),
                    course(
                            result.before().files(),
                            result.most().files(),
                            result.after().files()),
                    course(
                            result.before().threads(),
                            result.most().threads(),
                            result.after().threads()),
                    verdict(result));
        }
        return table;
    }

    static String verdict(AttackResult result) {
        List<String> missed = result.missed();
        String log = result.trouble().isEmpty()
                ? ""
                : "; %d errors logged".formatted(result.trouble().size());
        return (missed.isEmpty() ? "holds" : String.join(", ", missed)) + log;
    }

    private static String course(double before, double during, double after) {
        return "%s, %s, %s".formatted(text(before), text(during), text(after));
    }

    private static String text(double figure) {
        return Double.isNaN(figure) ? "?" : "%.0f".formatted(figure);
    }
}
