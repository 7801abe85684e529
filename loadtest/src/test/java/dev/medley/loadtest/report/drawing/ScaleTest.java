package dev.medley.loadtest.report.drawing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.medley.loadtest.report.section.Axis;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleTest {

    private static final Axis LINEAR = Axis.of("values", "");
    private static final Axis TIME = Axis.time("time");

    private static List<String> labels(Scale scale) {
        return scale.ticks().stream().map(Scale.Tick::label).toList();
    }

    private static Scale vertical(double min, double max) {
        return Scale.vertical(LINEAR, new Extent(min, max), 5);
    }

    private static Scale logarithmic(double min, double max) {
        return Scale.vertical(LINEAR.logarithmic(), new Extent(min, max), 5);
    }

    @Test
    void ticksAreRound() {
        assertThat(labels(vertical(14, 95.8))).containsExactly("0", "20", "40", "60", "80", "100");
        assertThat(labels(vertical(0, 0.3))).containsExactly("0.00", "0.05", "0.10", "0.15", "0.20", "0.25", "0.30");
        assertThat(labels(vertical(0, 16_800))).containsExactly("0", "5,000", "10,000", "15,000", "20,000");
        assertThat(labels(vertical(-3e-7, 4e-7)))
                .containsExactly("-3e-7", "-2e-7", "-1e-7", "0", "1e-7", "2e-7", "3e-7", "4e-7");
        assertThat(labels(vertical(-30, 20))).containsExactly("-30", "-20", "-10", "0", "10", "20");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1e-200",
        "0, 1e200",
        "-1e200, 1e200",
        "0, 3e-9",
        "0, 7e9",
        "1e-5, 1e12",
        "999999, 1000001",
        "5, 5",
        "-3, -3",
    })
    void ticksAreRoundAndFewAtAnySize(double min, double max) {
        Scale scale = vertical(min, max);
        assertThat(scale.ticks()).hasSizeBetween(2, 11);
        assertThat(labels(scale))
                .doesNotHaveDuplicates()
                .allSatisfy(label -> assertThat(label).hasSizeLessThan(15));
        assertThat(scale.from()).isLessThanOrEqualTo(min);
        assertThat(scale.to()).isGreaterThanOrEqualTo(max);
        double step = scale.ticks().get(1).value() - scale.ticks().get(0).value();
        double digit = step / Math.pow(10, Math.floor(Math.log10(step * 1.000001)));
        assertThat(List.of(1.0, 2.0, 5.0)).anySatisfy(round -> assertThat(digit).isCloseTo(round, within(1e-3)));
    }

    @Test
    void aVerticalAxisBeginsAtZero() {
        assertThat(vertical(1012, 1015).from()).isZero();
    }

    @Test
    void aHorizontalAxisEndsOnATickIfThatWastesLittle() {
        Scale users = Scale.horizontal(LINEAR, new Extent(10, 90), 700);
        assertThat(List.of(users.from(), users.to())).containsExactly(0.0, 90.0);

        Scale time = Scale.horizontal(TIME, new Extent(0, 365.5), 400);
        assertThat(List.of(time.from(), time.to())).containsExactly(0.0, 365.5);
    }

    @Test
    void timesAreRoundInMinutes() {
        assertThat(labels(Scale.horizontal(TIME, new Extent(0, 360), 640)))
                .containsExactly("0:00", "1:00", "2:00", "3:00", "4:00", "5:00", "6:00");
        assertThat(labels(Scale.horizontal(TIME, new Extent(-30, 60), 500)))
                .containsExactly("-0:30", "-0:15", "0:00", "0:15", "0:30", "0:45", "1:00");
        assertThat(labels(Scale.horizontal(TIME, new Extent(0, 7_200), 440)))
                .containsExactly("0:00", "30:00", "1:00:00", "1:30:00", "2:00:00");
        assertThat(labels(Scale.horizontal(TIME, new Extent(0, 1), 420)))
                .containsExactly("0:00.0", "0:00.2", "0:00.4", "0:00.6", "0:00.8", "0:01.0");
    }

    @Test
    void labelsHaveRoom() {
        Scale scale = Scale.horizontal(LINEAR, new Extent(0, 1_000_000), 250);

        double distance = 250.0 / (scale.ticks().size() - 1);
        assertThat(distance).isGreaterThan(TextMetrics.width("1,000,000"));
    }

    @Test
    void logarithmicTicksArePowersOrNearThem() {
        assertThat(labels(logarithmic(8, 1_200)))
                .containsExactly("5", "10", "20", "50", "100", "200", "500", "1,000", "2,000");
        assertThat(labels(logarithmic(1, 1e6))).containsExactly("1", "100", "10,000", "1,000,000");
        assertThat(labels(logarithmic(3, 3))).containsExactly("2", "5");
        assertThat(labels(Scale.vertical(LINEAR.logarithmic(), Extent.EMPTY, 5)))
                .contains("1", "10");
        assertThat(labels(logarithmic(1e-290, 1e290))).hasSizeBetween(3, 8);
    }

    @Test
    void equalRatiosAreEqualStepsOnALogarithmicScale() {
        assertThat(logarithmic(1, 1e4).fraction(100)).isEqualTo(0.5, within(1e-9));
        assertThat(logarithmic(1, 10).canShow(0)).isFalse();
    }
}
