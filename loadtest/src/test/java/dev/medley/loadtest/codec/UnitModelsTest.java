package dev.medley.loadtest.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.loadtest.codec.UnitModel.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class UnitModelsTest {

    private static final int UNITS = 1_001;
    private static final int SLICES = 7;

    private final LongAdder done = new LongAdder();

    @ParameterizedTest
    @CsvSource({"OPERATION, 1", "OPERATION, 3", "FIBER, 1", "FIBER, 3", "FIBER, 2000", "PLATFORM, 2"})
    void everySliceOfEveryUnitIsDoneAndNoUnitIsLost(Kind kind, int threads) throws Exception {
        runsAll(kind, threads);
    }

    @ParameterizedTest
    @CsvSource({"1", "3"})
    @EnabledForJreRange(minVersion = 24)
    void virtualThreadsDoAllToo(int threads) throws Exception {
        runsAll(Kind.VIRTUAL, threads);
    }

    private void runsAll(Kind kind, int threads) throws InterruptedException {
        Units units = new Units(UNITS, SLICES, done::increment);

        kind.create().run(units, threads);

        UnitTimes times = units.times();
        assertThat(done.sum()).isEqualTo((long) UNITS * SLICES);
        assertThat(times.lost()).isZero();
        assertThat(times.seconds()).isEqualTo(times.ended(100)).isPositive();
        assertThat(times.begun(100)).isLessThanOrEqualTo(times.seconds());
        assertThat(times.ended(0)).isLessThanOrEqualTo(times.ended(50)).isGreaterThan(times.begun(0));
    }

    @Test
    void fibersHaveTheirTurnsOneAfterAnother() throws Exception {
        assertThat(orderOf(Kind.FIBER)).containsExactly(0, 1, 2, 0, 1, 2, 0, 1, 2);
    }

    @Test
    void anOperationRunsInOneGo() throws Exception {
        assertThat(orderOf(Kind.OPERATION)).containsExactly(0, 0, 0, 1, 1, 1, 2, 2, 2);
    }

    /** The units whose slices one thread runs, in the order of the slices. */
    private static List<Integer> orderOf(Kind kind) throws InterruptedException {
        List<Integer> order = new ArrayList<>();
        Units units = new RecordedUnits(3, 3, order);

        kind.create().run(units, 1);

        return order;
    }

    @Test
    void aUnitThatFailsIsLostAndTheOthersOfItsPoolAreNot() throws Exception {
        Units units = new Units(10, 1, () -> {
            done.increment();
            if (done.sum() == 4) {
                throw new IllegalStateException("the fourth");
            }
        });

        Kind.OPERATION.create().run(units, 1);

        assertThat(units.times().lost()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"OPERATION, 0", "FIBER, 5", "PLATFORM, 5"})
    void unitsThatAreHeldHaveDoneASliceIfTheyCanStopAfterIt(Kind kind, long slices) throws Exception {
        Units units = new Units(5, 2, done::increment);

        UnitModel.Held held = kind.create().hold(units);

        assertThat(done.sum()).isEqualTo(slices);
        assertThat(units.times().lost()).isEqualTo(5);
        held.release();
    }

    @Test
    void theTimesOfAHundredUnitsAreTheirPercentiles() {
        long[] times = IntStream.rangeClosed(1, 100)
                .mapToLong(second -> second * 1_000_000_000L)
                .toArray();
        UnitTimes unitTimes = new UnitTimes(times, times);

        assertThat(unitTimes.ended(0)).isEqualTo(1);
        assertThat(unitTimes.ended(1)).isEqualTo(1);
        assertThat(unitTimes.ended(50)).isEqualTo(50);
        assertThat(unitTimes.begun(99)).isEqualTo(99);
        assertThat(unitTimes.seconds()).isEqualTo(100);
    }

    @Test
    void aModelThatThereIsNotIsNamed() {
        assertThatThrownBy(() -> Kind.named("actor"))
                .hasMessage("the model is actor; expected operation, fiber, virtual or platform");
    }

    /** Units that write down the order of their slices. */
    private static final class RecordedUnits extends Units {

        private final List<Integer> order;

        RecordedUnits(int count, int slices, List<Integer> order) {
            super(count, slices, () -> {});
            this.order = order;
        }

        @Override
        boolean run(int unit, int slice) {
            order.add(unit);
            return super.run(unit, slice);
        }
    }
}
