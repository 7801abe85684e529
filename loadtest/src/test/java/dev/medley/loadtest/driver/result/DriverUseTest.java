package dev.medley.loadtest.driver.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class DriverUseTest {

    @Test
    void hadRoomBelowItsShare() {
        DriverUse use = use(79, 90, 1);

        assertThat(use.bottleneck()).isFalse();
        assertThat(use.verdict()).contains("room to spare");
    }

    @Test
    void isTheBottleneckWhenItTakesMostOfItsShare() {
        DriverUse use = use(81, 90, 1);

        assertThat(use.bottleneck()).isTrue();
        assertThat(use.verdict()).contains("bottleneck", "80 %");
    }

    @Test
    void isTheBottleneckWhenItStartsRequestsLate() {
        assertThat(use(20, 50, 11).bottleneck()).isTrue();
        assertThat(use(20, 50, 11).verdict()).contains("late").doesNotContain("machine");
        assertThat(use(20, 99, 11).verdict()).contains("late", "the machine had no CPU left");
    }

    @Test
    void saysThatTheMachineWasFull() {
        DriverUse use = use(50, 99, 1);

        assertThat(use.bottleneck()).isFalse();
        assertThat(use.verdict()).contains("the machine had no CPU left");
    }

    @Test
    void sharesTheMachineWithATargetThatIsOnIt() {
        assertThat(DriverUse.share(1, true)).isEqualTo(100);
        assertThat(DriverUse.share(2, true)).isEqualTo(100);
        assertThat(DriverUse.share(8, true)).isEqualTo(400);
        assertThat(DriverUse.share(8, false)).isEqualTo(800);
    }

    private static DriverUse use(double cpuPercent, double machinePercent, long lateMillis) {
        Histogram delays = Latency.newHistogram();
        delays.recordValue(lateMillis * 1000);
        PhaseResult phase = phase(cpuPercent, machinePercent);
        return DriverUse.of(phase, List.of(phase), 1, 100, Latency.of(delays));
    }

    private static PhaseResult phase(double cpuPercent, double machinePercent) {
        Latency none = Latency.of(Latency.newHistogram());
        return new PhaseResult(
                "phase 1", true, 0, 1, 1, 0, 0, 0, Map.of(), Map.of(), 0, 0, 0, none, none, cpuPercent, machinePercent);
    }
}
