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

class PlanCommandTest {

    @RegisterExtension
    final Printed printed = new Printed();

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

    @Test
    void theMashupMayBeADeclaredOne(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("medley.yaml"), DeclaredShapes.YAML);

        assertThat(MedleyCommand.run("plan", "--rate", "10", "--latency", "1s", "--config", file.toString()))
                .isZero();

        assertThat(printed.output()).startsWith("10 mashups per second of /two, 17 exchanges each in 2 layers, ");
    }

    @Test
    void withoutExchangesThereIsNoPlan() {
        assertThat(run("plan --rate 280 --latency 5s")).isEqualTo(2);

        assertThat(printed.errors())
                .isEqualTo("medley: --fan-out is missing; expected it, or --config with a declared mashup\n");
    }

    @Test
    void ofSessionsItSaysWhatTheyNeed() {
        assertThat(run("plan --sessions 100000 --message-rate 0.1 --message-size 512B"))
                .as(printed.errors())
                .isZero();

        assertThat(printed.output())
                .startsWith("100,000 sessions, 0.10 messages of 512 bytes a second to each, 30 % headroom\n")
                .containsPattern("messages a second +10,000 +sessions \\* rate = 100,000 \\* 0.10/s\n")
                .contains("Instances: 8, limited by open files.", "Each carries 12,500 sessions");
    }

    @Test
    void streamsOfAClientShareItsConnection() {
        assertThat(run("plan --sessions 100000 --message-rate 0.1 --per-connection 100 --json"))
                .isZero();

        assertThat(printed.output()).contains("\"connections\" : 1000", "\"limitedBy\" : \"heap\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plan",
                "plan --sessions 0",
                "plan --sessions 10 --rate 5 --latency 1s",
                "plan --sessions 10 --message-rate x",
                "plan --message-rate 1",
            })
    void sessionsAreInPlaceOfRequests(String line) {
        assertThat(run(line)).isEqualTo(2);
    }

    private static int run(String line) {
        return MedleyCommand.run(line.split(" ", -1));
    }
}
