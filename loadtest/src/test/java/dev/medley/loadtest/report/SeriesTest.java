package dev.medley.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SeriesTest {

    @Test
    void pointsAreInTheOrderOfTheirX() {
        assertThat(new Series().add(3, 1).add(1, 2).add(2, 3).points())
                .containsExactly(new Point(1, 2), new Point(2, 3), new Point(3, 1));
    }

    @Test
    void aCurveKeepsWhatTheSeriesHeld() {
        Series series = new Series().add(1, 1);
        Curve curve = Curve.line("values", series);
        series.add(2, 2);

        assertThat(curve.points()).isEqualTo(List.of(new Point(1, 1)));
    }
}
