package dev.medley.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final AtomicLong nanos = new AtomicLong();

    private Progress progress(boolean terminal) {
        return new Progress(new PrintStream(bytes, true, StandardCharsets.UTF_8), terminal, nanos::get);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private String shown() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void redrawsItsLineOnATerminal() {
        try (Progress.Task task = progress(true).task("async, 50 users", 300)) {
            pass(Duration.ofSeconds(60));
            task.advance(100);
        }

        assertThat(shown().split("\r", -1))
                .extracting(String::stripTrailing)
                .containsExactly(
                        "",
                        "async, 50 users: 0/300",
                        "async, 50 users: 100/300, 33 %, 2:00 left",
                        "async, 50 users: 100/300 in 1:00");
        assertThat(shown().lines())
                .hasSize(4)
                .allSatisfy(line -> assertThat(line.length()).isIn(0, 79));
        assertThat(shown()).endsWith(System.lineSeparator());
    }

    @Test
    void redrawsAtMostOnceASecond() {
        Progress.Task task = progress(true).task("busy", 1_000);
        for (int i = 0; i < 100; i++) {
            pass(Duration.ofMillis(100));
            task.advance(1);
        }

        assertThat(shown().split("\r", -1)).hasSize(1 + 1 + 10);
    }

    @Test
    void writesFewLinesWhereTheyStay() {
        try (Progress.Task task = progress(false).task("fig5", 60)) {
            for (int i = 0; i < 60; i++) {
                pass(Duration.ofSeconds(1));
                task.advance(1);
            }
        }

        assertThat(shown().lines())
                .containsExactly(
                        "fig5: 0/60",
                        "fig5: 10/60, 16 %, 0:50 left",
                        "fig5: 20/60, 33 %, 0:40 left",
                        "fig5: 30/60, 50 %, 0:30 left",
                        "fig5: 40/60, 66 %, 0:20 left",
                        "fig5: 50/60, 83 %, 0:10 left",
                        "fig5: 60/60, 100 %, 0:00 left",
                        "fig5: 60/60 in 1:00");
    }

    @Test
    void oneOfManyThreadsPrints() {
        Progress.Task task = progress(true).task("busy", 1_000);
        pass(Duration.ofSeconds(5));

        IntStream.range(0, 1_000).parallel().forEach(i -> task.advance(1));

        assertThat(shown().split("\r", -1)).hasSize(1 + 1 + 1);
    }

    @Test
    void aTaskHasSteps() {
        assertThatThrownBy(() -> progress(true).task("nothing", 0)).hasMessageContaining("\"nothing\"");
    }

    @Test
    void aLongNameIsCut() {
        progress(true).task("name ".repeat(40), 10);

        assertThat(shown()).hasSize(1 + 79).contains(": 0/10");
    }
}
