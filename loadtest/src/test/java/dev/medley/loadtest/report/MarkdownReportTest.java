package dev.medley.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.report.section.Axis;
import dev.medley.loadtest.report.section.Curve;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Point;
import dev.medley.loadtest.report.section.Table;
import dev.medley.loadtest.report.section.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MarkdownReportTest {

    @Test
    void aReportIsParagraphsAndTables() {
        Report report = Report.of("Threads", new Facts(Instant.parse("2026-11-21T06:00:00Z"), Map.of("cores", "2")))
                .subtitle("by users")
                .command("./medley experiment fig4")
                .text("Nothing here is *markup*.")
                .add(Table.captioned("Levels", "users", "a|b").row(10, "x_y"))
                .add(Plot.of("Curve", Axis.of("users", ""), Axis.of("threads", ""))
                        .curve(Curve.line("async", List.of(new Point(1, 2)))))
                .add(Verdict.of("It is flat", true).figure("most", 3, "threads"))
                .build();

        assertThat(MarkdownReport.of(report)).isEqualTo("""
                # Threads

                by users.

                Nothing here is \\*markup\\*.

                ## Levels

                | users | a\\|b |
                | --- | --- |
                | 10 | x\\_y |

                ## Curve

                | users | async |
                | --- | --- |
                | 1 | 2 |

                **held**: It is flat (most 3 threads).

                Measured 2026-11-21 06:00 UTC (cores: 2) by `./medley experiment fig4`.

                """);
    }
}
