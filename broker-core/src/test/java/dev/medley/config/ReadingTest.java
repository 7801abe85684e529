package dev.medley.config;

import static dev.medley.config.Given.NOTHING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.Protocol;
import dev.medley.partner.PartnerSettings;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadingTest {

    @Test
    void everySettingOfTheServerIsRead() {
        ServerSettings server = Given.file("""
                        server:
                          port: 9090
                          host: 127.0.0.1
                          admin:
                            port: 9091
                            host: "::1"
                          threads: 400
                          execution: blocking
                          deadline: 2.5s
                          drain: 0
                          idle-timeout: 1m
                          accept-backlog: 128
                          max-request-body: 64KiB
                          max-waiting: 0
                          access-log: false
                        """).server();

        assertThat(server)
                .isEqualTo(new ServerSettings(
                        9090,
                        "127.0.0.1",
                        new ServerSettings.Admin(9091, "::1"),
                        400,
                        ExecutionMode.BLOCKING,
                        Duration.ofMillis(2500),
                        Duration.ZERO,
                        Duration.ofMinutes(1),
                        128,
                        65536,
                        0,
                        false));
    }

    @Test
    void everySettingOfAPartnerIsRead() {
        Configuration configuration = Given.file("""
                partners:
                  weather:
                    url: http://127.0.0.1:9001/v1
                    protocol: http/1.1
                    max-connections: 20
                    max-queued: 0
                    timeout: 2s
                    attempt-timeout: 800ms
                    connect-timeout: 300ms
                    idle-timeout: 500ms
                    keep-alive: 0s
                    retries: 2
                    connect-retries: 3
                    max-body: 1GiB
                """);

        assertThat(configuration.partners())
                .containsExactly(new PartnerSettings(
                        "weather",
                        URI.create("http://127.0.0.1:9001/v1"),
                        Protocol.HTTP_1_1,
                        20,
                        0,
                        Duration.ofSeconds(2),
                        Duration.ofMillis(800),
                        Duration.ofMillis(300),
                        Duration.ofMillis(500),
                        Duration.ZERO,
                        3,
                        2,
                        1L << 30));
    }

    @Test
    void partnersKeepTheOrderOfTheFile() {
        Configuration configuration = Given.file("""
                partners:
                  weather: {url: "http://127.0.0.1:9001"}
                  hotels: {url: "http://127.0.0.1:9002"}
                  a-1: {url: "http://127.0.0.1:9003"}
                """);

        assertThat(configuration.partners())
                .extracting(PartnerSettings::name)
                .containsExactly("weather", "hotels", "a-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# nothing\n", "---\n", "{}", "server:\npartners:\n", "server:\n  admin:\n"})
    void whatIsNotGivenHasItsDefault(String yaml) {
        Configuration configuration = Given.file(yaml);

        assertThat(configuration).isEqualTo(ConfigurationReader.defaults(NOTHING, NOTHING));
        assertThat(configuration.server())
                .isEqualTo(new ServerSettings(
                        8080,
                        "0.0.0.0",
                        new ServerSettings.Admin(8081, "127.0.0.1"),
                        16,
                        ExecutionMode.ASYNC,
                        null,
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(60),
                        4096,
                        1 << 20,
                        10_000,
                        true));
        assertThat(configuration.partners()).isEmpty();
        assertThat(configuration.given()).isEmpty();
    }

    @Test
    void aPartnerNeedsNoMoreThanAUrl() {
        Configuration configuration = Given.file("partners: {weather: {url: 'http://127.0.0.1:9001'}}");

        assertThat(configuration.partners())
                .containsExactly(
                        PartnerSettings.of("weather", "http://127.0.0.1:9001").build());
    }

    @Test
    void theBlockingModeHasManyThreads() {
        assertThat(Given.file("server: {execution: blocking}").server().threads())
                .isEqualTo(3300);
    }

    @Test
    void theDeadlineIsTheOneGiven() {
        assertThat(Given.file("server: {deadline: 3s}").deadline()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void aDeadlineThatIsNotGivenIsLaterThanEveryTimeout() {
        Configuration configuration = Given.file("""
                partners:
                  weather: {url: "http://127.0.0.1:9001", timeout: 2s}
                  hotels: {url: "http://127.0.0.1:9002", timeout: 5s}
                  news: {url: "http://127.0.0.1:9003", timeout: 1s}
                """);

        assertThat(configuration.deadline()).isEqualTo(Duration.ofMillis(5500));
    }

    @Test
    void thereIsADeadlineWithoutPartners() {
        assertThat(Given.file("").deadline()).isEqualTo(Duration.ofMillis(60_500));
    }

    @Test
    void whatWasGivenIsKnownWithItsPlace() {
        Configuration configuration = Given.file("""
                server:
                  admin:
                    port: 0
                partners:
                  weather:
                    url: http://127.0.0.1:9001
                """);

        assertThat(configuration.given())
                .containsExactly(
                        Map.entry("server.admin.port", "medley.yaml:3: server.admin.port"),
                        Map.entry("partners.weather.url", "medley.yaml:6: partners.weather.url"));
    }

    @Test
    void aFileIsReadWhateverTheEndsOfItsLinesAndTheMarkAtItsBegin(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("medley.yaml");
        Files.writeString(file, "\uFEFFserver:\r\n  port: 9090 # größer\r\n");

        Configuration configuration = ConfigurationReader.read(file, NOTHING, NOTHING);

        assertThat(configuration.server().port()).isEqualTo(9090);
        assertThat(configuration.given()).containsEntry("server.port", file + ":2: server.port");
    }
}
