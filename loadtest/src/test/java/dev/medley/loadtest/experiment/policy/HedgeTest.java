package dev.medley.loadtest.experiment.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.driver.result.Latency;
import org.junit.jupiter.api.Test;

class HedgeTest {

    private final Hedge.Run off = run(1_000, 0, 1_000, 1_000);

    @Test
    void aFifthOfTheLatencyAtATwentiethMoreLoadHolds() {
        assertThat(held(run(1_000, 0, 1_050, 200))).isTrue();
    }

    @Test
    void moreLatencyMoreLoadOrFailuresDoNot() {
        assertThat(held(run(1_000, 0, 1_050, 201))).isFalse();
        assertThat(held(run(1_000, 0, 1_051, 200))).isFalse();
        assertThat(held(run(1_000, 1, 1_050, 200))).isFalse();
    }

    private boolean held(Hedge.Run hedged) {
        return Hedge.verdict(Hedge.Variant.AFTER, off, hedged).held();
    }

    private static Hedge.Run run(long mashups, long failed, long requests, double p99) {
        return new Hedge.Run(mashups, failed, requests, new Latency(mashups, 1, 1, 1, 1, 1, 1, p99, p99, p99, ""));
    }
}
