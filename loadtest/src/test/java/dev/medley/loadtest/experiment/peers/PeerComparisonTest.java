package dev.medley.loadtest.experiment.peers;

import static dev.medley.loadtest.experiment.peers.PeerGiven.window;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.experiment.server.Quartiles;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class PeerComparisonTest {

    private static final Offset<Double> EXACT = Offset.offset(1e-9);

    private final List<PeerWindow> windows = new ArrayList<>();

    @Test
    void aRatioIsToTheReferenceInTheSameRound() {
        round("a", 1, 100, 120);
        round("a", 2, 200, 220);
        round("a", 3, 50, 65);

        PeerComparison comparison = compare();

        assertThat(comparison.ratios("medley")).containsExactly(1.2, 1.1, 1.3);
        assertThat(comparison.ratios("vertx")).containsOnly(1.0);
        assertThat(Quartiles.of(comparison.ratios("medley")).lower()).isEqualTo(1.15, EXACT);
        assertThat(Quartiles.of(comparison.ratios("medley")).median()).isEqualTo(1.2, EXACT);
        assertThat(Quartiles.of(comparison.ratios("medley")).upper()).isEqualTo(1.25, EXACT);
        assertThat(comparison.range("medley").getMin()).isEqualTo(1.1, EXACT);
        assertThat(comparison.range("medley").getMax()).isEqualTo(1.3, EXACT);
    }

    @Test
    void theServerWithTheLowestRatioIsTheFirst() {
        round("a", 1, 100, 80);
        windows.add(window("a", 1, "jetty", 130));

        assertThat(compare().peers()).containsExactly("medley", "vertx", "jetty");
    }

    @Test
    void aRoundIsDroppedWhenTheLoopWasSlowBeforeOrAfterIt() {
        round("a", 1, 100, 110);
        round("a", 2, 100, 120);
        round("a", 3, 100, 130);
        windows.add(window("a", 4, "vertx", 100, 0.0131, 0.010));
        windows.add(window("a", 4, "medley", 500, 0.0131, 0.010));
        windows.add(window("a", 5, "vertx", 100, 0.010, 0.0131));
        windows.add(window("a", 5, "medley", 600, 0.010, 0.0131));
        windows.add(window("a", 6, "vertx", 100, 0.0129, 0.0129));
        windows.add(window("a", 6, "medley", 140, 0.0129, 0.0129));

        PeerComparison comparison = compare();

        assertThat(comparison.rounds()).isEqualTo(6);
        assertThat(comparison.dropped()).isEqualTo(2);
        assertThat(comparison.ratios("medley")).containsExactly(1.1, 1.2, 1.3, 1.4);
        assertThat(comparison.ratiosOfAll("medley")).containsExactly(1.1, 1.2, 1.3, 5.0, 6.0, 1.4);
        assertThat(comparison.median("medley", window -> window.figures().cpuMicros()))
                .isEqualTo(125);
    }

    @Test
    void theBestLoopIsThatOfTheSameRunAndRoundsOfSeveralRunsArePooled() {
        for (int round = 1; round <= 3; round++) {
            round("a", round, 100, 110);
            windows.add(window("b", round, "vertx", 100, 0.02, 0.02));
            windows.add(window("b", round, "medley", 130, 0.02, 0.02));
        }

        PeerComparison comparison = compare();

        assertThat(comparison.rounds()).isEqualTo(6);
        assertThat(comparison.dropped()).isZero();
        assertThat(Quartiles.of(comparison.ratios("medley")).median()).isEqualTo(1.2, EXACT);
    }

    @Test
    void allRoundsCountWhenFewerThanThreeWereSteady() {
        round("a", 1, 100, 110);
        round("a", 2, 100, 110);
        windows.add(window("a", 3, "vertx", 100, 0.02, 0.02));
        windows.add(window("a", 3, "medley", 300, 0.02, 0.02));

        PeerComparison comparison = compare();

        assertThat(comparison.tooFew()).isTrue();
        assertThat(comparison.dropped()).isZero();
        assertThat(comparison.ratios("medley")).containsExactly(1.1, 1.1, 3.0);
    }

    @Test
    void aRoundInWhichTheReferenceFailedGivesNoRatio() {
        round("a", 1, 100, 110);
        windows.add(window("a", 2, "medley", 110));

        assertThat(compare().ratios("medley")).containsExactly(1.1);
        assertThat(compare().windows("medley")).isEqualTo(2);
    }

    private void round(String run, int number, double vertx, double medley) {
        windows.add(window(run, number, "vertx", vertx));
        windows.add(window(run, number, "medley", medley));
    }

    private PeerComparison compare() {
        return PeerComparison.of(windows, "vertx", 30);
    }
}
