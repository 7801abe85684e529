package dev.medley.loadtest.experiment.paper;

import static dev.medley.loadtest.experiment.paper.Given.sample;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.experiment.server.ExecutionMode;
import dev.medley.loadtest.experiment.server.ServerSample;
import dev.medley.loadtest.experiment.server.ServerSamples;
import java.util.List;
import org.junit.jupiter.api.Test;

class LevelsTest {

    @Test
    void aLevelIsWhatWasSeenFromOneEdgeOfItsTimeToTheOther() {
        ServerSample before = sample(1, 10, 100);
        ServerSample from = sample(1.5, 20, 100);
        ServerSample within = sample(2, 30, 100);
        ServerSample to = sample(2.5, 40, 100);
        ServerSample after = sample(3, 50, 100);
        ServerSamples seen = new ServerSamples(Given.BEGIN, List.of(before, within, after), 5);

        Level level = Levels.of(ExecutionMode.ASYNC, 10, new LoadFigures(1, 0, 0, 1, 1, 1, 1), from, to, seen, 3);

        assertThat(level.server().samples()).containsExactly(from, within, to);
        assertThat(level.server().lost()).isEqualTo(2);
    }
}
