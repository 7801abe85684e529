package dev.medley.server.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.cli.MedleyCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandsTest {

    @Test
    void planEndsWithZero() {
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
                "plan --fan-out 6 --latency 5s",
                "doctor --users 0",
                "doctor --fan-out many",
                "doctor --partner-latency 5h"
            })
    void wrongOptionsEndWithTwo(String line) {
        assertThat(run(line)).isEqualTo(2);
    }

    @Test
    void doctorEndsWithOneWhereSomethingIsTooLow() {
        assertThat(run("doctor --users 1 --fan-out 1 --partner-latency 2s --set server.deadline=1s"))
                .isEqualTo(1);
    }

    @Test
    void doctorEndsWithOneWhereTheConfigurationIsWrong() {
        assertThat(run("doctor --set server.thread=16")).isEqualTo(1);
    }

    private static int run(String line) {
        return MedleyCommand.run(line.split(" ", -1));
    }
}
