package dev.medley.config.internal;

import static dev.medley.config.internal.Given.NOTHING;
import static dev.medley.config.internal.Given.problemsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.medley.config.ExecutionMode;
import dev.medley.config.ServerSettings;
import dev.medley.connection.ProtocolChoice;
import dev.medley.partner.PartnerSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationReaderTest {

    @TempDir
    private Path folder;

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
                          max-held-bytes: 4GiB
                          max-waiting: 0
                          access-log: false
                        """).server();

        assertThat(server)
                .isEqualTo(ServerSettings.builder()
                        .port(9090)
                        .host("127.0.0.1")
                        .admin(admin -> admin.port(9091).host("::1"))
                        .threads(400)
                        .execution(ExecutionMode.BLOCKING)
                        .deadline(Duration.ofMillis(2500))
                        .drain(Duration.ZERO)
                        .idleTimeout(Duration.ofMinutes(1))
                        .acceptBacklog(128)
                        .maxRequestBody(65536)
                        .maxHeldBytes(1L << 32)
                        .maxWaiting(0)
                        .accessLog(false)
                        .build());
    }

    @Test
    void everySettingOfAPartnerIsRead() {
        Configuration configuration = Given.file("""
                partners:
                  weather:
                    url: http://127.0.0.1:9001/v1
                    protocol: http/1.1
                    max-connections: 20
                    timeout: 2s
                    attempt-timeout: 800ms
                    connect-timeout: 300ms
                    idle-timeout: 500ms
                    keep-alive: 0s
                    retries: 2
                    retry:
                      connect-retries: 3
                    limits:
                      max-queued: 0
                      max-body: 1GiB
                      max-request-head: 64KiB
                      max-json-names: 4
                      max-json-tokens: 5
                """);

        assertThat(configuration.partners())
                .containsExactly(PartnerSettings.of("weather", "http://127.0.0.1:9001/v1")
                        .protocol(ProtocolChoice.HTTP_1_1)
                        .maxConnections(20)
                        .timeout(Duration.ofSeconds(2))
                        .attemptTimeout(Duration.ofMillis(800))
                        .connectTimeout(Duration.ofMillis(300))
                        .idleTimeout(Duration.ofMillis(500))
                        .keepAlive(Duration.ZERO)
                        .retries(2)
                        .retry(r -> r.connectRetries(3))
                        .limits(l -> l.maxQueued(0)
                                .maxBody(1L << 30)
                                .maxRequestHead(64 << 10)
                                .maxJsonNames(4)
                                .maxJsonTokens(5))
                        .build());
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
    void aKeyThatIsNotGivenHasItsDefault(String yaml) {
        Configuration configuration = Given.file(yaml);

        assertThat(configuration).isEqualTo(Given.READER.defaults(NOTHING, NOTHING));
        assertThat(configuration.server()).isEqualTo(ServerSettings.builder().build());
        assertThat(configuration.partners()).isEmpty();
        assertThat(configuration.given()).isEmpty();
    }

    @Test
    void aPartnerNeedsOnlyAUrl() {
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
    void givenKeysAreKnownWithTheirPlaces() {
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
                        Map.entry("server.admin.port", "medley.yaml:3:5: server.admin.port"),
                        Map.entry("partners.weather.url", "medley.yaml:6:5: partners.weather.url"));
    }

    @Test
    void aFileMayHaveAByteOrderMarkAndCarriageReturns() throws Exception {
        Path file = folder.resolve("medley.yaml");
        Files.writeString(file, "\uFEFFserver:\r\n  port: 9090 # größer\r\n");

        Configuration configuration = Given.READER.read(file, NOTHING, NOTHING);

        assertThat(configuration.server().port()).isEqualTo(9090);
        assertThat(configuration.given()).containsEntry("server.port", file + ":2:3: server.port");
    }

    @Test
    void aFileThatDoesNotExistIsNamed() {
        Path file = folder.resolve("medley.yaml");

        assertThat(problems(file)).containsExactly(file + ": there is no such file; expected a YAML file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "# nothing yet\n\n  # here\n"})
    void aFileThatIsEmptyIsRefused(String content) throws Exception {
        Path file = Files.writeString(folder.resolve("medley.yaml"), content);

        assertThat(problems(file)).containsExactly(file + ": is empty; expected a section, such as partners");
    }

    @Test
    void aFolderIsNotAFile() {
        assertThat(problems(folder)).containsExactly(folder + ": is a directory; expected a YAML file");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aFileThatMayNotBeReadIsNamed() throws Exception {
        Path file = Files.writeString(folder.resolve("medley.yaml"), "server:\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("-w-------"));
        assumeThat(Files.isReadable(file)).isFalse();

        assertThat(problems(file)).containsExactly(file + ": is not readable; expected a file that this user can read");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aFileThatCannotBeReadIsNamed() throws Exception {
        Path loop = folder.resolve("medley.yaml");
        Files.createSymbolicLink(loop, loop);

        assertThat(problems(loop)).singleElement().asString().startsWith(loop + ": cannot be read; ");
    }

    @Test
    void aFileInAnotherEncodingIsRefusedWithThePlace() throws Exception {
        Path file = folder.resolve("medley.yaml");
        Files.write(file, "server:\n  # größer\n".getBytes(StandardCharsets.ISO_8859_1));

        assertThat(problems(file)).containsExactly(file + ":2:7: is not UTF-8; expected a file in that encoding");
    }

    @Test
    void aFileThatEndsWithinACharacterIsNotUtf8() throws Exception {
        Path file = folder.resolve("medley.yaml");
        Files.write(file, new byte[] {'#', ' ', (byte) 0xc3});

        assertThat(problems(file)).containsExactly(file + ":1:3: is not UTF-8; expected a file in that encoding");
    }

    @Test
    void aProblemOfAFileHasThePathThatWasGiven() throws Exception {
        Path file = Files.writeString(folder.resolve("medley.yaml"), "server:\n  port: none\n");

        assertThat(problems(file))
                .containsExactly(file
                        + ":2:9: server.port: 'none' is not a whole number; expected a whole number from 0 to 65535");
    }

    private static List<String> problems(Path file) {
        return problemsOf(() -> Given.READER.read(file, NOTHING, NOTHING));
    }
}
