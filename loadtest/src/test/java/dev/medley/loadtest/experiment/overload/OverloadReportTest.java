package dev.medley.loadtest.experiment.overload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.experiment.paper.Given;
import dev.medley.loadtest.report.section.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverloadReportTest {

    @Test
    void goodputAndLatencyAreComparedWithTheirPeak() {
        OverloadCurve curve = curve(level(0.5, 50, 50, 5), level(1, 0, 60, 20), level(5, 10, 120, 25));
        assertThat(curve.peak().factor()).isEqualTo(1);
        assertThat(Given.notHeld(OverloadReport.verdicts(curve, false))).isEmpty();
    }

    @Test
    void aCollapseIsNotHeld() {
        OverloadCurve curve = curve(level(1, 0, 60, 40), level(5, 11, 121, 45));
        assertThat(Given.notHeld(OverloadReport.verdicts(curve, false)))
                .containsExactly(
                        "fixed limit: goodput at five times the capacity is at least 90 % of the peak",
                        "fixed limit: p99 of the admitted at five times the capacity is at most twice that at the peak",
                        "fixed limit: the peak uses at most 30 % of one processor");
    }

    @Test
    void whereCpuTimeIsUnknownNothingIsClaimedOfIt() {
        OverloadCurve curve = curve(level(1, 0, 60, Double.NaN), level(5, 0, 60, Double.NaN));
        assertThat(OverloadReport.verdicts(curve, false)).allMatch(Verdict::held);
    }

    @Test
    void theShortFormClaimsRepliesOnly() {
        assertThat(Given.notHeld(OverloadReport.verdicts(curve(level(1, 0, 60, 99), level(5, 99, 900, 99)), true)))
                .isEmpty();
        assertThat(Given.notHeld(OverloadReport.verdicts(curve(level(1, 0, 60, 99), level(5, 100, 0, 99)), true)))
                .containsExactly("fixed limit: replies at five times the capacity");
    }

    @Test
    void aServerWithoutAdmissionHasTheSettingsOfNone() {
        assertThat(OverloadGuard.NONE.settings()).isEmpty();
        assertThat(OverloadGuard.ADAPTIVE.settings())
                .containsExactly(
                        "server.admission.adaptive=vegas",
                        "server.admission.max-queued=16",
                        "server.admission.max-queue-age=25ms");
    }

    private static OverloadCurve curve(OverloadLevel... levels) {
        return new OverloadCurve(OverloadGuard.FIXED, List.of(levels));
    }

    private static OverloadLevel level(double factor, long failed, double p99, double cpu) {
        return new OverloadLevel(factor, Given.phase(0, 10, failed, 10, p99), cpu);
    }
}
