package dev.medley.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DoctorCommandTest {

    @ParameterizedTest
    @ValueSource(strings = {"doctor --users 0", "doctor --fan-out many", "doctor --partner-latency 5h"})
    void exitsWithTwoForInvalidOptions(String line) {
        assertThat(run(line)).isEqualTo(2);
    }

    @Test
    void exitsWithOneIfACheckIsTooLow() {
        assertThat(run("doctor --users 1 --fan-out 1 --partner-latency 2s --set server.deadline=1s"))
                .isEqualTo(1);
    }

    @Test
    void exitsWithOneForAnInvalidConfiguration() {
        assertThat(run("doctor --set server.thread=16")).isEqualTo(1);
    }

    private static int run(String line) {
        return MedleyCommand.run(line.split(" ", -1));
    }
}
