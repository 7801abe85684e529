package dev.medley.server.internal.trial.report;

import dev.medley.thread.internal.ledger.RequestPhase;
import dev.medley.thread.internal.ledger.RequestPhases;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The phases of a request as lines of text, one for each that took time, and their total. */
final class PhaseTable {

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double PERCENT = 100;

    private PhaseTable() {}

    /** Returns the lines of a request that has ended. */
    static List<String> of(RequestPhases phases) {
        long total = phases.totalNanos();
        List<String> lines = new ArrayList<>();
        for (RequestPhase phase : RequestPhase.values()) {
            if (phases.nanos(phase) > 0) {
                lines.add(line(phase.label(), phases.nanos(phase), total));
            }
        }
        lines.add(line("total", total, total) + " (server)");
        return lines;
    }

    private static String line(String name, long nanos, long total) {
        return String.format(
                Locale.ROOT,
                "%-9s  %8.1f ms  %3.0f %%",
                name,
                nanos / NANOS_PER_MILLI,
                total == 0 ? 0 : nanos * PERCENT / total);
    }
}
