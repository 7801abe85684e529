package dev.medley.config.internal;

import static dev.medley.config.internal.Given.problemsOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigurationTest {

    private static final String BELONGS = ": belongs to the servlet container; set it there and not here";

    @Test
    void keysOfTheContainerAreRefused() {
        Configuration configuration = Given.READER.parse(
                "WEB-INF/medley.yaml",
                """
                server:
                  port: 8080
                  host: 0.0.0.0
                  admin:
                    port: 8081
                    host: 127.0.0.1
                  accept-backlog: 4096
                """,
                Map.of("MEDLEY_SERVER_IDLE_TIMEOUT", "1s"),
                Map.of("server.access-log", "true"));

        assertThat(problemsOf(configuration::forContainer))
                .containsExactlyInAnyOrder(
                        "WEB-INF/medley.yaml:2:3: server.port" + BELONGS,
                        "WEB-INF/medley.yaml:3:3: server.host" + BELONGS,
                        "WEB-INF/medley.yaml:5:5: server.admin.port" + BELONGS,
                        "WEB-INF/medley.yaml:6:5: server.admin.host" + BELONGS,
                        "WEB-INF/medley.yaml:7:3: server.accept-backlog" + BELONGS,
                        "MEDLEY_SERVER_IDLE_TIMEOUT: server.idle-timeout" + BELONGS,
                        "--set server.access-log" + BELONGS);
    }

    @Test
    void otherKeysAreAllowed() {
        Configuration configuration = Given.file("""
                server:
                  threads: 20
                  execution: async
                  deadline: 1s
                  drain: 1s
                  max-request-body: 1MiB
                  max-waiting: 1
                partners:
                  weather:
                    url: http://127.0.0.1:9001
                    idle-timeout: 1s
                """);

        assertThat(configuration.forContainer()).isSameAs(configuration);
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
}
