package dev.medley.js.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code medley try}, {@code record} and {@code replay} with a script. */
final class RunScriptsTest {

    private static final String SCRIPT = """
            export const path = '/trip/{city}';
            export const methods = ['GET', 'POST'];
            export default async ({params, method}, {partners, missing}) => {
              console.log('a trip to', params.city);
              const [sky, hotels] = await Promise.all([
                partners.weather.get('/weather', {city: params.city}).json(),
                partners.hotels.get('/hotels').json().optional()]);
              const first = await Promise.race([
                partners.hotels.get('/a', {}, {name: 'one'}).json(), partners.hotels.get('/b', {}, {name: 'two'}).json()]);
              return {method, sky: sky.summary, hotels, first, missing};
            };
            """;

    @TempDir
    private Path folder;

    private PartnerStubs stubs = PartnerStubs.builder().start();

    @BeforeEach
    void answer() throws IOException {
        stubs.answer("GET", "/weather", 200, "{\"summary\":\"rain\"}")
                .answer("GET", "/hotels", 503, "{}")
                .answer("GET", "/a", StubAnswer.json(200, "\"slow\"").delay(Duration.ofMillis(200)))
                .answer("GET", "/b", 200, "\"fast\"");
        Files.writeString(Files.createDirectory(folder.resolve("mashups")).resolve("trip.mjs"), SCRIPT);
    }

    @AfterEach
    void close() {
        stubs.close();
    }

    @Test
    void tryPrintsTheReplyAndEachExchange() throws IOException {
        Ran ran = run("try", "/trip/{city}", "--var", "city=Rome", "--body", "{}");

        assertThat(ran.code()).as(ran.errors()).isZero();
        assertThat(ran.output())
                .startsWith("POST /trip/Rome\n200 OK, ")
                .contains("\"sky\": \"rain\"", "\"first\": \"fast\"", "\"hotels\": \"unexpected status 503\"")
                .containsPattern("\nweather +\\S+ +[0-9.]+ ms  200\n")
                .containsPattern("\nhotels +\\S+ +[0-9.]+ ms  unexpected status 503")
                .containsPattern("\none +\\S+ +[0-9.]+ ms  cancelled\n")
                .containsPattern("\ntwo +\\S+ +[0-9.]+ ms  200\n")
                .containsPattern("\ntotal +[0-9.]+ ms  100 % \\(server\\)\n");
        assertThat(ran.errors()).contains("/trip.mjs: a trip to Rome");
    }

    @Test
    void tryPrintsADocument() throws IOException {
        Ran ran = run("try", "/trip/Rome", "--json");

        assertThat(ran.code()).as(ran.errors()).isZero();
        JsonNode document = JsonMapper.shared().readTree(ran.output());
        assertThat(document.at("/body/sky").stringValue()).isEqualTo("rain");
        assertThat(document.at("/missing").toString()).isEqualTo("{\"hotels\":\"unexpected status 503\"}");
        assertThat(document.at("/exchanges")
                        .valueStream()
                        .map(each -> each.at("/name").stringValue()))
                .containsExactlyInAnyOrder("weather", "hotels", "one", "two");
    }

    @Test
    void tryOfAnErrorOfTheScriptSaysWhereItIs() throws IOException {
        stubs.answer("GET", "/weather", 200, "null");

        Ran ran = run("try", "/trip/Rome", "--json");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(JsonMapper.shared().readTree(ran.output()).at("/status").intValue())
                .isEqualTo(500);
        assertThat(ran.errors())
                .contains("/trip.mjs:10:")
                .contains("TypeError: Cannot read property 'summary' of null");
    }

    @Test
    void aScriptHasNoExamples() throws IOException {
        Ran ran = run("try", "/trip/Rome", "--mock");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.errors())
                .contains("--mock is for declared mashups, which have examples; /trip/{city} is not one; expected its"
                        + " partners, or a recording for 'medley replay'");
    }

    @Test
    void aRecordedRunIsRepeatedWithoutThePartners() throws IOException {
        Path recording = folder.resolve("trip.json");

        Ran recorded = run("record", "/trip/Rome", "--out", recording.toString());
        assertThat(recorded.code()).as(recorded.errors()).isZero();
        stubs.answerAll(any -> StubAnswer.status(500));
        Ran replayed = run("replay", recording.toString());

        assertThat(replayed.code()).as(replayed.output() + replayed.errors()).isZero();
        assertThat(replayed.output())
                .contains("\nThe exchanges ended in the recorded order: ", "\nThe reply is the recorded one.\n");
    }

    @Test
    void aReplayFindsThatAScriptHasChanged() throws IOException {
        Path recording = folder.resolve("trip.json");
        run("record", "/trip/Rome", "--out", recording.toString());
        Files.writeString(folder.resolve("mashups/trip.mjs"), SCRIPT.replace("sky: sky.summary", "sky: [sky.summary]"));

        Ran replayed = run("replay", recording.toString());

        assertThat(replayed.code()).isEqualTo(1);
        assertThat(replayed.output()).contains("Different: the reply differs: at /sky: ");
    }

    private Ran run(String command, String... arguments) throws IOException {
        Path file = Files.writeString(
                folder.resolve("medley.yaml"),
                "partners: {weather: {url: '%1$s', retries: 0}, hotels: {url: '%1$s', retries: 0}}\n"
                        .formatted(stubs.uri()));
        List<String> all = new ArrayList<>(List.of(command, file.toString()));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--mashups", folder.resolve("mashups").toString()));
        return Ran.command(all);
    }
}
