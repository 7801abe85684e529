package dev.medley.loadtest.experiment.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.driver.result.Latency;
import dev.medley.loadtest.driver.result.PhaseResult;
import dev.medley.loadtest.experiment.server.CommonOptions;
import dev.medley.loadtest.report.section.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MashupReportTest {

    private static final int WORK = 50;

    private final CodecPlan plan = new CodecOptions().plan(false, new CommonOptions());
    private final List<MashupWindow> windows =
            new ArrayList<>(List.of(window(Way.ALONE, 0, 55, 0), window(Way.INLINE, WORK, 155, 0)));

    @Test
    void computationsOffTheLoopHelpIfTheyCostAtMostHalf() {
        others(105, 0);

        assertThat(failed(plan)).isEmpty();
    }

    @Test
    void computationsThatCostMoreDoNotHelp() {
        others(106, 0);

        assertThat(failed(plan))
                .hasSize(MashupReport.OFF_THE_LOOP.size())
                .allMatch(claim -> claim.startsWith("Beside mashups of 50 ms"));
    }

    @Test
    void aMashupThatFailsIsSeenInTheShortFormToo() {
        others(60, 1);

        assertThat(failed(plan)).containsExactly("No mashup fails beside mashups that code");
        assertThat(failed(new CodecOptions().plan(true, new CommonOptions()))).hasSize(1);
    }

    @Test
    void aWayThatWasNotMeasuredDoesNotHelp() {
        assertThat(failed(plan)).hasSize(MashupReport.OFF_THE_LOOP.size());
    }

    private void others(double p99, long failed) {
        MashupReport.OFF_THE_LOOP.forEach(way -> windows.add(window(way, WORK, p99, failed)));
    }

    private List<String> failed(CodecPlan of) {
        return MashupReport.verdicts(of, new MashupResults(List.of(Way.values()), windows, 80, true)).stream()
                .filter(verdict -> !verdict.held())
                .map(Verdict::claim)
                .toList();
    }

    private static MashupWindow window(Way way, int work, double p99, long failed) {
        Latency latency = new Latency(100, 50, 52, 52, 53, 54, 54, p99, p99, p99, "");
        PhaseResult waiting = new PhaseResult(
                "total", true, 0, 5, 100, 500, 500, failed, Map.of(), Map.of(), 100, 10, 0, latency, latency, 10, 50);
        return new MashupWindow(way, work, waiting, null, 50);
    }
}
