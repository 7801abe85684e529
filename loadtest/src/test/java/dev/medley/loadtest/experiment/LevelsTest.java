package dev.medley.loadtest.experiment;

import static dev.medley.loadtest.experiment.Given.sample;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LevelsTest {

    @Test
    void aLevelIsWhatWasSeenFromOneEdgeOfItsTimeToTheOther() {
        Sample before = sample(1, 10, 100);
        Sample from = sample(1.5, 20, 100);
        Sample within = sample(2, 30, 100);
        Sample to = sample(2.5, 40, 100);
        Sample after = sample(3, 50, 100);
        ServerSamples seen = new ServerSamples(Given.BEGIN, List.of(before, within, after), 5);

        Level level = Levels.of(ExecutionMode.ASYNC, 10, new LoadFigures(1, 0, 0, 1, 1, 1, 1), from, to, seen, 3);

        assertThat(level.server().samples()).containsExactly(from, within, to);
        assertThat(level.server().lost()).isEqualTo(2);
    }
}
