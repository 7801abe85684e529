package dev.medley.loadtest.experiment.paper;

import static dev.medley.loadtest.experiment.paper.Given.level;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.experiment.server.ExecutionMode;
import java.util.List;
import org.junit.jupiter.api.Test;

class Table2Test {

    @Test
    void aDemandFarBelowTheServiceTimeIsHeld() {
        assertThat(notHeld(level(ExecutionMode.ASYNC, 10, 0.05, 0.02), level(ExecutionMode.ASYNC, 90, 0.5, 0.2)))
                .isEmpty();
    }

    @Test
    void oneLevelWithALargeDemandIsEnoughForItNotToHold() {
        assertThat(notHeld(level(ExecutionMode.ASYNC, 10, 0.05, 0.02), level(ExecutionMode.ASYNC, 90, 1, 0.95)))
                .containsExactly("D/S is far below one");
    }

    @Test
    void anErrorInTheWarmUpIsNotPassedOver() {
        LoadFigures oneError = new LoadFigures(100, 0, 1, 90, 1000, 1010, 20);

        assertThat(notHeld(level(ExecutionMode.ASYNC, 90, 0.5, 0.2, oneError))).containsExactly("No mashup failed");
    }

    @Test
    void theShortFormSaysNothingOfD() {
        assertThat(Table2.verdicts(List.of(level(ExecutionMode.ASYNC, 10, 0.05, 0.95)), true))
                .singleElement()
                .satisfies(verdict -> assertThat(verdict.claim()).isEqualTo("No mashup failed"));
    }

    private static List<String> notHeld(Level... levels) {
        return Given.notHeld(Table2.verdicts(List.of(levels), false));
    }
}
