package dev.medley.loadtest.experiment.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.medley.loadtest.codec.CodecProgram.HoldAnswer;
import dev.medley.loadtest.codec.CodecProgram.RunAnswer;
import dev.medley.loadtest.experiment.codec.UnitRun.Purpose;
import dev.medley.loadtest.experiment.server.CommonOptions;
import dev.medley.loadtest.report.Facts;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UnitReportTest {

    private static final int CORES = 2;

    private final CodecPlan plan = new CodecOptions().plan(false, new CommonOptions());
    private final UnitResults results = new UnitResults(CORES, 1_500);

    @BeforeEach
    void whatIsClaimedIsMeasured() {
        for (int round = 0; round < 3; round++) {
            round(Model.OPERATION, 10, 5.1);
            round(Model.FIBER, 10.1, 5.2);
        }
        results.add(run(Purpose.PAPER, Model.OPERATION, CORES, 50, 49.9, 0));
        results.add(run(Purpose.PAPER, Model.FIBER, CORES, 50, 1, 0));
        results.hold(Model.FIBER, new HoldAnswer(28, 0));
    }

    @Test
    void allClaimsHold() {
        assertThat(failed()).isEmpty();
    }

    @Test
    void efficiencyIsTheTimeOfOneThreadByThatOfAllCoresInEachRound() {
        assertThat(results.efficiency(Model.OPERATION).median()).isEqualTo(10 / (2 * 5.1));
        assertThat(results.cpuEfficiency(Model.OPERATION).median()).isEqualTo(10 / 5.1);
        // 100,000 units of 5 codings take 0.1 s more.
        assertThat(results.sliceMicros(Model.FIBER).median()).isCloseTo(0.2, within(1e-6));
    }

    @Test
    void aMedianEfficiencyBelowTheBoundIsNoEfficiency() {
        for (int round = 0; round < 4; round++) {
            round(Model.FIBER, 10, 5.5);
        }

        assertThat(failed()).containsExactly("The efficiency of fibers on 2 cores is at least 0.96");
    }

    @Test
    void fibersThatAreSlowLargeOrLateAreNone() {
        UnitResults slow = new UnitResults(CORES, 1_500);
        results.all().stream().filter(run -> run.model() == Model.OPERATION).forEach(slow::add);
        slow.add(run(Purpose.ROUND, Model.FIBER, 1, 11, 11, 0));
        slow.add(run(Purpose.ROUND, Model.FIBER, CORES, 5.5, 5.5, 0));
        slow.add(run(Purpose.PAPER, Model.FIBER, CORES, 50, 20, 0));
        slow.hold(Model.FIBER, new HoldAnswer(900, 0));

        assertThat(failed(slow))
                .containsExactly(
                        "Fibers take at most 5 % longer than operations on one thread",
                        "99 % of the fibers have begun in a tenth of the time, while operations begin until the end",
                        "A fiber that waits takes at most 200 bytes");
    }

    @Test
    void aUnitThatIsLostIsSeen() {
        results.add(run(Purpose.GRAPH, Model.FIBER, 1, 1, 1, 1));

        assertThat(failed()).containsExactly("No unit is lost, up to 100,000 at once");
    }

    @Test
    void ofNothingNothingIsClaimed() {
        assertThat(failed(new UnitResults(CORES, 1_500))).hasSize(6);
    }

    @Test
    void theShortFormClaimsThatNoUnitIsLost() {
        CodecPlan quick = new CodecOptions().plan(true, new CommonOptions());

        assertThat(UnitReport.verdicts(quick, results))
                .extracting(Verdict::held)
                .containsExactly(true);
    }

    @Test
    void theReportNamesWhereThreadsOfThePlatformFail() {
        results.add(run(Purpose.GRAPH, Model.FIBER, 1, 1, 1, 0));
        results.add(new UnitRun(
                Purpose.PLATFORM,
                Model.PLATFORM,
                5_000,
                5,
                CORES,
                new RunAnswer(
                        4_711, 5_000, Double.NaN, Double.NaN, List.of(), List.of(), "unable to create native thread")));
        Report.Builder report = Report.of("codec", new Facts(Instant.EPOCH, Map.of()));

        new UnitReport(plan, results).addTo(report);

        assertThat(report.build().sections().toString())
                .contains("failed after 4,711 threads: unable to create native thread")
                .contains("no scaling beyond 2 cores")
                .contains("Virtual threads are left out");
    }

    private List<String> failed() {
        return failed(results);
    }

    private List<String> failed(UnitResults of) {
        return UnitReport.verdicts(plan, of).stream()
                .filter(verdict -> !verdict.held())
                .map(Verdict::claim)
                .toList();
    }

    private void round(Model model, double one, double all) {
        results.add(run(Purpose.ROUND, model, 1, one, one, 0));
        results.add(run(Purpose.ROUND, model, CORES, all, all, 0));
    }

    private static UnitRun run(Purpose purpose, Model model, int threads, double seconds, double lastBegun, int lost) {
        List<Double> ended =
                IntStream.rangeClosed(0, 100).mapToObj(percent -> seconds).toList();
        List<Double> begun =
                IntStream.rangeClosed(0, 100).mapToObj(percent -> lastBegun).toList();
        return new UnitRun(
                purpose, model, 100_000, 5, threads, new RunAnswer(100_000, lost, seconds, seconds, begun, ended, ""));
    }
}
