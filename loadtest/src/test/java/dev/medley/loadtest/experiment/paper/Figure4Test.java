package dev.medley.loadtest.experiment.paper;

import static dev.medley.loadtest.experiment.paper.Given.level;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.experiment.server.ExecutionMode;
import dev.medley.loadtest.experiment.server.LawTotals;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Curve;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class Figure4Test {

    private static final List<ExecutionMode> MODES = List.of(ExecutionMode.BLOCKING, ExecutionMode.ASYNC);
    private static final String NO_ERRORS = "No mashup failed";
    private static final String FLAT = "In async the threads stay flat while the users grow";
    private static final String SLOPE = "In blocking there is about one thread a user";
    private static final String SAME = "All modes have the same throughput within 5 %";
    private static final String PREDICTED = "The law predicts n within 15 %, or within half a thread below three";

    private final Level blockingFew = level(ExecutionMode.BLOCKING, 10, 10.5, 10.1);
    private final Level blockingMany = level(ExecutionMode.BLOCKING, 90, 92, 90);
    private final Level asyncFew = level(ExecutionMode.ASYNC, 10, 0.1, 0.05);
    private final Level asyncMany = level(ExecutionMode.ASYNC, 90, 0.6, 0.4);

    @Test
    void allClaimsHoldOfWhatThePaperFound() {
        assertThat(notHeld(blockingFew, blockingMany, asyncFew, asyncMany)).isEmpty();
    }

    @Test
    void anErrorIsNotPassedOver() {
        LoadFigures oneError = new LoadFigures(100, 1, 0, 90, 1000, 1010, 20);

        assertThat(notHeld(blockingFew, blockingMany, asyncFew, level(ExecutionMode.ASYNC, 90, 0.6, 0.4, oneError)))
                .containsExactly(NO_ERRORS);
    }

    @Test
    void neitherIsOneOfTheWarmUp() {
        LoadFigures oneError = new LoadFigures(100, 0, 1, 90, 1000, 1010, 20);

        assertThat(notHeld(blockingFew, blockingMany, asyncFew, level(ExecutionMode.ASYNC, 90, 0.6, 0.4, oneError)))
                .containsExactly(NO_ERRORS);
    }

    @Test
    void threadsThatGrowWithTheUsersAreNotFlat() {
        assertThat(notHeld(blockingFew, blockingMany, asyncFew, level(ExecutionMode.ASYNC, 90, 1.2, 1.0)))
                .containsExactly(FLAT);
    }

    @Test
    void inBlockingAUserTakesAThreadNeitherMoreNorLess() {
        assertThat(notHeld(blockingFew, level(ExecutionMode.BLOCKING, 90, 109, 108), asyncFew, asyncMany))
                .containsExactly(SLOPE);
        assertThat(notHeld(blockingFew, level(ExecutionMode.BLOCKING, 90, 71, 72), asyncFew, asyncMany))
                .containsExactly(SLOPE);
    }

    @Test
    void aModeThatIsSlowerIsFound() {
        LoadFigures slow = new LoadFigures(100, 0, 0, 85, 1060, 1100, 20);

        assertThat(notHeld(blockingFew, level(ExecutionMode.BLOCKING, 90, 92, 90, slow), asyncFew, asyncMany))
                .containsExactly(SAME);
    }

    @Test
    void aPredictionThatIsOffIsFoundForManyThreadsAndForFew() {
        assertThat(notHeld(blockingFew, level(ExecutionMode.BLOCKING, 90, 92, 76), asyncFew, asyncMany))
                .containsExactly(PREDICTED);
        assertThat(notHeld(blockingFew, blockingMany, asyncFew, level(ExecutionMode.ASYNC, 90, 0.6, 0.05)))
                .containsExactly(PREDICTED);
    }

    @Test
    void theLawSaysNothingOfVirtualThreads() {
        List<Level> levels = new ArrayList<>(List.of(blockingFew, blockingMany, asyncFew, asyncMany));
        levels.add(level(ExecutionMode.VIRTUAL, 10, 0.1, 10));
        levels.add(level(ExecutionMode.VIRTUAL, 90, 0.5, 90));

        assertThat(Given.notHeld(Figure4.verdicts(levels, List.of(ExecutionMode.values()), false)))
                .isEmpty();
    }

    @Test
    void threadsAreDrawnWithTheirPredictionWhereTheLawHasOne() {
        List<Level> levels = List.of(blockingMany, asyncMany, level(ExecutionMode.VIRTUAL, 90, 0.5, 90));

        assertThat(Figure4.threads(levels, List.of(ExecutionMode.values())).curves())
                .extracting(Curve::name)
                .containsExactly("blocking", "blocking, predicted", "async", "async, predicted", "virtual");
    }

    @Test
    void figuresThatAreMissingBearNothingOut() {
        assertThat(notHeld(blockingFew, blockingMany, asyncFew, level(ExecutionMode.ASYNC, 90, Double.NaN, Double.NaN)))
                .containsExactly(FLAT, PREDICTED);
    }

    @Test
    void theShortFormClaimsOnlyWhatHoldsAtAnySize() {
        assertThat(Figure4.verdicts(
                        List.of(blockingFew, level(ExecutionMode.BLOCKING, 90, 92, 50), asyncFew, asyncMany),
                        MODES,
                        true))
                .extracting(verdict -> verdict.claim())
                .containsExactly(NO_ERRORS, FLAT, SLOPE);
    }

    @Test
    void nCanBeComputedAgainFromARowOfTheTable() {
        // c is 0.00005.
        LawTotals law = new LawTotals(30, 2673, 1871.1, 2_706_412.5, 135.320625, 2100);
        List<Cell> row = Figure4.table(List.of(
                        new Level(ExecutionMode.ASYNC, 90, new LoadFigures(1, 0, 0, 1, 1, 1, 1), law, Given.samples())))
                .rows()
                .get(0);

        double n = printed(row.get(3)) * (printed(row.get(4)) / printed(row.get(5)) + printed(row.get(6)));

        assertThat(row.get(6).text()).isEqualTo("5e-5");
        assertThat(n / law.predictedThreads()).isBetween(0.999, 1.001);
    }

    private static double printed(Cell cell) {
        return Double.parseDouble(cell.text().replace(",", ""));
    }

    private static List<String> notHeld(Level... levels) {
        return Given.notHeld(Figure4.verdicts(List.of(levels), MODES, false));
    }
}
