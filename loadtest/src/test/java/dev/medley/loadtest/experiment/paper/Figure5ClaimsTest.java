package dev.medley.loadtest.experiment.paper;

import static dev.medley.loadtest.experiment.paper.Given.load;
import static dev.medley.loadtest.experiment.paper.Given.phase;
import static dev.medley.loadtest.experiment.paper.Given.sample;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.experiment.server.ServerSample;
import dev.medley.loadtest.experiment.server.ServerSamples;
import dev.medley.loadtest.report.section.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class Figure5ClaimsTest {

    private static final double OF_TEN_THOUSAND = 1 / 0.003;
    private static final String NO_ERRORS = "No mashup failed, up to 2600 users at once";
    private static final String FEW_THREADS = "The process has fewer than 40 threads";
    private static final String FAST = "At 10,000 outbound requests the 99th percentile is under 5,500 ms";

    private static final String CONSTANT_THREADS = "The number of threads does not grow with the users";
    private static final String AS_MANY =
            "A phase without errors has at least 1,400 users and 8,400 outbound requests at once";

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
        ServerSamples unknown = Given.samples(sample(0, Double.NaN, 100));

        assertThat(Figure5Claims.of(MashupForm.servlet, false, well(5200), unknown))
                .extracting(Verdict::claim)
                .containsExactly(NO_ERRORS, FAST);
        assertThat(Figure5Claims.of(MashupForm.script, true, well(5200), unknown))
                .extracting(Verdict::claim)
                .containsExactly(NO_ERRORS);
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
        LoadResult load = load(phase(0, 0, 0, 2600, 1), phase(0, 100, 0, 2600, 1));

        assertThat(Figure5Claims.of(MashupForm.servlet, true, load, fewThreads))
                .extracting(Verdict::claim)
                .containsExactly(NO_ERRORS, FEW_THREADS);
        assertThat(Figure5Claims.of(MashupForm.script, true, load, fewThreads))
                .extracting(Verdict::claim)
                .containsExactly(NO_ERRORS, CONSTANT_THREADS);
    }

    @Test
    void aDeclaredMashupHasTheClaimsOfAServlet() {
        assertThat(Figure5Claims.of(MashupForm.declared, false, well(5200), fewThreads))
                .extracting(Verdict::claim)
                .containsExactly(NO_ERRORS, FEW_THREADS, FAST);
    }

    @Test
    void aScriptHasTheClaimsOfThePaper() {
        ServerSamples samples = Given.samples(outbound(1, 40, 900), outbound(21, 56, 8_400));

        assertThat(Figure5Claims.of(MashupForm.script, false, well(9000), samples))
                .allMatch(Verdict::held)
                .extracting(Verdict::claim)
                .containsExactly(NO_ERRORS, CONSTANT_THREADS, AS_MANY);
    }

    @Test
    void threadsOfAScriptThatGrowWithTheUsersAreFound() {
        ServerSamples samples = Given.samples(outbound(1, 40, 900), outbound(21, 57, 8_400));

        assertThat(notHeldOfScript(well(9000), samples)).containsExactly(CONSTANT_THREADS);
    }

    @Test
    void aScriptWithFewerUsersOrOutboundRequestsThanThePaperIsFound() {
        assertThat(notHeldOfScript(well(9000), Given.samples(outbound(1, 40, 900), outbound(21, 40, 8_399))))
                .containsExactly(AS_MANY);
        assertThat(notHeldOfScript(
                        load(phase(0, 0, 0, 1399, 9000), phase(0, 200, 0, 1399, 9000)),
                        Given.samples(outbound(1, 40, 8_400))))
                .containsExactly(AS_MANY);
    }

    @Test
    void aPhaseWithErrorsHasNotCarriedItsUsers() {
        LoadResult load = load(phase(0, 0, 1, 2600, 9000), phase(0, 200, 0, 1000, 9000), phase(20, 500, 1, 2600, 9000));

        assertThat(notHeldOfScript(load, Given.samples(outbound(1, 40, 900), outbound(21, 40, 16_000))))
                .containsExactly(NO_ERRORS, AS_MANY);
    }

    private static LoadResult well(double p99) {
        return load(
                phase(0, 0, 0, 2600, 9000),
                phase(0, 200, 0, 1000, 9000),
                phase(10, OF_TEN_THOUSAND, 0, 1667, p99),
                phase(20, 500, 0, 2600, 9000));
    }

    private static List<String> notHeld(LoadResult load, ServerSamples samples) {
        return Given.notHeld(Figure5Claims.of(MashupForm.servlet, false, load, samples));
    }

    private static List<String> notHeldOfScript(LoadResult load, ServerSamples samples) {
        return Given.notHeld(Figure5Claims.of(MashupForm.script, false, load, samples));
    }

    private static ServerSample outbound(double seconds, double threads, double outbound) {
        ServerSample sample = sample(seconds, threads, 100);
        return new ServerSample(
                sample.at(),
                sample.process(),
                sample.heapMegabytes(),
                sample.threadsLeased(),
                sample.threadsStarted(),
                sample.inbound(),
                outbound,
                sample.connections(),
                sample.law());
    }
}
