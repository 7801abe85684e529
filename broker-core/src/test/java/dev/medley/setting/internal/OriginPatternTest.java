package dev.medley.setting.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code CorsSettingsTest} has what is no origin. */
class OriginPatternTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https://app.example | https://app.example | true",
                "HTTPS://APP.example:443 | https://app.example | true",
                "http://app.example:80 | http://app.example | true",
                "http://app.example:443 | http://app.example:443 | true",
                "http://[::1]:3000 | http://[::1]:3000 | true",
                "capacitor://localhost | capacitor://localhost | true",
                "null | null | true",
                "https://app.example | null | false",
                "https://app.example | https://app.example:8443 | false",
                "https://app.example | http://app.example | false",
                "https://app.example | https://APP.example | false",
                "https://app.example | https://app.example/ | false",
                "https://app.example | https://app.example.evil | false",
                "https://app.example | https://app.example https://evil.example | false",
                "https://app.example | '' | false",
                "https://*.example | https://app.example | true",
                "https://*.example | https://a.b-c.example | true",
                "https://*.example:8443 | https://a.example:8443 | true",
                "https://*.example:8443 | https://a.example | false",
                "https://*.example | https://.example | false",
                "https://*.example | https://example | false",
                "https://*.example | https://evilexample | false",
                "https://*.example | https://evil.com/.example | false",
                "https://*.example | https://evil.com:1.example | false",
                "https://*.example | https://evil.com?.example | false",
                "https://*.example | https://me@evil.example | false"
            })
    void originsAreComparedExactly(String configured, String origin, boolean allowed) {
        assertThat(OriginPattern.parse(configured).matches(origin)).isEqualTo(allowed);
    }
}
