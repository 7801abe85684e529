package dev.medley.loadtest.experiment.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LawTotalsTest {

    private static final Offset<Double> ROUNDING = within(1e-9);

    @Test
    void theSumsAreTakenAndNotWhatIsRounded() {
        LawTotals law = LawTotals.of(json("""
                {"seconds": 20, "answered": 400, "N": 1, "D_ms": 1, "S_ms": 1, "c": 1, "n_predicted": 1, "n_measured": 1,
                 "sums": {"demand_ms": 800, "service_ms": 400000, "exchange_ms": 20, "utilized_ms": 1000}}
                """));

        assertThat(law).isEqualTo(new LawTotals(20, 400, 800, 400_000, 20, 1000));
        assertThat(law.demand()).isEqualTo(2);
        assertThat(law.service()).isEqualTo(1000);
        assertThat(law.concurrency()).isEqualTo(20);
        assertThat(law.exchangeThreads()).isEqualTo(0.00005);
        assertThat(law.measuredThreads()).isEqualTo(0.05);
    }

    @Test
    void aStatusWithoutSumsIsRefused() {
        assertThatThrownBy(() -> LawTotals.of(json("{\"seconds\": 20, \"answered\": 400, \"c\": 0.00005}")))
                .isInstanceOf(RuntimeException.class);
    }

    @Test
    void nIsPredictedAsEquationTwoOfThePaperHasIt() {
        // N = 90 requests of a second each, D = 2 ms, c = 0.003.
        LawTotals law = new LawTotals(10, 900, 1800, 900_000, 2700, 0);

        assertThat(law.predictedThreads()).isCloseTo(90 * (2.0 / 1000 + 0.003), ROUNDING);
    }

    @Test
    void theDifferenceIsTheLawOfTheTimeBetween() {
        LawTotals earlier = new LawTotals(10, 100, 5000, 100_000, 1000, 9000);
        LawTotals later = new LawTotals(30, 500, 5800, 500_000, 1040, 14_000);

        LawTotals between = later.minus(earlier);

        assertThat(between.demand()).isEqualTo(2);
        assertThat(between.service()).isEqualTo(1000);
        assertThat(between.concurrency()).isEqualTo(20);
        assertThat(between.exchangeThreads()).isEqualTo(0.0001);
        assertThat(between.predictedThreads()).isCloseTo(20 * (0.002 + 0.0001), ROUNDING);
        assertThat(between.measuredThreads()).isEqualTo(0.25);
    }

    private static JsonNode json(String text) {
        return JsonMapper.builder().build().readTree(text);
    }
}
