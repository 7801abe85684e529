package dev.medley.loadtest.driver;

import static dev.medley.loadtest.driver.Plans.millis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.medley.loadtest.driver.client.DriverProcess;
import dev.medley.loadtest.driver.client.ErrorKind;
import dev.medley.loadtest.driver.client.LoadOutcome;
import dev.medley.loadtest.driver.plan.Timetable;
import dev.medley.loadtest.driver.result.Measurements;
import dev.medley.loadtest.driver.result.RunTime;
import dev.medley.loadtest.driver.result.Second;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DriverSamplerTest {

    private final ManualPace pace = new ManualPace();
    private final RunTime time = RunTime.starting(pace::nanoTime, pace::pause);
    private final Timetable timetable = new Timetable.Builder()
            .add("phase 1", Duration.ofSeconds(1), 100, true)
            .add("phase 2", Duration.ofSeconds(1), 100, true)
            .build();
    private final Measurements measurements = new Measurements(time, timetable, true);
    private final Meter meter = new Meter();
    private final DriverSampler sampler = new DriverSampler(measurements, () -> 3, meter);

    @Test
    void putsDownWhatEachSecondBrought() {
        Measurements.InFlightRequest first = measurements.begin(0);
        measurements.begin(0).ended(LoadOutcome.error(ErrorKind.OTHER, "no", 0));
        Measurements.InFlightRequest third = measurements.begin(0);
        pace.advance(millis(100));
        first.ended(LoadOutcome.success(1));
        pace.advance(millis(900));
        meter.cpuMillis = 250;
        Second one = sampler.sample(time.now());
        pace.advance(millis(500));
        third.ended(LoadOutcome.success(1));
        meter.cpuMillis = 350;
        Second two = sampler.sample(time.now());

        assertThat(one.started()).isEqualTo(3);
        assertThat(one.succeeded()).isEqualTo(1);
        assertThat(one.failed()).isEqualTo(1);
        assertThat(one.inFlight()).isEqualTo(1);
        assertThat(one.mostInFlight()).isEqualTo(2);
        assertThat(one.connections()).isEqualTo(3);
        assertThat(one.p50Millis()).isCloseTo(100, within(0.5));
        assertThat(one.cpuPercent()).isCloseTo(25, within(0.01));
        assertThat(two.started()).isZero();
        assertThat(two.throughput()).isCloseTo(2, within(0.001));
        assertThat(two.p99Millis()).isCloseTo(1500, within(5.0));
        assertThat(two.cpuPercent()).isCloseTo(20, within(0.01));
        assertThat(two.atSeconds()).isCloseTo(1.5, within(0.001));
        assertThat(measurements.tallies().get(1).processPercent()).isCloseTo(20, within(0.01));
        assertThat(measurements.tallies().get(0).machinePercent()).isEqualTo(40);
    }

    @Test
    void leavesOutALastPieceWithNothingInIt() {
        measurements.begin(0).ended(LoadOutcome.success(1));
        pace.advance(millis(1000));
        sampler.sample(time.now());
        pace.advance(millis(1));

        sampler.finish(time.now());

        assertThat(sampler.seconds()).hasSize(1);
    }

    private static final class Meter extends DriverProcess {

        private long cpuMillis;

        @Override
        public long processNanos() {
            return Duration.ofMillis(cpuMillis).toNanos();
        }

        @Override
        public double machinePercent() {
            return 40;
        }
    }
}
