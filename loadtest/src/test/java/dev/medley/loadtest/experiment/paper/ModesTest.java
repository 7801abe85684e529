package dev.medley.loadtest.experiment.paper;

import static dev.medley.loadtest.experiment.paper.Given.load;
import static dev.medley.loadtest.experiment.paper.Given.phase;
import static dev.medley.loadtest.experiment.paper.Given.sample;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.experiment.server.ExecutionMode;
import dev.medley.loadtest.experiment.server.ServerSample;
import dev.medley.loadtest.experiment.server.ServerSamples;
import dev.medley.loadtest.report.section.Cell;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ModesTest {

    private final ServerSample idle = sample(-5, 20, 150);
    private final ServerSamples samples = Given.samples(
            sample(1, 30, 160), sample(9, 35, 170), sample(10, 90, 250), sample(19, 80, 200), sample(25, 95, 180));
    private final LoadResult load =
            load(phase(0, 0, 0, 1024, 400), phase(0, 25, 0, 100, 400), phase(10, 100, 0, 1024, 400));
    private final Modes.Run run = new Modes.Run(load, idle, samples);

    @Test
    void theMostThreadsOfAPhaseAreThoseOfItsTime() {
        assertThat(run.threadsIn(load.phases().get(0))).isEqualTo(35);
        assertThat(run.threadsIn(load.phases().get(1))).isEqualTo(90);
        assertThat(Modes.phases(Map.of(ExecutionMode.BLOCKING, run)).rows())
                .extracting(row -> row.get(0).text(), row -> row.get(6).text())
                .containsExactly(tuple("blocking, 25", "35"), tuple("blocking, 100", "90"));
    }

    @Test
    void aModeThatThisJavaDoesNotHaveIsNamed() {
        assertThat(ExecutionMode.leftOut(17))
                .contains("The mode virtual is skipped: it needs Java 21 or later, and this is Java 17.");
        assertThat(ExecutionMode.leftOut(21)).isEmpty();
    }

    @Test
    void memoryIsReportedOncePerModeAndCountsFromTheServerThatIsWarmAndIdle() {
        List<List<Cell>> rows =
                Modes.memory(Map.of(ExecutionMode.BLOCKING, run)).rows();

        assertThat(run.residentPerRequest()).isEqualTo((250.0 - 150) * 1024 / 1024);
        assertThat(rows)
                .singleElement()
                .satisfies(row -> assertThat(row)
                        .extracting(Cell::text)
                        .containsExactly("blocking", "1,024", "95", "150", "250", "100.0"));
    }

    @Test
    void onlyInBlockingThereMayBeManyThreads() {
        assertThat(Modes.verdict(ExecutionMode.BLOCKING, run).held()).isTrue();
        assertThat(Modes.verdict(ExecutionMode.ASYNC, run).held()).isFalse();
        assertThat(Modes.verdict(ExecutionMode.VIRTUAL, run).held()).isFalse();
        assertThat(Modes.verdict(ExecutionMode.ASYNC, new Modes.Run(load, idle, samples.between(0, 10)))
                        .held())
                .isTrue();
    }

    @Test
    void anErrorIsNotPassedOverInAnyMode() {
        Modes.Run failing = new Modes.Run(load(phase(0, 0, 1, 100, 400)), idle, samples.between(0, 10));

        assertThat(Modes.verdict(ExecutionMode.BLOCKING, failing).held()).isFalse();
        assertThat(Modes.verdict(ExecutionMode.ASYNC, failing).held()).isFalse();
    }
}
