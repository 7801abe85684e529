package dev.medley.config.internal;

import static dev.medley.config.internal.Given.NOTHING;
import static dev.medley.config.internal.Given.problemsOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ServerSettings;
import dev.medley.partner.PartnerSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class OverridesTest {

    static final List<String> RESERVED = List.copyOf(Overrides.RESERVED);

    private static final String FILE = """
            server:
              port: 1001
            partners:
              weather:
                url: http://127.0.0.1:9001
            """;

    @Test
    void aVariableWinsOverTheFile() {
        Configuration configuration = Given.variables(FILE, Map.of("MEDLEY_SERVER_PORT", "1002"));

        assertThat(configuration.server().port()).isEqualTo(1002);
        assertThat(configuration.given()).containsEntry("server.port", "MEDLEY_SERVER_PORT: server.port");
    }

    @Test
    void aFlagWinsOverAVariable() {
        Configuration configuration = Given.READER.parse(
                "medley.yaml", FILE, Map.of("MEDLEY_SERVER_PORT", "1002"), Map.of("server.port", "1003"));

        assertThat(configuration.server().port()).isEqualTo(1003);
        assertThat(configuration.given()).containsEntry("server.port", "--set server.port");
    }

    @Test
    void anInvalidValueThatIsOverriddenIsNotReported() {
        Configuration configuration = Given.READER.parse(
                "medley.yaml",
                "server: {port: none}",
                Map.of("MEDLEY_SERVER_PORT", "nothing"),
                Map.of("server.port", "1003"));

        assertThat(configuration.server().port()).isEqualTo(1003);
    }

    @Test
    void anItemOfAListThatIsOverriddenIsNotSoughtInTheFile() {
        String file = """
                server:
                  proxies:
                    trusted: [10.0.0.1, 10.0.0.2]
                """;

        assertThat(problemsOf(
                        () -> Given.variables(file, Map.of("MEDLEY_SERVER_PROXIES_TRUSTED", "10.0.0.1,10.0.0.300"))))
                .singleElement()
                .asString()
                .startsWith(
                        "MEDLEY_SERVER_PROXIES_TRUSTED: server.proxies.trusted[1]: '10.0.0.300' is not an address;");
    }

    @Test
    void valuesOfAllKindsCanComeFromVariables() {
        Configuration configuration = Given.variables(
                FILE,
                Map.of(
                        "MEDLEY_SERVER_ADMIN_HOST", "0.0.0.0",
                        "MEDLEY_SERVER_ACCESS_LOG", "false",
                        "MEDLEY_SERVER_DRAIN", "0",
                        "MEDLEY_SERVER_MAX_REQUEST_BODY", "2MiB",
                        "MEDLEY_PARTNERS_WEATHER_MAX_CONNECTIONS", "3",
                        "MEDLEY_PARTNERS_WEATHER_TIMEOUT", "3s",
                        "MEDLEY_PARTNERS_WEATHER_LIMITS_MAX_BODY", "3KiB"));

        assertThat(configuration.server())
                .isEqualTo(ServerSettings.builder()
                        .port(1001)
                        .admin(admin -> admin.host("0.0.0.0"))
                        .accessLog(false)
                        .drain(Duration.ZERO)
                        .maxRequestBody(2 << 20)
                        .build());
        assertThat(configuration.partners())
                .containsExactly(PartnerSettings.of("weather", "http://127.0.0.1:9001")
                        .maxConnections(3)
                        .timeout(Duration.ofSeconds(3))
                        .limits(l -> l.maxBody(3 << 10))
                        .build());
    }

    @Test
    void partnersCanComeFromVariablesAndFlagsAlone() {
        Configuration configuration = Given.READER.defaults(
                Map.of("MEDLEY_PARTNERS_MY_HOTELS_URL", "http://127.0.0.1:9002"),
                Map.of("partners.news.url", "http://127.0.0.1:9003"));

        assertThat(configuration.partners()).extracting(PartnerSettings::name).containsExactly("my-hotels", "news");
    }

    @Test
    void aPartnersNameMayEndLikeAKey() {
        Map<String, String> environment =
                Map.of("MEDLEY_PARTNERS_A_IDLE_URL", "http://127.0.0.1:9001", "MEDLEY_PARTNERS_A_IDLE_TIMEOUT", "4s");

        assertThat(Given.READER.defaults(environment, NOTHING).partners())
                .containsExactly(PartnerSettings.of("a-idle", "http://127.0.0.1:9001")
                        .timeout(Duration.ofSeconds(4))
                        .build());
    }

    @Test
    void aVariableThatMayStandForTwoPartnersIsRefused() {
        assertThat(problemsOf(() -> Given.READER.parse(
                        "medley.yaml",
                        "partners: {a: {url: 'http://127.0.0.1:9001'}}",
                        Map.of("MEDLEY_PARTNERS_A_IDLE_TIMEOUT", "4s"),
                        Map.of("partners.a-idle.url", "http://127.0.0.1:9002"))))
                .containsExactly("MEDLEY_PARTNERS_A_IDLE_TIMEOUT: is ambiguous: it can mean partners.a.idle-timeout or"
                        + " partners.a-idle.timeout; expected a flag (--set) instead");
    }

    @Test
    void aSectionWithNothingInTheFileCanBeFilledIn() {
        assertThat(Given.flags("server:\n  admin:\n", Map.of("server.admin.port", "1004"))
                        .server()
                        .admin()
                        .port())
                .isEqualTo(1004);
    }

    @Test
    void anInvalidVariableIsReportedWithItsName() {
        assertThat(problemsOf(() -> Given.variables(
                        FILE, Map.of("MEDLEY_SERVER_THREADS", "3", "MEDLEY_PARTNERS_WEATHER_TIMEOUT", ""))))
                .containsExactly(
                        "MEDLEY_PARTNERS_WEATHER_TIMEOUT: partners.weather.timeout: '' is not a duration; "
                                + "expected a number with ms, s, m, h or d, such as 800ms",
                        "MEDLEY_SERVER_THREADS: server.threads: '3' is out of range; "
                                + "expected a whole number from 5 to 100000");
    }

    @Test
    void anInvalidFlagIsReportedWithItsKey() {
        assertThat(problemsOf(() -> Given.flags(FILE, Map.of("server.drain", "5"))))
                .containsExactly("--set server.drain: '5' has no unit; "
                        + "expected a number with ms, s, m, h or d, such as 800ms");
        assertThat(problemsOf(() -> Given.flags(FILE, Map.of("server.prot", "1"))))
                .containsExactly("--set server.prot: unknown key; did you mean server.port?");
        assertThat(problemsOf(() -> Given.flags(FILE, Map.of("server", "1"))))
                .singleElement()
                .asString()
                .startsWith("--set server: '1' is not a section; expected keys below it: port, host, admin, ");
    }

    @Test
    void aPartnerThatIsAddedNeedsAUrl() {
        assertThat(problemsOf(() -> Given.flags(FILE, Map.of("partners.extra.timeout", "3s"))))
                .containsExactly("--set partners.extra.timeout: partners.extra: url is missing; "
                        + "expected an http or https URL, such as http://127.0.0.1:9001");
    }

    @Test
    void aPartnerThatAVariableAddsNeedsAUrl() {
        assertThat(problemsOf(() -> Given.variables(FILE, Map.of("MEDLEY_PARTNERS_EXTRA_IDLE_TIMEOUT", "3s"))))
                .containsExactly("MEDLEY_PARTNERS_EXTRA_IDLE_TIMEOUT: partners.extra: url is missing; "
                        + "expected an http or https URL, such as http://127.0.0.1:9001");
    }

    @Test
    void aPartnersNameFromAVariableIsCheckedToo() {
        assertThat(problemsOf(() -> Given.variables(FILE, Map.of("MEDLEY_PARTNERS_1ST_URL", "http://127.0.0.1:9001"))))
                .containsExactly("MEDLEY_PARTNERS_1ST_URL: partners.1st: '1st' is not a partner's name; "
                        + "expected lower-case letters, digits and hyphens after a letter");
    }

    @Test
    void anUnknownVariableIsRefusedWithTheNearestOne() {
        Map<String, String> environment = Map.of(
                "MEDLEY_SERVER_PROT", "1",
                "MEDLEY_PARTNERS_WEATHER_TIMOUT", "1",
                "MEDLEY_SOMETHING", "1",
                "MEDLEY_PARTNERS__URL", "1");

        assertThat(problemsOf(() -> Given.variables(FILE, environment)))
                .containsExactly(
                        "MEDLEY_PARTNERS_WEATHER_TIMOUT: unknown variable; "
                                + "did you mean MEDLEY_PARTNERS_WEATHER_TIMEOUT?",
                        "MEDLEY_PARTNERS__URL: unknown variable; "
                                + "expected MEDLEY_SERVER_, MEDLEY_PARTNERS_<NAME>_ or MEDLEY_SETTINGS_ and a key",
                        "MEDLEY_SERVER_PROT: unknown variable; did you mean MEDLEY_SERVER_PORT?",
                        "MEDLEY_SOMETHING: unknown variable; "
                                + "expected MEDLEY_SERVER_, MEDLEY_PARTNERS_<NAME>_ or MEDLEY_SETTINGS_ and a key");
    }

    @ParameterizedTest
    @CsvSource({
        "MAX_QUEUED, LIMITS_MAX_QUEUED",
        "MAX_BODY, CACHE_MAX_BODY or MEDLEY_PARTNERS_WEATHER_LIMITS_MAX_BODY",
        "CONNECT_RETRIES, RETRY_CONNECT_RETRIES"
    })
    void aVariableOfAKeyThatIsInAGroupIsRefusedWithItsGroup(String key, String grouped) {
        assertThat(problemsOf(() -> Given.variables(FILE, Map.of("MEDLEY_PARTNERS_WEATHER_" + key, "1"))))
                .containsExactly("MEDLEY_PARTNERS_WEATHER_%s: unknown variable; expected MEDLEY_PARTNERS_WEATHER_%s"
                        .formatted(key, grouped));
    }

    @ParameterizedTest
    @FieldSource("RESERVED")
    void aReservedVariableIsIgnored(String name) {
        assertThat(Given.variables(FILE, Map.of(name, "anything"))).isEqualTo(Given.file(FILE));
    }

    @Test
    void otherVariablesAreIgnored() {
        assertThat(Given.variables(FILE, Map.of("SERVER_PORT", "1", "medley_server_port", "1")))
                .isEqualTo(Given.file(FILE));
    }

    @Test
    void anInvalidSectionOfTheFileIsReportedAndNotItsOverrides() {
        Map<String, String> flags = Map.of("server.port", "1003", "partners.weather.url", "http://127.0.0.1:9001");

        assertThat(problemsOf(() -> Given.flags("server: 1\npartners: [weather]\n", flags)))
                .extracting(problem -> Stream.of(problem.split(";")).findFirst().orElseThrow())
                .containsExactly(
                        "medley.yaml:1:9: server: '1' is not a section", "medley.yaml:2:11: partners: is a list");
    }
}
