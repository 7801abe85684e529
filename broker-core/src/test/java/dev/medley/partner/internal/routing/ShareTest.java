package dev.medley.partner.internal.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A share of many. */
class ShareTest {

    private static final int MANY = 10_000;
    private static final Offset<Double> ONE_PERCENT = within(0.01);

    private static double ofSequence(double share, int step) {
        Share of = new Share();
        long chosen = IntStream.range(0, MANY * step)
                .filter(i -> of.choosesNext(share) && i % step == 0)
                .count();
        return (double) chosen / MANY;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.001, 0.05, 0.1, 1.0 / 3, 0.5, 0.618, 0.99, 1})
    void ofASequenceIsExactToAFew(double share) {
        assertThat(ofSequence(share, 1)).isCloseTo(share, within(0.0006));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 7, 8, 10, 60})
    void isTheSameOfEachNthOne(int step) {
        assertThat(ofSequence(0.1, step)).isCloseTo(0.1, ONE_PERCENT);
        assertThat(ofSequence(0.5, step)).isCloseTo(0.5, ONE_PERCENT);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.01, 0.1, 0.5, 1})
    void ofKeysIsAboutTheShareOfThem(double share) {
        long chosen = IntStream.range(0, MANY)
                .filter(i -> Share.chooses("user-" + i, share))
                .count();
        assertThat((double) chosen / MANY).isCloseTo(share, ONE_PERCENT);
    }

    @Test
    void aKeyThatIsChosenStaysSoWhileTheShareGrows() {
        for (int i = 0; i < MANY; i++) {
            String key = "user-" + i;
            List<Boolean> chosen = List.of(
                    Share.chooses(key, 0.01), Share.chooses(key, 0.1), Share.chooses(key, 0.5), Share.chooses(key, 1));
            assertThat(chosen).isSorted();
        }
    }
}
