package dev.medley.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThinningTest {

    private static final int MAX = 2_000;

    /** A flat line with one peak and one drop, each a single point. */
    private static List<Point> flat(int size) {
        Series series = new Series();
        for (int i = 0; i < size; i++) {
            series.add(i, i == 12_345 ? 9 : i == 54_321 ? -9 : i % 2);
        }
        return series;
    }

    @Test
    void fewPointsStayAsTheyAre() {
        List<Point> points = flat(MAX);

        assertThat(Thinning.of(points, MAX)).isSameAs(points);
    }

    @Test
    void keepsEachPeakAndEachDrop() {
        List<Point> thinned = Thinning.of(flat(100_000), MAX);

        assertThat(thinned).hasSizeLessThanOrEqualTo(MAX).contains(new Point(12_345, 9), new Point(54_321, -9));
    }

    @Test
    void keepsTheOrder() {
        assertThat(Thinning.of(flat(100_000), MAX)).isSortedAccordingTo(Comparator.comparingDouble(Point::x));
    }

    @Test
    void aLongGapStaysAGap() {
        Series series = new Series();
        for (int i = 0; i < 5_000; i++) {
            series.add(i, i > 2_000 && i < 3_000 ? Double.NaN : 1);
        }

        assertThat(Thinning.of(series, 100)).anyMatch(point -> Double.isNaN(point.y()));
    }
}
