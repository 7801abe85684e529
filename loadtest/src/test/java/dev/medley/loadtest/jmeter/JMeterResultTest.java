package dev.medley.loadtest.jmeter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class JMeterResultTest {

    private static final Offset<Double> ROUNDING = within(1e-9);
    private static final long BEGIN = 1_700_000_000_000L;

    private final JMeterSamples samples = new JMeterSamples();

    @Test
    void usersAnsweredAllAtOnceGiveTheirThroughput() {
        // 10 users, 5 s each: 2 requests a second, wherever the steady part begins and ends.
        for (long start = 0; start < 30_000; start += 5_000) {
            for (int user = 0; user < 10; user++) {
                ok(start + user, 5_000);
            }
        }

        assertThat(samples.result(Duration.ZERO).throughput()).isCloseTo(2, within(0.01));
        assertThat(samples.result(Duration.ofSeconds(5)).throughput()).isCloseTo(2, within(0.01));
        assertThat(samples.result(Duration.ofSeconds(9)).throughput()).isCloseTo(2, within(0.01));
    }

    @Test
    void whatBeganBeforeTheSteadyPartCountsInPart() {
        ok(0, 2_000);
        ok(5_000, 1);

        JMeterResult result = samples.result(Duration.ofSeconds(1));

        assertThat(result.requests()).isEqualTo(2);
        assertThat(result.throughput()).isCloseTo(0.5 / 4, ROUNDING);
    }

    @Test
    void latenciesAreThoseOfTheSteadyPart() {
        ok(0, 60_000);
        for (int i = 1; i <= 100; i++) {
            ok(10_000 + i, i);
        }

        JMeterResult result = samples.result(Duration.ofSeconds(10));

        assertThat(result.meanMillis()).isCloseTo(50.5, ROUNDING);
        assertThat(result.p99Millis()).isEqualTo(99);
    }

    @Test
    void errorsCountByTheirCodeAndInNoLatency() {
        String refused = "Non HTTP response code: java.net.ConnectException";
        failed(0, 3_000, "503");
        failed(10, 3_000, "503");
        failed(20, 0, refused);
        ok(1_000, 100);
        ok(2_000, 300);

        JMeterResult result = samples.result(Duration.ZERO);

        assertThat(result.requests()).isEqualTo(5);
        assertThat(result.failed()).isEqualTo(3);
        assertThat(result.errors()).isEqualTo(Map.of("503", 2L, refused, 1L));
        assertThat(result.meanMillis()).isEqualTo(200);
        assertThat(result.throughput()).isCloseTo(0.5, ROUNDING);
    }

    @Test
    void requestsAndErrorsOfTheWarmUpAreInAllOfTheRunOnly() {
        failed(0, 10, "503");
        ok(500, 10);
        failed(1_000, 10, "500");
        ok(2_000, 10);
        ok(3_000, 10);

        JMeterResult result = samples.result(Duration.ofSeconds(1));

        assertThat(result.requests()).isEqualTo(5);
        assertThat(result.failed()).isEqualTo(2);
        assertThat(result.steadyRequests()).isEqualTo(3);
        assertThat(result.steadyFailed()).isEqualTo(1);
    }

    @Test
    void errorsAloneGiveNoThroughputAndNoLatency() {
        failed(0, 10, "500");
        failed(100, 10, "500");

        JMeterResult result = samples.result(Duration.ZERO);

        assertThat(result.throughput()).isZero();
        assertThat(result.meanMillis()).isZero();
        assertThat(result.p99Millis()).isZero();
    }

    @Test
    void anAnswerWithinTheSameMillisecondCounts() {
        ok(0, 0);
        ok(500, 0);
        ok(1_000, 0);

        assertThat(samples.result(Duration.ZERO).throughput()).isCloseTo(2, ROUNDING);
    }

    @Test
    void aRunThatIsShorterThanItsWarmUpIsRefused() {
        ok(0, 100);
        ok(2_500, 100);

        assertThatThrownBy(() -> samples.result(Duration.ofSeconds(10)))
                .isInstanceOf(JMeterException.class)
                .hasMessage("no request was begun later than 2.5 s after the first one, so nothing is left after a"
                        + " warm-up of 10.0 s");
    }

    @Test
    void aRunWithoutRequestsIsRefused() {
        assertThatThrownBy(() -> samples.result(Duration.ZERO))
                .isInstanceOf(JMeterException.class)
                .hasMessage("JMeter made no request");
    }

    @Test
    void aLineMayComeInPieces() {
        read("1,1,200,true\n2,1,2");
        assertThat(samples.count()).isEqualTo(1);

        read("00,true\n3,1,200,true\n");
        assertThat(samples.count()).isEqualTo(3);
    }

    @Test
    void aLineThatIsNoResultIsShown() {
        assertThatThrownBy(() -> read("2026/01/01 10:00:00,12,200,true\n"))
                .isInstanceOf(JMeterException.class)
                .hasMessageContaining("times in milliseconds: 2026/01/01 10:00:00,12,200");
        assertThatThrownBy(() -> read("1000\n"))
                .isInstanceOf(JMeterException.class)
                .hasMessageContaining("times in milliseconds: 1000");
    }

    private void ok(long start, long elapsed) {
        read(start, elapsed, "200", true);
    }

    private void failed(long start, long elapsed, String code) {
        read(start, elapsed, code, false);
    }

    private void read(long start, long elapsed, String code, boolean success) {
        read((BEGIN + start) + "," + elapsed + "," + code + "," + success + "\n");
    }

    private void read(String text) {
        samples.read(text.getBytes(StandardCharsets.UTF_8));
    }
}
