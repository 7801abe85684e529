package dev.medley.loadtest.experiment.paper;

import static dev.medley.loadtest.experiment.paper.Given.load;
import static dev.medley.loadtest.experiment.paper.Given.phase;
import static dev.medley.loadtest.experiment.paper.Given.sample;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.experiment.server.ServerSamples;
import dev.medley.loadtest.report.section.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class Figure5Test {

    private static final double OF_TEN_THOUSAND = 1 / 0.003;
    private static final String NO_ERRORS = "No mashup failed, up to 2600 users at once";
    private static final String FEW_THREADS = "The process has fewer than 40 threads";
    private static final String FAST = "At 10,000 outbound requests the 99th percentile is under 5,500 ms";

    private final ServerSamples fewThreads = Given.samples(sample(0, 30, 100), sample(1, 39, 100));

    @Test
    void allClaimsHoldWithoutErrorsWithFewThreadsAndInTime() {
        assertThat(notHeld(well(5200), fewThreads)).isEmpty();
    }

    @Test
    void oneErrorIsNotPassedOver() {
        LoadResult load = load(phase(0, 0, 1, 2600, 5200), phase(0, OF_TEN_THOUSAND, 1, 2600, 5200));

        assertThat(notHeld(load, fewThreads)).containsExactly(NO_ERRORS);
    }

    @Test
    void oneMomentWithFortyThreadsIsEnough() {
        assertThat(notHeld(well(5200), Given.samples(sample(0, 30, 100), sample(1, 40, 100), sample(2, 31, 100))))
                .containsExactly(FEW_THREADS);
    }

    @Test
    void whereTheThreadsAreUnknownNothingIsClaimed() {
        assertThat(Figure5.verdicts(well(5200), Given.samples(sample(0, Double.NaN, 100)), false))
                .extracting(Verdict::claim)
                .containsExactly(NO_ERRORS, FAST);
    }

    @Test
    void mashupsThatWereNeverAnsweredAreNotPassedOver() {
        assertThat(notHeld(Given.unfinished(3, well(5200)), fewThreads)).containsExactly(NO_ERRORS);
    }

    @Test
    void slowAnswersInThePhaseOfTenThousandAreFound() {
        assertThat(notHeld(well(5500), fewThreads)).containsExactly(FAST);
    }

    @Test
    void theShortFormHasNoSuchPhase() {
        assertThat(Figure5.verdicts(load(phase(0, 0, 0, 2600, 1), phase(0, 100, 0, 2600, 1)), fewThreads, true))
                .extracting(Verdict::claim)
                .containsExactly(NO_ERRORS, FEW_THREADS);
    }

    private static LoadResult well(double p99) {
        return load(
                phase(0, 0, 0, 2600, 9000),
                phase(0, 200, 0, 1000, 9000),
                phase(10, OF_TEN_THOUSAND, 0, 1667, p99),
                phase(20, 500, 0, 2600, 9000));
    }

    private static List<String> notHeld(LoadResult load, ServerSamples samples) {
        return Given.notHeld(Figure5.verdicts(load, samples, false));
    }
}
