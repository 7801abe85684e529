package dev.medley.loadtest.experiment.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.medley.loadtest.report.section.Point;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrendTest {

    private static final double TINY = 1e-9;

    @Test
    void aLineIsFound() {
        Trend trend = Trend.of(points(0, 10, x -> 5 + 2 * x));

        assertThat(trend.slope()).isCloseTo(2, within(TINY));
        assertThat(trend.perHour()).isCloseTo(7200, within(1e-6));
        assertThat(trend.error()).isCloseTo(0, within(TINY));
        assertThat(trend.mean()).isCloseTo(14, within(TINY));
        assertThat(trend.seconds()).isEqualTo(9);
    }

    @Test
    void theErrorOfTheSlopeIsThatOfTheTextbook() {
        // The line is 1 + x, the residuals are -1, 2 and -1: their squares are 6 in all, by one degree of freedom.
        Trend trend = Trend.of(List.of(new Point(0, 0), new Point(1, 4), new Point(2, 2)));

        assertThat(trend.slope()).isCloseTo(1, within(TINY));
        assertThat(trend.error()).isCloseTo(Math.sqrt(6.0 / 1 / 2), within(TINY));
    }

    @Test
    void onlyTheSecondHalfCountsAndWhatIsUnknownDoesNot() {
        List<Point> points = points(0, 101, x -> x < 50 ? 100 * x : x % 10 == 7 ? Double.NaN : 3);

        Trend trend = Trend.ofSecondHalf(points);

        assertThat(trend.slope()).isCloseTo(0, within(TINY));
        assertThat(trend.count()).isEqualTo(46);
        assertThat(trend.isFlat(0.001)).isTrue();
    }

    @Test
    void aLeakIsNoNoise() {
        Random noise = new Random(3);
        List<Point> flat = points(0, 400, x -> 100 + 20 * noise.nextGaussian());
        List<Point> leaking = flat.stream()
                .map(point -> new Point(point.x(), point.y() + 0.2 * point.x()))
                .toList();

        assertThat(Trend.ofSecondHalf(flat).isFlat(20)).isTrue();
        assertThat(Trend.ofSecondHalf(leaking).isFlat(20)).isFalse();
    }

    @Test
    void whatShrinksIsFlat() {
        assertThat(Trend.of(points(0, 10, x -> -x)).isFlat(1)).isTrue();
    }

    @Test
    void ofFewValuesNothingIsClaimed() {
        assertThat(Trend.ofSecondHalf(List.of()).isFlat(1000)).isFalse();
        assertThat(Trend.of(points(0, 2, x -> 1)).isFlat(1000)).isFalse();
        assertThat(Trend.of(List.of(new Point(1, 1), new Point(1, 2), new Point(1, 3)))
                        .isFlat(1000))
                .isFalse();
    }

    private static List<Point> points(int from, int to, DoubleUnaryOperator value) {
        return IntStream.range(from, to)
                .mapToObj(x -> new Point(x, value.applyAsDouble(x)))
                .toList();
    }
}
