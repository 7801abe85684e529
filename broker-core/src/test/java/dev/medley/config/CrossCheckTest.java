package dev.medley.config;

import static dev.medley.config.internal.Given.problemsOfFile;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.internal.Given;
import dev.medley.partner.Adaptation;
import dev.medley.partner.QueueOrder;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CrossCheckTest {

    @Test
    void theBlockingModeNeedsMoreThreads() {
        assertThat(problemsOfFile("server:\n  execution: blocking\n  threads: 7\n"))
                .containsExactly(
                        "medley.yaml:3:12: server.threads: '7' is too few; expected 8 or more with execution: blocking");
    }

    @Test
    void twoPortsOnOneAddressDiffer() {
        assertThat(problemsOfFile("server:\n  port: 8081\n"))
                .containsExactly(
                        "medley.yaml:2:9: server.port: '8081' is also server.admin.port; expected another port");
        assertThat(problemsOfFile("server:\n  host: h\n  port: 9000\n  admin:\n    port: 9000\n    host: h\n"))
                .containsExactly(
                        "medley.yaml:5:11: server.admin.port: '9000' is also server.port; expected another port");
    }

    @Test
    void thePortOfOperatorsDiffersFromTheOthers() {
        assertThat(problemsOfFile("server:\n  admin:\n    operator:\n      port: 8081\n"))
                .containsExactly(
                        "medley.yaml:4:13: server.admin.operator.port: '8081' is also server.admin.port; expected"
                                + " another port");
        assertThat(problemsOfFile("server:\n  admin:\n    operator:\n      port: 8080\n"))
                .containsExactly(
                        "medley.yaml:4:13: server.admin.operator.port: '8080' is also server.port; expected another port");
        assertThat(Given.file("server: {admin: {host: 10.0.0.1, operator: {port: 8081}}}")
                        .server()
                        .admin()
                        .operatorPort())
                .isEqualTo(8081);
    }

    @Test
    void twoPortsOnTwoAddressesMayBeTheSame() {
        assertThat(Given.file("server: {port: 8081, host: 127.0.0.2}").server().port())
                .isEqualTo(8081);
        assertThat(Given.file("server: {port: 0, admin: {port: 0}}").server().port())
                .isZero();
    }

    @Test
    void theQueueOfAdmissionNeedsALimit() {
        assertThat(problemsOfFile("server:\n  admission:\n    max-queue-age: 20ms\n"))
                .containsExactly(
                        "medley.yaml:3:20: server.admission.max-queue-age: has no effect, because all requests are"
                                + " admitted; expected server.admission.max-concurrent or server.admission.adaptive as well");
    }

    @Test
    void prioritiesCountForComputationsToo() {
        var configuration =
                Given.file("server: {admission: {priority-field: X-Priority}}\nmashups: {/trip: {priority: high}}");
        assertThat(configuration.server().admission().isLimited()).isFalse();
        assertThat(configuration.server().admission().priorityField()).isEqualTo("X-Priority");
    }

    @Test
    void theLimitOfAdmissionMayBeFixedOrAdaptive() {
        AdmissionSettings fixed = Given.file("server: {admission: {max-concurrent: 7, max-queue-age: 20ms}}")
                .server()
                .admission();
        assertThat(fixed.isLimited()).isTrue();
        assertThat(fixed.maxConcurrent()).isEqualTo(7);
        assertThat(fixed.maxQueued()).isEqualTo(100);
        assertThat(fixed.maxQueueAge()).isEqualTo(Duration.ofMillis(20));
        assertThat(fixed.queueOrder()).isEqualTo(QueueOrder.OLDEST_FIRST);
        AdmissionSettings adaptive = Given.file("server: {admission: {adaptive: vegas, queue-order: newest-first}}")
                .server()
                .admission();
        assertThat(adaptive.isLimited()).isTrue();
        assertThat(adaptive.maxConcurrent()).isEqualTo(1000);
        assertThat(adaptive.adaptive()).isEqualTo(Adaptation.VEGAS);
        assertThat(Given.file("").server().admission().isLimited()).isFalse();
    }
}
