package dev.medley.server.internal.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.medley.config.ExecutionMode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CapacityPlanTest {

    private static final Duration FIVE_SECONDS = Duration.ofSeconds(5);
    private static final Duration ONE_MILLISECOND = Duration.ofMillis(1);
    private static final CapacityPlan.Instance USUAL = new CapacityPlan.Instance(20_000, 2, 1L << 30, 0.3);

    @Test
    void thePapersLoadIsThePapersNumbers() {
        CapacityPlan plan = plan(280, 6, ExecutionMode.ASYNC);

        assertThat(plan.workload().users()).isEqualTo(1400);
        assertThat(plan.workload().exchanges()).isEqualTo(8400);
        assertThat(plan.instances()).isEqualTo(1);
        assertThat(plan.toText()).contains("rate * S = 280/s * 5 s", "N * C = 1,400 * 6");
    }

    @Test
    void theLongestLatencyIsTheServiceTime() {
        CapacityPlan plan = CapacityPlan.of(
                100,
                MashupShape.parallel(2),
                List.of(Duration.ofMillis(500), Duration.ofSeconds(1)),
                ONE_MILLISECOND,
                USUAL,
                ExecutionMode.ASYNC);

        assertThat(plan.workload().latency()).isEqualTo(Duration.ofSeconds(1));
        assertThat(plan.workload().users()).isEqualTo(100);
        assertThat(plan.toText()).contains("the longest of 500 ms, 1 s");
    }

    @Test
    void threadsFollowTheLaw() {
        CapacityPlan async = plan(1000, 3, ExecutionMode.ASYNC);
        CapacityPlan blocking = plan(1000, 3, ExecutionMode.BLOCKING);
        double c = 3 * Unit.millis(Costs.EXCHANGE_DEMAND) / 5000;

        assertThat(async.threads()).isCloseTo(5000 * (1.0 / 5000 + c), within(1e-9));
        assertThat(blocking.threads()).isCloseTo(5000 * (1 + c), within(1e-9));
    }

    @Test
    void theScarcestResourceSetsTheNumberOfInstances() {
        CapacityPlan plan = plan(1000, 6, ExecutionMode.ASYNC);

        // 35,000 connections, of which an instance takes 20,000 * 0.7 - 200.
        assertThat(plan.scarcest().name()).isEqualTo("open files");
        assertThat(plan.instances()).isEqualTo(3);
        assertThat(plan.share().users()).isEqualTo(1667);
        assertThat(plan.toText()).contains("Instances: 3, limited by open files.", "ulimit -n 17000");
    }

    @Test
    void coresLimitRequestsWithMuchThreadTime() {
        CapacityPlan plan = CapacityPlan.of(
                1000,
                MashupShape.parallel(1),
                List.of(Duration.ofMillis(10)),
                Duration.ofMillis(5),
                USUAL,
                ExecutionMode.ASYNC);

        assertThat(plan.scarcest().name()).isEqualTo("CPU cores");
        assertThat(plan.instances()).isEqualTo(4);
    }

    @Test
    void threadsLimitInTheBlockingMode() {
        CapacityPlan plan = plan(1000, 1, ExecutionMode.BLOCKING);

        assertThat(plan.scarcest().name()).isEqualTo("threads");
        assertThat(plan.instances()).isEqualTo(3);
    }

    @Test
    void writesJsonWithTheNamesOfTheLaw() {
        assertThat(plan(280, 6, ExecutionMode.ASYNC).toJson())
                .contains("\"N\" : 1400", "\"C\" : 6", "\"S_ms\" : 5000", "\"instances\" : 1");
    }

    @Test
    void eachLayerTakesTheTimeOfTheSlowestPartner() {
        CapacityPlan plan = CapacityPlan.of(
                280,
                new MashupShape("/order/{id}", 6, 3, Map.of("a", 2, "b", 4), null),
                List.of(FIVE_SECONDS),
                ONE_MILLISECOND,
                USUAL,
                ExecutionMode.ASYNC);

        assertThat(plan.workload().users()).isEqualTo(280 * 15);
        assertThat(plan.workload().exchanges()).isEqualTo(280 * 15 * 2);
        assertThat(plan.toText())
                .startsWith("280 mashups per second of /order/{id}, 6 exchanges each in 3 layers, execution async")
                .contains(
                        "15 s       3 layers * the longest of 5 s",
                        "N * C / layers = 4,200 * 6 / 3",
                        "N + exchanges = 4,200 + 8,400");
        assertThat(plan.toJson()).contains("\"mashup\" : \"/order/{id}\"", "\"layers\" : 3");
    }

    @Test
    void refusesAnInstanceWithTooFewFilesToRun() {
        assertThatThrownBy(() -> CapacityPlan.of(
                        1,
                        MashupShape.parallel(1),
                        List.of(FIVE_SECONDS),
                        ONE_MILLISECOND,
                        new CapacityPlan.Instance(200, 2, 1L << 30, 0.3),
                        ExecutionMode.ASYNC))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("--files 200 leaves nothing");
    }

    @Test
    void refusesAWorkloadOutOfRange() {
        assertThatThrownBy(() -> plan(1e9, 1, ExecutionMode.ASYNC))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("--rate and --latency: 5,000,000,000 concurrent requests");
    }

    private static CapacityPlan plan(double rate, int fanOut, ExecutionMode mode) {
        return CapacityPlan.of(rate, MashupShape.parallel(fanOut), List.of(FIVE_SECONDS), ONE_MILLISECOND, USUAL, mode);
    }
}
