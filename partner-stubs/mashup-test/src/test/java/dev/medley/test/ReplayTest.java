package dev.medley.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.medley.config.ExecutionMode;
import dev.medley.server.recording.Recording;
import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.StubMisbehaviour;
import dev.medley.thread.internal.BrokerPool;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("modes")
class ReplayTest {

    private static final int THREADS = 20;
    private static final Duration LATER = Duration.ofMillis(300);

    @RegisterExtension
    final MedleyExtension medley;

    private final ExecutionMode mode;

    @TempDir
    private Path folder;

    ReplayTest(ExecutionMode mode) {
        this.mode = mode;
        medley = MedleyExtension.builder()
                .partner("near", partner -> partner.timeout(Duration.ofSeconds(30)))
                .partner("far", partner -> partner.timeout(Duration.ofSeconds(30)))
                .partner("slow", partner -> partner.timeout(LATER))
                .partner("tight", partner -> partner.maxConnections(1).limits(l -> l.maxQueued(0)))
                .settings(server -> server.execution(mode).threads(THREADS))
                .mashup(new FirstOfferServlet())
                .mashup(new EndsServlet())
                .mashup(new WaitingServlet())
                .build();
    }

    static List<ExecutionMode> modes() {
        return BrokerPool.virtualThreadsAvailable()
                ? List.of(ExecutionMode.values())
                : List.of(ExecutionMode.ASYNC, ExecutionMode.BLOCKING);
    }

    @BeforeEach
    void answers() {
        for (String partner : List.of("near", "far", "slow", "tight")) {
            medley.stubs(partner).answer("GET", "/part", 200, "1");
        }
        medley.stubs("near").answer("GET", "/offer", 200, "\"near\"");
        medley.stubs("far")
                .answer("GET", "/offer", StubAnswer.json(200, "\"far\"").delay(LATER));
    }

    @Test
    void aRaceHasTheRecordedWinnerEachTime() throws IOException {
        medley.stubs("near")
                .answer("GET", "/offer", StubAnswer.json(200, "\"near\"").delay(LATER));
        medley.stubs("far").answer("GET", "/offer", 200, "\"far\"");
        Path file = folder.resolve("offer.json");
        medley.record("/offer").write(file);
        answers();
        assertThat(medley.get("/offer").body()).isEqualTo("\"near\"");

        for (int i = 0; i < 100; i++) {
            assertThat(medley.replay(Recording.of(file)).body()).isEqualTo("\"far\"");
        }

        assertThat(medley.get("/offer").body()).isEqualTo("\"near\"");
    }

    @Test
    void theMashupIsToldOfTheEndsInTheRecordedOrder() {
        medley.stubs("near").answer("GET", "/part", StubAnswer.json(200, "1").delay(LATER));
        medley.stubs("far").answer("GET", "/part", StubAnswer.json(200, "2").delay(LATER.dividedBy(2)));
        Recording recording = medley.record("/ends?of=near&of=far&of=tight");
        String told = "[\"tight: 1\",\"far: 2\",\"near: 1\"]";
        assertThat(recording.order())
                .containsExactly("GET /part of partner tight", "GET /part of partner far", "GET /part of partner near");

        for (int i = 0; i < 100; i++) {
            assertThat(medley.replay(recording).body()).isEqualTo(told);
        }
    }

    @Test
    void theOrderOfARecordingIsThatInWhichTheMashupWasTold() {
        for (int i = 0; i < 20; i++) {
            Recording recording = medley.record("/ends?of=near&of=far&of=tight");
            String order = recording.order().stream()
                    .map(line -> '"' + line.substring("GET /part of partner ".length()) + ": 1\"")
                    .toList()
                    .toString();

            assertThat(medley.replay(recording).body()).isEqualTo(order.replace(", ", ","));
        }
    }

    @Test
    void aMashupThatWaitsGoesOnBeforeTheNextEnd() {
        assumeThat(mode).as("a loop must not wait").isNotEqualTo(ExecutionMode.ASYNC);
        for (int i = 0; i < 20; i++) {
            Recording recording = medley.record("/waiting");
            String order = recording.order().get(0).endsWith("near")
                    ? "[\"near\",\"after near\",\"far\",\"after far\"]"
                    : "[\"far\",\"near\",\"after near\",\"after far\"]";

            assertThat(medley.replay(recording).body()).isEqualTo(order);
        }
    }

    @Test
    void failuresAreReplayed() {
        medley.stubs("near").answer("GET", "/part", StubAnswer.misbehaviour(StubMisbehaviour.RESET));
        medley.stubs("far").answer("GET", "/part", StubAnswer.misbehaviour(StubMisbehaviour.TRUNCATED_BODY));
        medley.stubs("slow").answer("GET", "/part", StubAnswer.misbehaviour(StubMisbehaviour.HANG));
        medley.stubs("tight").answer("GET", "/part", StubAnswer.json(404, "{}").delay(LATER.multipliedBy(2)));
        String path = "/ends?of=near&of=far&of=slow&of=tight&of=tight";
        Recording recording = medley.record(path);
        String told = medley.replay(recording).body();

        assertThat(told)
                .contains(
                        "\"near: connection failed\"",
                        "\"far: connection failed\"",
                        "\"slow: timeout\"",
                        "\"tight: no capacity\"",
                        "\"tight: unexpected status 404\"");
        for (int i = 0; i < 5; i++) {
            assertThat(medley.replay(recording).body()).as("replay %d", i).isEqualTo(told);
        }
        answers();
        assertThat(medley.get("/ends?of=near").body()).isEqualTo("[\"near: 1\"]");
    }

    @Test
    void requestsThatWereNotRecordedAndSuchAsNeverComeAreNamed() throws IOException {
        Path file = folder.resolve("ends.json");
        medley.record("/ends?of=near&of=far").write(file);
        Files.writeString(
                file,
                Files.readString(file)
                        .replaceFirst("\"target\": \"/part\"", "\"target\": \"/other\"")
                        .replaceAll("\"tookMs\": [0-9.]+", "\"tookMs\": 1"));

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> medley.replay(Recording.of(file)))
                .withMessageContaining("the recording has no further request GET /part of partner ")
                .withMessageContaining("GET /other of partner ")
                .withMessageContaining(" never came");
    }

    @Test
    void anEndOfAnotherKindIsNamed() throws IOException {
        Path file = folder.resolve("ends.json");
        medley.record("/ends?of=near&of=far").write(file);
        Files.writeString(
                file,
                Files.readString(file)
                        .replaceFirst(
                                "\"outcome\": \"completed\"",
                                "\"outcome\": \"failed\", \"reason\": \"broken json\", \"cause\": \"broken json\""));

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> medley.replay(Recording.of(file)))
                .withMessageContaining(": failed (broken json) in the recording, but completed now");
    }

    @Test
    void anExchangeThatHadEndedBeforeItCouldBeCancelledMayBeCancelled() throws IOException {
        Path file = folder.resolve("offer.json");
        medley.record("/offer").write(file);
        Files.writeString(
                file,
                Files.readString(file)
                        .replace(
                                "\"outcome\": \"cancelled\"",
                                "\"outcome\": \"completed\", \"status\": 200, \"toldLate\": true"));

        for (int i = 0; i < 10; i++) {
            assertThat(medley.replay(Recording.of(file)).body()).isEqualTo("\"near\"");
        }
    }

    @Test
    void aRecordingWithOtherPartnersIsRefused() throws IOException {
        Path file = folder.resolve("ends.json");
        medley.record("/ends?of=near").write(file);
        Files.writeString(file, Files.readString(file).replace("\"partner\": \"near\"", "\"partner\": \"moon\""));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> medley.replay(Recording.of(file)))
                .withMessage(
                        "the recording has exchanges with moon; expected partners of the server: near, far, slow, tight");
        HttpResponse<String> reply = medley.get("/ends?of=near");
        assertThat(reply.body()).isEqualTo("[\"near: 1\"]");
    }
}
