package dev.medley.loadtest.experiment.policy;

import static dev.medley.loadtest.experiment.paper.Given.phase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.medley.loadtest.report.section.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SlowPartnerTest {

    private final List<SlowPartner.Run> even = List.of(run(52, 0), run(53, 0), run(90, 0));

    @Test
    void theMediansOfTheRoundsAreCompared() {
        Verdict verdict = SlowPartner.verdict(even, List.of(run(54, 0), run(51, 0), run(200, 0)), false);
        assertThat(verdict.held()).isTrue();
        assertThat(verdict.figures().get(0).value()).isEqualTo(53);
        assertThat(verdict.figures().get(1).value()).isEqualTo(54);
        assertThat(verdict.figures().get(2).value()).isCloseTo(1.89, within(0.01));
    }

    @Test
    void aTenthMoreIsTooMuchAndSoIsAFailure() {
        assertThat(SlowPartner.verdict(even, List.of(run(59, 0)), false).held()).isFalse();
        assertThat(SlowPartner.verdict(even, List.of(run(53, 1)), false).held()).isFalse();
    }

    @Test
    void theShortFormClaimsOnlyThatNoneFailed() {
        assertThat(SlowPartner.verdict(even, List.of(run(200, 0)), true).held()).isTrue();
        assertThat(SlowPartner.verdict(even, List.of(run(53, 1)), true).held()).isFalse();
    }

    @Test
    void eachRoundIsARow() {
        assertThat(new SlowPartner()
                        .table()
                        .of(Map.of(SlowPartner.Variant.EVEN, even))
                        .rows())
                .hasSize(3);
    }

    private static SlowPartner.Run run(double p99, long failed) {
        return new SlowPartner.Run(phase(0, 100, failed, 10, p99), phase(0, 100, 0, 500, 5000));
    }
}
