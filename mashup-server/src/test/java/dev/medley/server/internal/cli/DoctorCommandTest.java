package dev.medley.server.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DoctorCommandTest {

    @RegisterExtension
    final Printed printed = new Printed();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "doctor --users 0",
                "doctor --fan-out many",
                "doctor --partner-latency 5h",
                "doctor --mashup /x",
                "doctor --fan-out 3 --elements 2"
            })
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

    @Test
    void theLoadIsThatOfTheDeclaredMashupWithTheMostExchangesAtATime(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("medley.yaml"), DeclaredShapes.YAML);

        MedleyCommand.run("doctor", "--config", file.toString());
        assertThat(printed.output()).contains(" of /two, 17 exchanges each in 2 layers, ");

        MedleyCommand.run("doctor", "--config", file.toString(), "--elements", "40");
        assertThat(printed.output()).contains(" of /two, 41 exchanges each in 4 layers, ");

        MedleyCommand.run("doctor", "--config", file.toString(), "--mashup", "/one");
        assertThat(printed.output()).contains(" of /one, 2 exchanges each, ");

        MedleyCommand.run("doctor", "--config", file.toString(), "--fan-out", "5");
        assertThat(printed.output()).contains(" users, 5 exchanges each, ");

        assertThat(MedleyCommand.run("doctor", "--config", file.toString(), "--mashup", "/three"))
                .isEqualTo(2);
        assertThat(printed.errors()).contains("--mashup: there is no declared mashup /three; expected /one, /two\n");
    }

    private static int run(String line) {
        return MedleyCommand.run(line.split(" ", -1));
    }
}
