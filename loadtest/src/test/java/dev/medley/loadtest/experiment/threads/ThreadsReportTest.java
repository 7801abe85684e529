package dev.medley.loadtest.experiment.threads;

import static dev.medley.loadtest.experiment.threads.ThreadsGiven.PLAN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.experiment.threads.DukeStatements.Statement;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Section;
import dev.medley.loadtest.report.section.Table;
import dev.medley.loadtest.report.section.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThreadsReportTest {

    private static final String METRICS = """
            # TYPE medley_request_phase_seconds histogram
            medley_request_phase_seconds_bucket{mashup="/file",phase="read",le="0.001"} 3
            medley_request_phase_seconds_sum{mashup="/file",phase="read"} 0.002
            medley_request_phase_seconds_count{mashup="/file",phase="read"} 10
            medley_request_phase_seconds_sum{mashup="/file",phase="compose"} 0.006
            medley_request_phase_seconds_count{mashup="/file",phase="compose"} 10
            """;

    @Test
    void eachFigureOfThePaperHasItsPicture() {
        List<String> titles = sections(report(PhaseProfile.NONE), Plot.class).stream()
                .map(Plot::title)
                .toList();

        for (int figure : List.of(1, 2, 3, 4, 5, 6, 8)) {
            assertThat(titles).anyMatch(title -> title.startsWith("Figure " + figure + ":"));
        }
        assertThat(titles)
                .anyMatch(title -> title.startsWith("Section VII.A: throughput, closed"))
                .anyMatch(title -> title.startsWith("Section VII.B:"));
    }

    @Test
    void figure7ComesFromTheHistogramOfPhases() {
        PhaseProfile earlier = PhaseProfile.of(METRICS);
        PhaseProfile phases = PhaseProfile.of(METRICS.replace("} 0.002", "} 0.003")
                        .replace("} 0.006", "} 0.009")
                        .replace("} 10", "} 20"))
                .minus(earlier);

        Table table = sections(report(phases), Table.class).stream()
                .filter(each -> each.caption().startsWith("Figure 7"))
                .findFirst()
                .orElseThrow();

        assertThat(table.rows())
                .extracting(row -> row.stream().map(cell -> cell.text()).toList())
                .containsExactly(List.of("read", "100.0", "25.0", "10"), List.of("compose", "300.0", "75.0", "10"));
    }

    @Test
    void withoutTheHistogramTheReportSaysThatFigure7IsMissing() {
        assertThat(report(PhaseProfile.of("jvm_threads 3\n")).sections())
                .contains(new Section.Text(
                        "Figure 7, the phases of a request, is missing: /metrics of medley-async has no"
                                + " histogram medley_request_phase_seconds."));
    }

    @Test
    void serversThatAreNotThereAreNamed() {
        assertThat(report(PhaseProfile.NONE).sections())
                .contains(
                        new Section.Text("Not installed: apache, apache-prefork."),
                        new Section.Text("Excluded: nginx, it did not start."));
    }

    @Test
    void aStatementOfThePaperThatIsNotMetIsNoClaimThatFailed() {
        Windows windows = ThreadsGiven.windows();
        List<Statement> statements = DukeStatements.of(windows);

        // All windows of the closed connections have the same throughput: nothing collapses, the pool is no faster.
        assertThat(statements)
                .extracting(Statement::word)
                .contains("met", "not met")
                .doesNotContain("not measured");
        assertThat(statements)
                .filteredOn(each -> each.says().contains("declines rapidly"))
                .hasSize(2)
                .noneMatch(Statement::met);
        assertThat(ThreadsClaims.of(PLAN, windows, List.of())).allMatch(Verdict::held);
    }

    @Test
    void aCollapseMeetsTheStatement() {
        Windows windows = ThreadsGiven.windows(
                PLAN,
                window ->
                        window.server() == WebServer.THREADS && window.setting().users() == 8_000
                                ? window.perSecond(1_000).meanMillis(10_000)
                                : window);

        assertThat(DukeStatements.of(windows))
                .filteredOn(each -> each.says().startsWith("too many unbounded threads"))
                .hasSize(4)
                .allMatch(Statement::met);
    }

    @Test
    void aStatementAboutAServerThatIsMissingIsNotMeasured() {
        assertThat(DukeStatements.of(new Windows())).extracting(Statement::word).containsOnly("not measured");
    }

    private static Report report(PhaseProfile phases) {
        Setup setup = new Setup(false, Path.of("."), Progress.onStandardError(), "./medley experiment threads", 0);
        return new ThreadsReport(setup, PLAN, ThreadsGiven.windows())
                .of(new ThreadsReport.Circumstances(
                        true, Map.of("nginx", "it did not start"), List.of("apache", "apache-prefork"), phases));
    }

    private static <T extends Section> List<T> sections(Report report, Class<T> type) {
        return report.sections().stream()
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }
}
