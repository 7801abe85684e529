package dev.medley.config;

import static dev.medley.config.Given.problemsOfFile;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CrossCheckTest {

    @Test
    void theBlockingModeNeedsMoreThreads() {
        assertThat(problemsOfFile("server:\n  execution: blocking\n  threads: 7\n"))
                .containsExactly(
                        "medley.yaml:3: server.threads: '7' is too few; expected 8 or more with execution: blocking");
    }

    @Test
    void twoPortsOnOneAddressDiffer() {
        assertThat(problemsOfFile("server:\n  port: 8081\n"))
                .containsExactly("medley.yaml:2: server.port: '8081' is also server.admin.port; expected another port");
        assertThat(problemsOfFile("server:\n  host: h\n  port: 9000\n  admin:\n    port: 9000\n    host: h\n"))
                .containsExactly("medley.yaml:5: server.admin.port: '9000' is also server.port; expected another port");
    }

    @Test
    void twoPortsOnTwoAddressesMayBeTheSame() {
        assertThat(Given.file("server: {port: 8081, host: 127.0.0.2}").server().port())
                .isEqualTo(8081);
        assertThat(Given.file("server: {port: 0, admin: {port: 0}}").server().port())
                .isZero();
    }
}
