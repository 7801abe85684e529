package dev.medley.loadtest.experiment.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class QuartilesTest {

    @Test
    void quartilesAreInterpolatedBetweenTheValuesNextToThem() {
        assertThat(Quartiles.of(List.of(4.0, 1.0, 3.0, 2.0))).isEqualTo(new Quartiles(1.75, 2.5, 3.25));
        assertThat(Quartiles.of(List.of(7.0))).isEqualTo(new Quartiles(7, 7, 7));
        assertThat(Quartiles.of(List.of(4.0, 1.0, 3.0, 2.0)).range(1)).isEqualTo("1.8-3.3");
    }

    @Test
    void aValueThatIsUnknownDoesNotCount() {
        assertThat(Quartiles.of(List.of(Double.NaN, 5.0)).median()).isEqualTo(5);
        assertThat(Quartiles.of(List.of(Double.NaN)).median()).isNaN();
    }
}
