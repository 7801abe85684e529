package dev.medley.loadtest.experiment.peers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PeerWarmUpTest {

    private final PeerWarmUp warmUp = new PeerWarmUp(false);

    @Test
    void aServerIsWarmWhenItsRateHasNotRisenForThreeSteps() {
        rates(1000, 2000, 2020, 1900);
        assertThat(warmUp.isOver(30)).isFalse();

        rates(2050);
        assertThat(warmUp.isOver(30)).isTrue();
    }

    @Test
    void aRiseBeginsTheCountAgain() {
        rates(1000, 1000, 1000, 1100);

        assertThat(warmUp.isOver(30)).isFalse();
    }

    @Test
    void itTakesALeastAndAtMostABoundOfTime() {
        rates(1000, 1000, 1000, 1000);
        assertThat(warmUp.isOver(19)).isFalse();
        assertThat(warmUp.isOver(20)).isTrue();

        rates(2000);
        assertThat(warmUp.isOver(59)).isFalse();
        assertThat(warmUp.isOver(60)).isTrue();
    }

    private void rates(double... rates) {
        for (double rate : rates) {
            warmUp.note(rate);
        }
    }
}
