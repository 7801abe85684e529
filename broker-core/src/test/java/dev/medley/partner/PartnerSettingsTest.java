package dev.medley.partner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.medley.connection.Protocol;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartnerSettingsTest {

    private static final String URL = "http://127.0.0.1:9001";
    private static final String POSITIVE = "more than 0s, and 365 days at most";
    private static final Duration A_YEAR = Duration.ofDays(365);
    private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

    @Test
    void whatIsNotSetHasItsDefault() {
        PartnerSettings settings = PartnerSettings.of("weather", URL).build();
        assertThat(settings.protocol()).isEqualTo(Protocol.HTTP_1_1);
        assertThat(settings.maxConnections()).isEqualTo(2000);
        assertThat(settings.maxQueued()).isEqualTo(1000);
        assertThat(settings.timeout()).hasSeconds(60);
        assertThat(settings.attemptTimeout()).hasSeconds(60);
        assertThat(settings.connectTimeout()).hasSeconds(2);
        assertThat(settings.idleTimeout()).hasSeconds(60);
        assertThat(settings.keepAlive()).hasSeconds(60);
        assertThat(settings.connectRetries()).isOne();
        assertThat(settings.retries()).isOne();
        assertThat(settings.maxBody()).isEqualTo(16L << 20);
    }

    @Test
    void attemptAndIdleTimeoutFollowThatOfTheExchange() {
        PartnerSettings settings = PartnerSettings.of("weather", URL)
                .timeout(Duration.ofSeconds(7))
                .build();
        assertThat(settings.attemptTimeout()).hasSeconds(7);
        assertThat(settings.idleTimeout()).hasSeconds(7);
    }

    @ParameterizedTest
    @MethodSource
    void aSettingThatIsNotAllowedIsNamedWithItsValueAndWhatIs(
            String key, String value, String allowed, UnaryOperator<PartnerSettings.Builder> wrong) {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> wrong.apply(PartnerSettings.of("weather", URL)).build())
                .withMessage("partner weather: %s is %s, expected %s", key, value, allowed);
    }

    static Stream<Arguments> aSettingThatIsNotAllowedIsNamedWithItsValueAndWhatIs() {
        return Stream.of(
                wrong("max-connections", "0", "1 or more", b -> b.maxConnections(0)),
                wrong("max-queued", "-1", "0 or more", b -> b.maxQueued(-1)),
                wrong("timeout", "PT0S", POSITIVE, b -> b.timeout(Duration.ZERO)),
                wrong("attempt-timeout", "PT-1S", POSITIVE, b -> b.attemptTimeout(Duration.ofSeconds(-1))),
                wrong("connect-timeout", "PT0S", POSITIVE, b -> b.connectTimeout(Duration.ZERO)),
                wrong("idle-timeout", "PT0S", POSITIVE, b -> b.idleTimeout(Duration.ZERO)),
                wrong("keep-alive", "PT-1S", "0s to 365 days", b -> b.keepAlive(Duration.ofSeconds(-1))),
                wrong("timeout", "PT8760H0.000000001S", POSITIVE, b -> b.timeout(A_YEAR.plusNanos(1))),
                wrong("attempt-timeout", FOREVER.toString(), POSITIVE, b -> b.attemptTimeout(FOREVER)),
                wrong("connect-timeout", FOREVER.toString(), POSITIVE, b -> b.connectTimeout(FOREVER)),
                wrong("idle-timeout", FOREVER.toString(), POSITIVE, b -> b.idleTimeout(FOREVER)),
                wrong("keep-alive", FOREVER.toString(), "0s to 365 days", b -> b.keepAlive(FOREVER)),
                wrong("connect-retries", "-1", "0 or more", b -> b.connectRetries(-1)),
                wrong("retries", "-1", "0 or more", b -> b.retries(-1)),
                wrong("max-body", "-1", "0 bytes to 1GiB", b -> b.maxBody(-1)),
                wrong("max-body", "1073741825", "0 bytes to 1GiB", b -> b.maxBody((1L << 30) + 1)));
    }

    @Test
    void aYearIsTheLongestTime() {
        PartnerSettings settings = PartnerSettings.of("weather", URL)
                .timeout(A_YEAR)
                .attemptTimeout(A_YEAR)
                .connectTimeout(A_YEAR)
                .idleTimeout(A_YEAR)
                .keepAlive(A_YEAR)
                .build();
        assertThat(settings.timeout()).isEqualTo(A_YEAR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Weather", "9to5", "-a", "a_b", "a.b", "a b", "ä"})
    void aNameThatIsNotPlainIsRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PartnerSettings.of(name, URL).build())
                .withMessageContaining("name is " + name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://weather.test",
                "weather.test",
                "http:///",
                "http://user@weather.test",
                "http://weather.test?a=b",
                "http://weather.test#f",
                "http://weather.test:70000"
            })
    void aUrlThatIsNotOfAPartnerIsRefused(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PartnerSettings.of("weather", url).build())
                .withMessageContaining(url);
    }

    @ParameterizedTest
    @CsvSource({
        "http://weather.test, ''",
        "http://weather.test/, ''",
        "http://weather.test/api, /api",
        "http://weather.test/api/, /api",
        "http://weather.test/a%20b/c/, /a%20b/c"
    })
    void thePathOfTheUrlGoesBeforeEveryTarget(String url, String path) {
        assertThat(PartnerSettings.of("weather", url).build().basePath()).isEqualTo(path);
    }

    private static Arguments wrong(
            String key, String value, String allowed, UnaryOperator<PartnerSettings.Builder> wrong) {
        return Arguments.of(key, value, allowed, wrong);
    }
}
