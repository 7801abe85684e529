package dev.medley.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanCommandTest {

    @Test
    void exitsWithZero() {
        assertThat(run("plan --rate 280 --fan-out 6 --latency 500ms,5s")).isZero();
        assertThat(run("plan --rate 280 --fan-out 6 --latency 5s --demand 1ms --execution virtual --json"))
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plan --rate 0 --fan-out 6 --latency 5s",
                "plan --rate -1 --fan-out 6 --latency 5s",
                "plan --rate 280 --fan-out 6 --latency 5",
                "plan --rate 280 --fan-out 6 --latency 5s --headroom 1",
                "plan --rate 280 --fan-out 6 --latency 5s --files 100",
                "plan --rate 280 --fan-out 6 --latency 5s --execution fast",
                "plan --fan-out 6 --latency 5s"
            })
    void exitsWithTwoForInvalidOptions(String line) {
        assertThat(run(line)).isEqualTo(2);
    }

    private static int run(String line) {
        return MedleyCommand.run(line.split(" ", -1));
    }
}
