package dev.medley.config;

import static dev.medley.config.Given.problemsOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ContainerTest {

    private static final String BELONGS = ": belongs to the servlet container; set it there and not here";

    @Test
    void whatBelongsToTheContainerIsRefused() {
        Configuration configuration = ConfigurationReader.parse(
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
                        "WEB-INF/medley.yaml:2: server.port" + BELONGS,
                        "WEB-INF/medley.yaml:3: server.host" + BELONGS,
                        "WEB-INF/medley.yaml:5: server.admin.port" + BELONGS,
                        "WEB-INF/medley.yaml:6: server.admin.host" + BELONGS,
                        "WEB-INF/medley.yaml:7: server.accept-backlog" + BELONGS,
                        "MEDLEY_SERVER_IDLE_TIMEOUT: server.idle-timeout" + BELONGS,
                        "--set server.access-log" + BELONGS);
    }

    @Test
    void everythingElseIsAllowed() {
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
}
