package dev.medley.connection.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpDateTest {

    private static final Instant NOW = Instant.parse("2026-11-22T10:00:00Z");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sun, 06 Nov 1994 08:49:37 GMT",
                "Sunday, 06-Nov-94 08:49:37 GMT",
                "Sun Nov  6 08:49:37 1994",
                "SUN, 06 nov 1994 08:49:37 gmt",
                "sunday, 06-NOV-94 08:49:37 Gmt",
                "sUN nOV  6 08:49:37 1994",
            })
    void allThreeFormsInAnyCaseAreTheSameTime(String text) {
        assertThat(HttpDate.parse(text, NOW)).isEqualTo(Instant.parse("1994-11-06T08:49:37Z"));
    }

    @ParameterizedTest
    @CsvSource({
        "'Saturday, 21-Nov-26 08:49:37 GMT', 2026-11-21T08:49:37Z",
        "'Wednesday, 21-Nov-29 08:49:37 GMT', 2029-11-21T08:49:37Z",
        "'Thursday, 21-Nov-75 08:49:37 GMT', 2075-11-21T08:49:37Z",
        "'Monday, 21-Nov-77 08:49:37 GMT', 1977-11-21T08:49:37Z",
    })
    void aYearOfTwoDigitsIsAtMostFiftyYearsAhead(String text, Instant time) {
        assertThat(HttpDate.parse(text, NOW)).isEqualTo(time);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "-1",
                "now",
                "1994-11-06T08:49:37Z",
                "Sun, 06 Nov 1994 08:49:37",
                "Sun, 06 Nov 1994 08:49:37 UTC",
                "Sun, 06 Nov 1994 08:49:37 +0000",
                "Mon, 06 Nov 1994 08:49:37 GMT",
                "Sun, 6 Nov 1994 08:49:37 GMT",
                "Sun, 06 Nov 94 08:49:37 GMT",
                "Sun, 06 Nov 1994 8:49:37 GMT",
                "Sun, 31 Nov 1994 08:49:37 GMT",
                "Sun, 06 Nov 1994 25:49:37 GMT",
                "Sun, 06  Nov  1994 08:49:37 GMT",
            })
    void anythingElseIsNoTime(String text) {
        assertThat(HttpDate.parse(text, NOW)).isNull();
    }

    @Test
    void aTimeIsWrittenAsItIsRead() {
        Instant time = Instant.parse("1994-11-06T08:49:37Z");
        assertThat(HttpDate.format(time)).isEqualTo("Sun, 06 Nov 1994 08:49:37 GMT");
    }
}
