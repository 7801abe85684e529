package dev.medley.loadtest.experiment.peers;

import static dev.medley.loadtest.experiment.peers.PeerGiven.figures;
import static dev.medley.loadtest.experiment.peers.PeerGiven.window;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.experiment.paper.Given;
import dev.medley.loadtest.experiment.server.CommonOptions;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Section;
import dev.medley.loadtest.report.section.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PeersReportTest {

    private final List<PeerWindow> windows = new ArrayList<>();

    @Test
    void aTableHasTheRatioWithQuartilesAndRange() {
        for (int round = 1; round <= 3; round++) {
            windows.add(window("a", round, "vertx", 100));
            windows.add(window("a", round, "medley-async", 90 + 10 * round));
        }

        Table ratios = tables(report(Map.of())).get(0);

        assertThat(ratios.caption()).startsWith("CPU for each mashup as a ratio to vertx: C=3, saturated");
        assertThat(ratios.rows().get(1))
                .extracting(Cell::text)
                .containsExactly(
                        "medley-async",
                        "1.10",
                        "1.05-1.15",
                        "1.00-1.20",
                        "1.10",
                        "110",
                        "4.0",
                        "1.0",
                        "5.0",
                        "9.0",
                        "3");
    }

    @Test
    void aServerThatRepliedWronglyIsNamedAndTheClaimDoesNotHold() {
        windows.add(window("a", 1, "vertx", 100));

        Report report = report(Map.of("helidon", "status 500"));

        assertThat(report.sections()).contains(new Section.Text("Excluded: helidon, status 500."));
        assertThat(Given.notHeld(report.verdicts()))
                .containsExactly("Every server replied with the documents of the partners");
    }

    @Test
    void anErrorIsNotPassedOver() {
        windows.add(new PeerWindow("a", PeerGiven.SETTING, 1, 0.01, 0.01, "vertx", figures(100, 1), 0));

        assertThat(Given.notHeld(report(Map.of()).verdicts())).containsExactly("No mashup failed");
    }

    @Test
    void severalNumbersOfRequestsShowHowSteepTheCostRises() {
        for (int calls : List.of(1, 2, 4)) {
            for (int round = 1; round <= 3; round++) {
                add(calls, round, "vertx", 40 + 20 * calls);
                add(calls, round, "medley-async", 50 + 15 * calls);
            }
        }

        List<Table> tables = tables(report(Map.of()));
        Table steepness = tables.get(tables.size() - 1);

        assertThat(steepness.columns())
                .containsExactly("server", "C=1", "C=2", "C=4", "us for each further request", "as a ratio to vertx");
        assertThat(steepness.rows())
                .anySatisfy(row -> assertThat(row)
                        .extracting(Cell::text)
                        .containsExactly("medley-async", "65", "80", "110", "15.0", "0.75"));
    }

    private void add(int calls, int round, String peer, double cpuMicros) {
        windows.add(new PeerWindow("a", PeerGiven.setting(calls), round, 0.01, 0.01, peer, figures(cpuMicros, 0), 0));
    }

    private Report report(Map<String, String> excluded) {
        Setup setup = new Setup(false, Path.of("."), Progress.onStandardError(), "./medley experiment peers", 0);
        PeersPlan plan = new PeersOptions().plan(false, new CommonOptions(), 25);
        return new PeersReport(setup, plan, Optional.empty()).of(windows, excluded);
    }

    private static List<Table> tables(Report report) {
        return report.sections().stream()
                .filter(Table.class::isInstance)
                .map(Table.class::cast)
                .toList();
    }
}
