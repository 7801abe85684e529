package dev.medley.loadtest.jmeter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.loadtest.HeldAnswers;
import dev.medley.stubs.PartnerStubs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With the real JMeter, the one that the build assembles. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class JMeterRunTest {

    private static final String ANSWERED_AFTER_100_MS = "/partner/1?delay=100";

    private final JMeterHome home = JMeterHome.built();

    @TempDir
    Path directory;

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
        List<JMeterProgress> reported = new ArrayList<>();
        JMeterResult result;
        try (JMeterRun run = plan(JMeterPlan.CLOSED_LOOP, ANSWERED_AFTER_100_MS)
                .property("users", 10)
                .property("seconds", 3)
                .warmUp(Duration.ofSeconds(1))
                .progress(reported::add)
                .start()) {
            result = run.await();
        }

        assertThat(result.errors()).isEmpty();
        assertThat(result.requests()).isEqualTo(stubs.requests());
        assertThat(stubs.connectionsAccepted()).isEqualTo(10);
        assertThat(result.meanMillis()).isGreaterThanOrEqualTo(100);
        // 100 a second if nothing but the delay took time; on a busy machine fewer, by Little's law.
        assertThat(result.throughput()).isBetween(20.0, 101.0);
        // What JMeter takes between two requests is in no latency.
        assertThat(result.throughput() * result.meanMillis() / 1000).isBetween(5.0, 10.5);
        assertThat(reported).hasSizeGreaterThanOrEqualTo(3);
        assertThat(reported.get(reported.size() - 1).succeeded()).isEqualTo(result.requests());
    }

    @Test
    void openArrivalsComeHoweverLongTheAnswersTake() throws Exception {
        HeldAnswers answers = new HeldAnswers();
        try (PartnerStubs held =
                        PartnerStubs.builder().port(0).scheduler(answers).start();
                JMeterRun run = JMeterRun.of(home, JMeterPlan.OPEN_ARRIVALS)
                        .property("port", held.port())
                        .property("path", "/partner/1?delay=1")
                        .property("rate", 50)
                        .property("seconds", 2)
                        .property("drain", 100)
                        .progress(progress -> {
                            // None is answered before all have come; the rest of the drain is of no use.
                            if (held.inFlight() == 100) {
                                answers.release();
                            }
                            if (progress.succeeded() + progress.failed() == 100) {
                                Thread.currentThread().interrupt();
                            }
                        })
                        .start()) {
            assertThatThrownBy(run::await).isInstanceOf(InterruptedException.class);

            assertThat(held.requests()).isEqualTo(100);
        }
    }

    @Test
    void aScheduleMayBeGivenAndAnyStatusBut200IsAnError() throws Exception {
        JMeterResult result;
        try (JMeterRun run = plan(JMeterPlan.OPEN_ARRIVALS, "/status/204")
                .property("schedule", "rate(20/sec) random_arrivals(1 sec) pause(2 sec)")
                .start()) {
            result = run.await();
        }

        assertThat(result.requests()).isEqualTo(20);
        assertThat(result.errors()).isEqualTo(Map.of("204", 20L));
        assertThat(result.throughput()).isZero();
    }

    @Test
    void errorsAreCountedByTheirStatus() throws Exception {
        JMeterResult result;
        try (JMeterRun run = plan(JMeterPlan.CLOSED_LOOP, "/status/500?delay=50")
                .property("users", 2)
                .property("seconds", 1)
                .start()) {
            result = run.await();
        }

        assertThat(result.requests()).isPositive();
        assertThat(result.errors()).isEqualTo(Map.of("500", result.requests()));
    }

    @Test
    void interruptingTheThreadThatAwaitsStopsJMeter() throws Exception {
        try (JMeterRun run = plan(JMeterPlan.CLOSED_LOOP, ANSWERED_AFTER_100_MS)
                .property("seconds", 600)
                .progress(progress -> {
                    if (progress.succeeded() > 0) {
                        Thread.currentThread().interrupt();
                    }
                })
                .start()) {
            assertThatThrownBy(run::await).isInstanceOf(InterruptedException.class);

            assertThat(run.isAlive()).isFalse();
        }
    }

    @Test
    void closingStopsJMeterAndLeavesNoFiles() throws Exception {
        JMeterRun run = plan(JMeterPlan.CLOSED_LOOP, ANSWERED_AFTER_100_MS).start();
        assertThat(run.isAlive()).isTrue();
        assertThat(run.files()).exists();

        run.close();

        assertThat(run.isAlive()).isFalse();
        assertThat(run.files()).doesNotExist();
        assertThatThrownBy(run::await).isInstanceOf(JMeterException.class).hasMessageContaining("stopped");
    }

    @Test
    void aPlanThatCannotBeReadIsReportedInJMetersWords() throws Exception {
        Path plan = Files.writeString(directory.resolve("bad.jmx"), "no plan");
        try (JMeterRun run = JMeterRun.of(home, plan).start()) {
            assertThatThrownBy(run::await)
                    .isInstanceOf(JMeterException.class)
                    .hasMessageContaining("exit status 1")
                    .hasMessageContaining("Error in NonGUIDriver");
        }
    }

    @Test
    void aScheduleThatJMeterDoesNotUnderstandIsNotTakenForARunWithoutErrors() throws Exception {
        try (JMeterRun run = plan(JMeterPlan.OPEN_ARRIVALS, ANSWERED_AFTER_100_MS)
                .property("schedule", "rate(5/fortnight)")
                .start()) {
            assertThatThrownBy(run::await)
                    .isInstanceOf(JMeterException.class)
                    .hasMessageContaining("made no request")
                    .hasMessageContaining("rate(5/fortnight)");
        }
    }

    private JMeterRun.Builder plan(JMeterPlan plan, String path) {
        return JMeterRun.of(home, plan).property("port", stubs.port()).property("path", path);
    }
}
