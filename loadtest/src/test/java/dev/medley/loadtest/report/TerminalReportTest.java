package dev.medley.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.report.section.Axis;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Curve;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Section;
import dev.medley.loadtest.report.section.Table;
import dev.medley.loadtest.report.section.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TerminalReportTest {

    private static String render(Section section, Charset charset) {
        String text = TerminalReport.render(
                Report.of("A report", ExampleReport.FACTS).add(section).build(), charset);
        return text.substring("A report\n\n".length(), text.indexOf("\nMeasured"));
    }

    @Test
    void columnsAreAligned() {
        Table table = Table.captioned("Table 2", "users", "D (ms)", "mode")
                .row(10, Cell.of(0.5, 1), "async")
                .row(1_000, Cell.of(12, 1), "blocking")
                .row(90, Cell.of(Double.NaN, 1), "é");

        assertThat(render(table, StandardCharsets.UTF_8)).isEqualTo("""
                        Table 2
                          users  D (ms)  mode
                          -----  ------  --------
                             10     0.5  async
                          1,000    12.0  blocking
                             90     n/a  é
                        """);
    }

    @Test
    void plotsAreSparklinesWithTheirNumbers() {
        Plot plot = Plot.of("Threads", Axis.of("users", ""), Axis.of("threads", ""))
                .curve(Curve.line(
                        "blocking", new Series().add(10, 10).add(50, 50).add(90, 90)))
                .curve(Curve.line("async", new Series().add(10, 7).add(90, 8)));

        assertThat(render(plot, StandardCharsets.UTF_8)).isEqualTo("""
                        Threads
                          threads, over users
                          blocking  ▁▅█  from 10 to 90
                          async     ██  from 7 to 8
                          users  blocking  async
                          -----  --------  -----
                             10        10      7
                             50        50    n/a
                             90        90      8
                        """);
        assertThat(render(plot, StandardCharsets.US_ASCII))
                .contains("blocking  _=#  from")
                .isASCII();
    }

    @Test
    void oddCurvesAreLinesToo() {
        Plot plot = Plot.of("Odd", Axis.of("x", ""), Axis.of("y", "ms"))
                .curve(Curve.line("none", new Series()))
                .curve(Curve.line(
                        "gap", new Series().add(1, 1).add(2, Double.NaN).add(3, 2)))
                .curve(Curve.line("zero", new Series().add(1, 0)))
                .curve(Curve.line("huge", new Series().add(1, -1e308).add(2, 1e308)));

        assertThat(render(plot, StandardCharsets.UTF_8))
                .contains("none  no values\n")
                .contains("gap   ▅ █  from 1 to 2 ms\n")
                .contains("zero  ▁  from 0 to 0 ms\n")
                .contains("huge  ▁█  from -1e308 to 1e308 ms\n");
    }

    @Test
    void longSeriesFitIntoALine() {
        assertThat(render(ExampleReport.phases(), StandardCharsets.UTF_8).lines())
                .hasSize(4)
                .allSatisfy(line -> assertThat(line).hasSizeLessThan(110));
    }

    @Test
    void verdictsComeWithTheirFigures() {
        Verdict verdict =
                Verdict.of("It holds", false).figure("threads", 16, "").figure("p99", 12.5, "ms");

        assertThat(render(verdict, StandardCharsets.UTF_8)).isEqualTo("""
                        NOT HELD: It holds
                          threads  16
                          p99      12.5 ms
                        """);
    }

    @Test
    void paragraphsAreBrokenBetweenWords() {
        assertThat(render(new Section.Text("word ".repeat(50)), StandardCharsets.UTF_8)
                        .lines())
                .hasSize(3)
                .allSatisfy(line -> assertThat(line).matches("word( word)*").hasSizeLessThanOrEqualTo(100));
    }

    @Test
    void endsWithTheFactsAndTheCommand() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        TerminalReport.print(
                Report.of("A report", ExampleReport.FACTS).command("./medley").build(), new PrintStream(bytes));

        assertThat(bytes.toString(Charset.defaultCharset()))
                .isEqualTo("A report\n\nMeasured 2026-03-01 12:34 UTC\n  cores  2\n  ./medley\n");
    }
}
