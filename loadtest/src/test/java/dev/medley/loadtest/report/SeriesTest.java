package dev.medley.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeriesTest {

    @Test
    void pointsAreInTheOrderOfTheirX() {
        assertThat(new Series().add(3, 1).add(1, 2).add(2, 3).points())
                .containsExactly(Point.of(1, 2), Point.of(2, 3), Point.of(3, 1));
    }

    @Test
    void aCurveKeepsWhatTheSeriesHeld() {
        Series series = new Series().add(1, 1);
        Curve curve = Curve.line("values", series);
        series.add(2, 2);

        assertThat(curve.points()).isEqualTo(List.of(Point.of(1, 1)));
    }

    @Test
    void losesNothingThatSeveralThreadsAdd() {
        Series series = new Series();

        IntStream.range(0, 20_000).parallel().forEach(i -> series.add(i, i));

        assertThat(series.points()).hasSize(20_000);
    }
}
