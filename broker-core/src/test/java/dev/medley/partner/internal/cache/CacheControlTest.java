package dev.medley.partner.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.Header;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CacheControlTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "max-age=60 | 60",
                "MAX-AGE=60 | 60",
                "no-transform, max-age=60 | 60",
                "no-transform,,, ,max-age=60, | 60",
                "max-age=\"60\" | 60",
                "max-age=0060 | 60",
                "max-age=60, max-age=60 | 60",
                "ext=\"a, max-age=1, b\", max-age=60 | 60",
                "ext=\"a\\\", max-age=1, b\", max-age=60 | 60",
                "max-age=2147483648 | 2147483648",
                "max-age=99999999999999999999 | 2147483648",
            })
    void theTimeOfADirectiveIsRead(String line, long seconds) {
        assertThat(of(line).nanos("max-age"))
                .isEqualTo(Duration.ofSeconds(seconds).toNanos());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "max-age",
                "max-age=",
                "max-age=-1",
                "max-age=+60",
                "max-age=1.5",
                "max-age=60s",
                "max-age= 60",
                "max-age=60 no-store",
                "max-age='60'",
                "max-age=60, max-age=30",
                "max-age=\"60",
            })
    void aTimeThatCannotBeReadIsZero(String line) {
        assertThat(of(line).nanos("max-age")).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"no-store", "max-age =60", "ext=\"max-age=60\"", "x-max-age=60", "ext=\"max-age=60"})
    void whatIsNoSuchDirectiveIsAbsent(String line) {
        assertThat(of(line).nanos("max-age")).isEqualTo(CacheControl.ABSENT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"no-store", "No-Store", "no-store=1", "a,no-store,b", "private=\"a\", no-store"})
    void aDirectiveHoldsWithAnyValue(String line) {
        assertThat(of(line).has("no-store")).isTrue();
    }

    @Test
    void allFieldLinesCount() {
        CacheControl control = of("max-age=60", "no-cache");
        assertThat(control.has("no-cache")).isTrue();
        assertThat(control.nanos("max-age")).isPositive();
    }

    @Test
    void withoutAFieldThereIsNoDirective() {
        assertThat(CacheControl.of(List.of()).isEmpty()).isTrue();
        assertThat(of("").isEmpty()).isTrue();
    }

    private static CacheControl of(String... lines) {
        return CacheControl.of(
                Stream.of(lines).map(line -> new Header("cache-control", line)).toList());
    }
}
