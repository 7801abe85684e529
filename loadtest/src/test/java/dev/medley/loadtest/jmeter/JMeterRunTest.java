package dev.medley.loadtest.jmeter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.loadtest.HeldAnswers;
import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With the real JMeter, the one that the build assembles. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class JMeterRunTest {

    private static final String OPEN_ARRIVALS = "open-arrivals.jmx";
    private static final String ANSWERED_AFTER_100_MS = "/partner/1?delay=100";

    private final JMeterHome home = new JMeterHome(Path.of("target", "jmeter"));

    private PartnerStubs stubs;

    @BeforeEach
    void startStubs() {
        stubs = PartnerStubs.builder().port(0).start();
    }

    @AfterEach
    void stopStubs() {
        stubs.close();
    }

    @Test
    void inTheClosedLoopEachUserHasOneConnectionAndOneRequestInFlight() throws Exception {
        List<Long> reported = new ArrayList<>();
        JMeterResult result;
        try (JMeterRun run = start(JMeterRun.CLOSED_LOOP, ANSWERED_AFTER_100_MS, Map.of("users", 10, "seconds", 3))) {
            result = run.await(Duration.ofSeconds(1), reported::add);
        }

        assertThat(result.errors()).isEmpty();
        assertThat(result.requests()).isEqualTo(stubs.requests());
        assertThat(stubs.connectionsAccepted()).isEqualTo(10);
        assertThat(result.meanMillis()).isGreaterThanOrEqualTo(100);
        // 100 a second if nothing but the delay took time; on a busy machine fewer, by Little's law.
        assertThat(result.throughput()).isBetween(20.0, 101.0);
        // The time that JMeter takes between two requests is in no latency.
        assertThat(result.throughput() * result.meanMillis() / 1000).isBetween(5.0, 10.5);
        assertThat(reported).hasSizeGreaterThanOrEqualTo(3).isSorted().endsWith(result.requests());
    }

    @Test
    void openArrivalsComeHoweverLongTheAnswersTake() throws Exception {
        HeldAnswers answers = new HeldAnswers();
        try (PartnerStubs held = PartnerStubs.builder().port(0).timer(answers).start();
                JMeterRun run = JMeterRun.start(
                        home,
                        OPEN_ARRIVALS,
                        Map.of(
                                "port", held.port(),
                                "path", "/partner/1?delay=1",
                                "rate", 50,
                                "seconds", 2,
                                "drain", 100))) {
            assertThatThrownBy(() -> run.await(Duration.ZERO, ended -> {
                        // None is answered before all have come; the rest of the drain is of no use.
                        if (held.inFlight() == 100) {
                            answers.release();
                        }
                        if (ended == 100) {
                            Thread.currentThread().interrupt();
                        }
                    }))
                    .isInstanceOf(InterruptedException.class);

            assertThat(held.requests()).isEqualTo(100);
        }
    }

    @Test
    void aScheduleMayBeGivenAndAnyStatusBut200IsAnError() throws Exception {
        JMeterResult result = run(
                OPEN_ARRIVALS, "/status/204", Map.of("schedule", "rate(20/sec) random_arrivals(1 sec) pause(2 sec)"));

        assertThat(result.requests()).isEqualTo(20);
        assertThat(result.errors()).isEqualTo(Map.of("204", 20L));
        assertThat(result.throughput()).isZero();
    }

    @Test
    void errorsAreCountedByTheirStatus() throws Exception {
        JMeterResult result = run(JMeterRun.CLOSED_LOOP, "/status/500?delay=50", Map.of("users", 2, "seconds", 1));

        assertThat(result.requests()).isPositive();
        assertThat(result.errors()).isEqualTo(Map.of("500", result.requests()));
    }

    @Test
    void interruptingTheThreadThatAwaitsStopsJMeter() throws Exception {
        try (JMeterRun run = start(JMeterRun.CLOSED_LOOP, ANSWERED_AFTER_100_MS, Map.of("seconds", 600))) {
            assertThatThrownBy(() -> run.await(Duration.ZERO, ended -> {
                        if (ended > 0) {
                            Thread.currentThread().interrupt();
                        }
                    }))
                    .isInstanceOf(InterruptedException.class);

            assertThat(run.isAlive()).isFalse();
        }
    }

    @Test
    void closingStopsJMeterAndLeavesNoFiles() throws Exception {
        JMeterRun run = start(JMeterRun.CLOSED_LOOP, ANSWERED_AFTER_100_MS, Map.of());
        assertThat(run.isAlive()).isTrue();
        assertThat(run.files()).exists();

        run.close();

        assertThat(run.isAlive()).isFalse();
        assertThat(run.files()).doesNotExist();
        assertThatThrownBy(() -> run.await(Duration.ZERO, ended -> {}))
                .isInstanceOf(JMeterException.class)
                .hasMessageContaining("stopped");
    }

    @Test
    void aPlanThatCannotBeReadIsReportedInJMetersWords() {
        assertThatThrownBy(() -> run("bad.jmx", "/", Map.of()))
                .isInstanceOf(JMeterException.class)
                .hasMessageContaining("exit status 1")
                .hasMessageContaining("Error in NonGUIDriver");
    }

    @Test
    void aScheduleThatJMeterDoesNotUnderstandIsNotTakenForARunWithoutErrors() {
        assertThatThrownBy(() -> run(OPEN_ARRIVALS, ANSWERED_AFTER_100_MS, Map.of("schedule", "rate(5/fortnight)")))
                .isInstanceOf(JMeterException.class)
                .hasMessageContaining("made no request")
                .hasMessageContaining("rate(5/fortnight)");
    }

    private JMeterResult run(String plan, String path, Map<String, Object> properties) throws Exception {
        try (JMeterRun run = start(plan, path, properties)) {
            return run.await(Duration.ZERO, ended -> {});
        }
    }

    private JMeterRun start(String plan, String path, Map<String, Object> properties) throws IOException {
        Map<String, Object> all = new HashMap<>(properties);
        all.put("port", stubs.port());
        all.put("path", path);
        return JMeterRun.start(home, plan, all);
    }
}
