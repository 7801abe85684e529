package dev.medley.partner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.medley.connection.ProtocolChoice;
import dev.medley.connection.internal.ResponseLimits;
import dev.medley.connection.internal.address.AddressRule;
import dev.medley.partner.internal.Connecting;
import dev.medley.setting.internal.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;
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
    private static final String NO_TIME = "is too short; expected more than 0ms";
    private static final String NEGATIVE = "is negative; expected more than 0ms";
    private static final String TOO_LONG = "is longer than a year; expected 8760h or less";
    private static final Duration A_YEAR = Duration.ofDays(365);
    private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

    @Test
    void aSettingThatIsNotSetHasItsDefault() {
        PartnerSettings settings = PartnerSettings.of("weather", URL).build();
        assertThat(settings.protocol()).isEqualTo(ProtocolChoice.AUTO);
        assertThat(settings.maxConnections()).isEqualTo(2000);
        assertThat(settings.limits().maxQueued()).isEqualTo(1000);
        assertThat(settings.timeout()).hasSeconds(60);
        assertThat(settings.attemptTimeout()).hasSeconds(60);
        assertThat(settings.connectTimeout()).hasSeconds(2);
        assertThat(settings.idleTimeout()).hasSeconds(60);
        assertThat(settings.keepAlive()).hasSeconds(60);
        assertThat(settings.retry().connectRetries()).isOne();
        assertThat(settings.retries()).isOne();
        assertThat(settings.limits().maxBody()).isEqualTo(16L << 20);
        assertThat(settings.limits().maxRequestHead()).isEqualTo(8192);
        assertThat(settings.limits().maxJsonNames()).isEqualTo(100_000);
        assertThat(settings.limits().maxJsonTokens()).isEqualTo(2_000_000);
        assertThat(Connecting.limits(settings.limits())).isEqualTo(ResponseLimits.DEFAULT);
        assertThat(settings.decompress()).isFalse();
        assertThat(settings.redirects()).isZero();
        assertThat(settings.publicAddressesOnly()).isFalse();
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
    void aSettingOutOfBoundsIsNamedWithItsValueAndTheBounds(
            String key, String value, String fault, UnaryOperator<PartnerSettings.Builder> wrong) {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> wrong.apply(PartnerSettings.of("weather", URL)).build())
                .withMessage("partner weather: %s: '%s' %s", key, value, fault);
    }

    static Stream<Arguments> aSettingOutOfBoundsIsNamedWithItsValueAndTheBounds() {
        return Stream.of(
                wrong("max-connections", "0", number(1, 1_000_000), b -> b.maxConnections(0)),
                wrong("limits.max-queued", "-1", number(0, 1_000_000), b -> b.limits(l -> l.maxQueued(-1))),
                wrong("timeout", "PT0S", NO_TIME, b -> b.timeout(Duration.ZERO)),
                wrong("attempt-timeout", "PT-1S", NEGATIVE, b -> b.attemptTimeout(Duration.ofSeconds(-1))),
                wrong("connect-timeout", "PT0S", NO_TIME, b -> b.connectTimeout(Duration.ZERO)),
                wrong("idle-timeout", "PT0S", NO_TIME, b -> b.idleTimeout(Duration.ZERO)),
                wrong(
                        "keep-alive",
                        "PT-1S",
                        "is negative; expected 0ms or more",
                        b -> b.keepAlive(Duration.ofSeconds(-1))),
                wrong("timeout", "PT8760H0.000000001S", TOO_LONG, b -> b.timeout(A_YEAR.plusNanos(1))),
                wrong("attempt-timeout", FOREVER.toString(), TOO_LONG, b -> b.attemptTimeout(FOREVER)),
                wrong("keep-alive", FOREVER.toString(), TOO_LONG, b -> b.keepAlive(FOREVER)),
                wrong("retry.connect-retries", "-1", number(0, 100), b -> b.retry(r -> r.connectRetries(-1))),
                wrong("retries", "-1", number(0, 100), b -> b.retries(-1)),
                wrong("limits.max-body", "-1B", "is too small; expected 0B or more", b -> b.limits(l -> l.maxBody(-1))),
                wrong(
                        "limits.max-body",
                        "1073741825B",
                        "is too large; expected 1GiB or less",
                        b -> b.limits(l -> l.maxBody((1L << 30) + 1))),
                wrong(
                        "limits.max-request-head",
                        "1023B",
                        "is too small; expected 1KiB or more",
                        b -> b.limits(l -> l.maxRequestHead(1023))),
                wrong("redirects", "-1", number(0, 20), b -> b.redirects(-1)),
                wrong(
                        "limits.max-response-head",
                        "1023B",
                        "is too small; expected 1KiB or more",
                        b -> b.limits(l -> l.maxResponseHead(1023)
                                .maxResponseFields(1)
                                .maxStreamedBody(0)
                                .maxExpansion(1))),
                wrong(
                        "limits.max-response-fields",
                        "0",
                        number(1, 10_000),
                        b -> b.limits(l -> l.maxResponseHead(1024)
                                .maxResponseFields(0)
                                .maxStreamedBody(0)
                                .maxExpansion(1))),
                wrong(
                        "limits.max-streamed-body",
                        "-1B",
                        "is too small; expected 0B or more",
                        b -> b.limits(l -> l.maxResponseHead(1024)
                                .maxResponseFields(1)
                                .maxStreamedBody(-1)
                                .maxExpansion(1))),
                wrong(
                        "limits.max-expansion",
                        "0",
                        number(1, 1_100),
                        b -> b.limits(l -> l.maxResponseHead(1024)
                                .maxResponseFields(1)
                                .maxStreamedBody(0)
                                .maxExpansion(0))),
                wrong(
                        "cache.max-bytes",
                        "1048575B",
                        "is too small; expected 1MiB or more",
                        b -> b.cache(
                                c -> c.enabled(true).maxBytes((1 << 20) - 1).maxBody(0))),
                wrong(
                        "cache.stale-if-error",
                        "PT-1S",
                        "is negative; expected 0ms or more",
                        b -> b.cache(c -> c.enabled(true)
                                .staleWhileRevalidate(Duration.ZERO)
                                .staleIfError(Duration.ofSeconds(-1)))),
                wrong("limits.max-json-names", "0", number(1, 10_000_000), b -> b.limits(l -> l.maxJsonNames(0))),
                wrong("limits.max-json-tokens", "0", number(1, 100_000_000), b -> b.limits(l -> l.maxJsonTokens(0))));
    }

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:9001, 127.0.0.1:9001, loopback",
        "http://10.1.2.3, 10.1.2.3, private",
        "http://169.254.169.254/, 169.254.169.254, link-local",
        "'http://[::1]:9001', '[::1]:9001', loopback",
        "'http://[::ffff:127.0.0.1]', '[::ffff:127.0.0.1]', loopback",
        "'https://[fd00::1]', '[fd00::1]', unique-local"
    })
    void anAddressThatThePartnerMayNotBeAtIsRefused(String url, String shown, String kind) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PartnerSettings.of("weather", url)
                        .publicAddressesOnly(true)
                        .build())
                .withMessage(
                        "partner weather: allowed-addresses: 'public' cannot be combined with %s, whose address is not"
                                + " public (%s); expected 'any'",
                        shown, kind);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://weather.test", "http://localhost", "http://8.8.8.8", "http://[2606:4700::1]"})
    void anAddressThatMayBePublicIsAllowed(String url) {
        PartnerSettings settings =
                PartnerSettings.of("weather", url).publicAddressesOnly(true).build();
        assertThat(Connecting.settings(settings).allowedAddresses()).isEqualTo(AddressRule.PUBLIC);
    }

    private static String number(int min, int max) {
        return "is out of range; expected a whole number from %d to %d".formatted(min, max);
    }

    @Test
    void theLimitsOnConnectionsAndQueueTheDocumentTheCanaryAndTheMirrorCanBeChangedAtRunTime() {
        assertThat(PartnerKeys.KEYS.settings().filter(setting -> setting.has(Setting.Trait.CHANGEABLE)))
                .extracting(Setting::path)
                .filteredOn(path -> !path.startsWith("canary.") && !path.startsWith("mirror."))
                .containsExactly("max-connections", "openapi", "limits.max-queued");
        assertThat(PartnerKeys.KEYS.settings())
                .filteredOn(setting ->
                        setting.path().startsWith("canary.") || setting.path().startsWith("mirror."))
                .allMatch(setting -> setting.has(Setting.Trait.CHANGEABLE));
    }

    @Test
    void theOpenApiDocumentIsOptional() {
        assertThat(PartnerSettings.of("weather", URL).build().openapi()).isNull();
        Path document = Path.of("partners/weather.yaml");
        assertThat(PartnerSettings.of("weather", URL).openapi(document).build().openapi())
                .isEqualTo(document);
    }

    @Test
    void aStoredBodyIsNotLargerThanTheCache() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PartnerSettings.of("weather", URL)
                        .cache(c -> c.enabled(true).maxBytes(1 << 20).maxBody(2 << 20))
                        .build())
                .withMessage("partner weather: cache.max-body: is more than cache.max-bytes; expected at most 1MiB");
    }

    @Test
    void theCacheIsOffUnlessSetAndKeepsItsSettings() {
        assertThat(PartnerSettings.of("weather", URL).build().cache())
                .isEqualTo(CacheSettings.builder().enabled(false).build());
        Consumer<CacheSettings.Builder> chosen = cache -> cache.enabled(true)
                .maxBytes(1 << 22)
                .maxBody(1 << 21)
                .coalesce(false)
                .heuristicFreshness(Duration.ofSeconds(1))
                .staleWhileRevalidate(Duration.ofSeconds(2))
                .staleIfError(Duration.ofSeconds(3));
        CacheSettings.Builder alone = CacheSettings.builder();
        chosen.accept(alone);
        assertThat(PartnerSettings.of("weather", URL).cache(chosen).build().cache())
                .isEqualTo(alone.build());
    }

    @Test
    void aProgramMayExceedTheMaximumOfACount() {
        assertThat(PartnerSettings.of("weather", URL).retries(101).build().retries())
                .isEqualTo(101);
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
                .withMessageContaining("is not a partner's name");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://weather.test",
                "weather.test",
                "http:///",
                "http://weather.test:0",
                "http://weather.test?a=b",
                "http://weather.test#f",
                "http://weather.test:70000"
            })
    void anInvalidUrlIsRefused(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PartnerSettings.of("weather", url).build())
                .withMessageContaining(url);
    }

    @Test
    void theUserOfAUrlIsNotRepeatedInTheMessage() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PartnerSettings.of("weather", "http://me:secret@weather.test")
                        .build())
                .withMessageContaining("http://***@weather.test")
                .withMessageNotContaining("secret");
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
        assertThat(Connecting.basePath(PartnerSettings.of("weather", url).build()))
                .isEqualTo(path);
    }

    private static Arguments wrong(
            String key, String value, String fault, UnaryOperator<PartnerSettings.Builder> wrong) {
        return Arguments.of(key, value, fault, wrong);
    }
}
