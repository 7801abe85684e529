package dev.medley.loadtest.experiment.outstanding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.experiment.paper.Given;
import dev.medley.loadtest.experiment.server.ServerSamples;
import dev.medley.loadtest.report.section.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Given samples of a server with 60 exchanges in flight and 16 threads of the pool. */
class OutstandingExchangesTest {

    private static final int REQUESTS = 10;
    private static final long KILO = 1024;
    private static final long MEGA = KILO * KILO;
    private static final long BEFORE = 10 * MEGA;
    private static final int OLD_JAVA = 17;
    private static final int NEW_JAVA = 25;

    private final ServerSamples samples = Given.samples(Given.sample(0, 34, 100), Given.sample(1, 34, 200));

    @Test
    void allClaimsHoldWhenAllWereInFlightAndAnsweredInLittleHeap() {
        assertThat(notHeld(run(REQUESTS, REQUESTS, 0, 12, 50))).isEmpty();
    }

    @Test
    void fewerExchangesInFlightThanPlannedAreNotPassedOver() {
        assertThat(notHeld(run(REQUESTS + 1, REQUESTS + 1, 0, 10, 50)))
                .containsExactly("66 exchanges were in flight at once");
    }

    @Test
    void anErrorAndAMissingAnswerAreNotPassedOver() {
        String claim = "Every request was answered without an error";
        assertThat(notHeld(run(REQUESTS, REQUESTS, 1, 12, 50))).containsExactly(claim);
        assertThat(notHeld(run(REQUESTS, REQUESTS - 1, 0, 12, 50))).containsExactly(claim);
    }

    @Test
    void heapBeyondTheBoundsIsFoundWhileRequestsWaitAndAfterThem() {
        assertThat(notHeld(run(REQUESTS, REQUESTS, 0, 13, 51)))
                .containsExactly(
                        "After the drain the live heap is within 50 MB of that before",
                        "A suspended request with six exchanges takes at most 12 KB of heap");
    }

    @Test
    void theHeapIsThatOfTheRequestsThatWereSuspended() {
        OutstandingRun run = new OutstandingRun(
                2 * REQUESTS, REQUESTS, REQUESTS, BEFORE, BEFORE + REQUESTS * 13 * KILO, BEFORE, List.of(), samples);

        assertThat(run.heapOfRequest()).isEqualTo(13);
    }

    @Test
    void thePartnersHaveRoomForTheirShareOfTheExchanges() {
        assertThat(OutstandingScale.FULL.configuration(Map.of("partner-a", "http://127.0.0.1:1")))
                .as("of six exchanges, two go to the first of four partners, over streams of 1,000 a connection")
                .contains("connections: 363, max-streams: 1000");
    }

    @Test
    void theShortFormAllowsForTheClassesThatAreLoaded() {
        OutstandingRun run = run(REQUESTS, REQUESTS, 0, 13, 50);

        assertThat(Given.notHeld(OutstandingExchanges.verdicts(run, true, NEW_JAVA)))
                .isEmpty();
    }

    @Test
    void whereObjectsAreLargerTheHeapOfARequestIsNotJudged() {
        assertThat(OutstandingExchanges.verdicts(run(REQUESTS, REQUESTS, 0, 13, 50), false, OLD_JAVA))
                .extracting(Verdict::claim)
                .noneMatch(claim -> claim.contains("KB of heap"));
    }

    @Test
    void cpuTimeIsToldForEachRequest() {
        assertThat(new OutstandingRun.Phase("ramp", 10, 0.5, 1, 1).microsOf(1000))
                .isEqualTo(500);
    }

    private OutstandingRun run(int requests, long answered, long errors, long kilobytes, long left) {
        return new OutstandingRun(
                requests,
                answered,
                errors,
                BEFORE,
                BEFORE + requests * kilobytes * KILO,
                BEFORE + left * MEGA,
                List.of(),
                samples);
    }

    private static List<String> notHeld(OutstandingRun run) {
        return Given.notHeld(OutstandingExchanges.verdicts(run, false, NEW_JAVA));
    }
}
