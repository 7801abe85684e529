package dev.medley.server.internal.declared.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A match of a client's text is bounded by the steps that it takes, and not by time. */
class BoundedMatchTest {

    @ParameterizedTest
    @CsvSource({"'(x+x+)+y', x, 60", "'(x+x+)+y', x, 8000", "'(a*)*b\\1', a, 60", "'(a|b)*', a, 100000"})
    void aTextThatTakesTooManyStepsDoesNotMatch(String pattern, String part, int times) {
        assertThat(BoundedMatch.matches(Pattern.compile(pattern), part.repeat(times)))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "'[a-z ]{1,9000}', 'a b', 2500",
        "'(?:[a-z]+ ?)+', 'ab ', 300",
        "'(a|b)*', ab, 50",
        "'.*x.*y.*', xy, 2000",
    })
    void aLongTextMatchesWherePatternsAreUsual(String pattern, String part, int times) {
        assertThat(BoundedMatch.matches(Pattern.compile(pattern), part.repeat(times)))
                .isTrue();
    }

    @Test
    void theBoundGrowsWithTheTextAlone() {
        assertThat(BoundedMatch.maxReads("")).isEqualTo(20_000);
        assertThat(BoundedMatch.maxReads("x".repeat(8_000))).isEqualTo(420_000);
    }
}
