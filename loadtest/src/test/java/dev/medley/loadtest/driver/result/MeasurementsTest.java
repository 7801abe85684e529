package dev.medley.loadtest.driver.result;

import static dev.medley.loadtest.driver.Plans.millis;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.medley.loadtest.driver.ManualPace;
import dev.medley.loadtest.driver.client.ErrorKind;
import dev.medley.loadtest.driver.client.LoadOutcome;
import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.LoadProfile;
import dev.medley.loadtest.driver.plan.Phase;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class MeasurementsTest {

    private static final URI TARGET = URI.create("http://127.0.0.1/");
    private static final LoadOutcome WELL = LoadOutcome.success(100);
    private static final long MILLI = 1_000_000;
    private static final Offset<Double> CLOSELY = within(0.5);

    private final ManualPace pace = new ManualPace();
    private final RunTime time = RunTime.starting(pace::nanoTime, pace::pause);

    @Test
    void measuresFromTheIntendedStartInTheOpenLoop() {
        LoadPlan plan = open();
        Measurements measurements = measurements(plan);
        pace.advance(millis(30));
        Measurements.InFlightRequest late = measurements.begin(10 * MILLI);
        pace.advance(millis(5));

        late.ended(WELL);

        PhaseResult phase = result(plan, measurements).get(0).phase();
        assertThat(phase.raw().maxMillis()).isCloseTo(5, CLOSELY);
        assertThat(phase.corrected().maxMillis()).isCloseTo(25, CLOSELY);
        assertThat(ResultBuilder.startDelays(result(plan, measurements)).maxMillis())
                .isCloseTo(20, CLOSELY);
    }

    @Test
    void countsARequestForThePhaseInWhichItWasToStartAndThroughputForThatInWhichItEnded() {
        LoadPlan plan = open();
        Measurements measurements = measurements(plan);
        pace.advance(millis(990));
        Measurements.InFlightRequest across = measurements.begin(990 * MILLI);
        pace.advance(millis(20));

        across.ended(WELL);

        List<ResultBuilder.Counted> phases = result(plan, measurements);
        assertThat(phases.get(0).phase().succeeded()).isEqualTo(1);
        assertThat(phases.get(0).phase().throughput()).isZero();
        assertThat(phases.get(1).phase().succeeded()).isZero();
        assertThat(phases.get(1).phase().throughput()).isCloseTo(0.5, within(0.001));
        PhaseResult total = ResultBuilder.total(phases);
        assertThat(total.succeeded()).isEqualTo(1);
        assertThat(total.bytes()).isEqualTo(100);
        assertThat(total.seconds()).isCloseTo(3, within(0.001));
        assertThat(total.throughput()).isCloseTo(1 / 3.0, within(0.001));
    }

    @Test
    void addsWhatAUserCouldNotSendWhileOneAnswerStalled() {
        LoadPlan plan = closed().build();
        Measurements measurements = measurements(plan);
        for (int i = 0; i < 99; i++) {
            request(measurements, 10);
        }
        request(measurements, 1000);

        PhaseResult load = result(plan, measurements).get(0).phase();
        assertThat(load.raw().count()).isEqualTo(100);
        assertThat(load.raw().p90Millis()).isCloseTo(10, CLOSELY);
        // Expected every 10 ms, 99 more would have been sent in the second: they would have waited for 990, 980, ...
        // ms.
        assertThat(load.corrected().count()).isBetween(197L, 199L);
        assertThat(load.corrected().p90Millis()).isCloseTo(800, within(15.0));
    }

    @Test
    void countsErrorsByKindAndMessageAndLeavesThemOutOfTheLatencies() {
        LoadPlan plan = open();
        Measurements measurements = measurements(plan);
        measurements.begin(0).ended(LoadOutcome.error(ErrorKind.STATUS, "status 503", 7));
        measurements.begin(0).ended(LoadOutcome.error(ErrorKind.STATUS, "status 503", 7));
        measurements.begin(0).ended(LoadOutcome.error(ErrorKind.TIMEOUT, "late", 0));

        PhaseResult phase = result(plan, measurements).get(0).phase();
        assertThat(phase.errors(ErrorKind.STATUS)).isEqualTo(2);
        assertThat(phase.errors(ErrorKind.TIMEOUT)).isEqualTo(1);
        assertThat(phase.errors(ErrorKind.CONNECT)).isZero();
        assertThat(phase.failed()).isEqualTo(3);
        assertThat(phase.messages()).containsEntry("status 503", 2L).containsEntry("late", 1L);
        assertThat(phase.raw().count()).isZero();
    }

    @Test
    void countsDifferentMessagesTogetherWhenThereAreTooMany() {
        LoadPlan plan = open();
        Measurements measurements = measurements(plan);
        for (int i = 0; i < 100; i++) {
            measurements.begin(0).ended(LoadOutcome.error(ErrorKind.OTHER, "message " + i, 0));
        }

        assertThat(result(plan, measurements).get(0).phase().messages())
                .hasSizeLessThan(25)
                .containsEntry("others", 80L);
    }

    @Test
    void beginsNothingInTheClosedLoopOnceTheTimeIsOver() {
        Measurements measurements = measurements(closed().build());
        assertThat(measurements.beginNow()).isNotNull();
        pace.advance(Duration.ofSeconds(10));

        assertThat(measurements.beginNow()).isNull();
        assertThat(measurements.inFlight()).isEqualTo(1);
    }

    @Test
    void countsWhatIsInFlightAtAStopNeitherAsSuccessNorAsError() {
        LoadPlan plan = open();
        Measurements measurements = measurements(plan);
        Measurements.InFlightRequest first = measurements.begin(0);
        measurements.begin(0);
        measurements.begin(0).ended(WELL);

        assertThat(measurements.stop()).isEqualTo(2);
        first.ended(LoadOutcome.error(ErrorKind.OTHER, "closed", 0));

        PhaseResult phase = result(plan, measurements).get(0).phase();
        assertThat(phase.started()).isEqualTo(3);
        assertThat(phase.mostInFlight()).isEqualTo(3);
        assertThat(phase.succeeded()).isEqualTo(1);
        assertThat(phase.failed()).isZero();
    }

    @Test
    void cutsThePhasesOfARunThatWasStopped() {
        LoadPlan plan = open();

        List<ResultBuilder.Counted> phases =
                new ResultBuilder(plan, 500 * MILLI).counted(measurements(plan).tallies());

        assertThat(phases).hasSize(1);
        assertThat(phases.get(0).phase().seconds()).isEqualTo(0.5);
    }

    private void request(Measurements measurements, long millis) {
        Measurements.InFlightRequest begun = requireNonNull(measurements.beginNow());
        pace.advance(millis(millis));
        begun.ended(WELL);
    }

    private static LoadPlan open() {
        return LoadPlan.to(TARGET)
                .open(Phase.ofRate(100, Duration.ofSeconds(1)), Phase.ofRate(200, Duration.ofSeconds(2)))
                .build();
    }

    private static LoadPlan.Builder closed() {
        return LoadPlan.to(TARGET).closed(1).rampUp(Duration.ZERO).duration(Duration.ofSeconds(10));
    }

    private Measurements measurements(LoadPlan plan) {
        return new Measurements(
                time, plan.profile().timetable(plan.warmUp()), plan.profile() instanceof LoadProfile.Open);
    }

    private static List<ResultBuilder.Counted> result(LoadPlan plan, Measurements measurements) {
        return new ResultBuilder(plan, Duration.ofMinutes(1).toNanos()).counted(measurements.tallies());
    }
}
