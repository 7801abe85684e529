package dev.medley.server.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.StubMisbehaviour;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code medley record}, and {@code medley replay} of what it has written. */
class ReplayCommandTest {

    private static final JsonMapper JSON = new JsonMapper();

    /** No partner listens there. */
    private static final String NOBODY = "http://127.0.0.1:9";

    private static final String MASHUP = """
            mashups:
              /trip:
                exchanges:
                  weather: {path: '/weather?city={$request.query.city}'}
                  news: {path: /news, optional: true}
                  hotels: {path: /hotels, needs: [weather]}
                reply:
                  merge: {weather: $weather, hotels: $hotels, news: $news}
                  manifest: how
            """;

    @RegisterExtension
    final Printed printed = new Printed();

    @TempDir
    private Path folder;

    @Test
    void aRunIsReplayedWithoutItsPartnersInTheRecordedOrder() throws IOException {
        assertThat(record("--var", "city=Rome", "--header", "Authorization=Bearer 1"))
                .as(printed.errors())
                .isZero();
        assertThat(printed.output()).endsWith("\nRecorded in " + recording() + ", exchanges: 3\n");
        assertThat(Files.readString(recording()))
                .startsWith("{\n  \"recording\": 1,\n  \"warning\": \"This file may contain secrets")
                .contains("\"leftOut\": [ \"Authorization\" ]", "\"target\": \"/weather?city=Rome\"")
                .contains("\"json\": {\n        \"price\": 2.50\n      }", "\"text\": \"\\\"\\\\u0041\\\"\"")
                .doesNotContain("Bearer");

        assertThat(replay()).as(printed.output()).isZero();

        assertThat(printed.output())
                .contains(
                        "Note: the recording has no value of Authorization, which is secret; --header Authorization=VALUE gives"
                                + " it\n")
                .endsWith(
                        "\nThe exchanges ended in the recorded order: weather, hotels, news\nThe reply is the recorded one.\n");
    }

    @Test
    void secretsAreWrittenIfAskedFor() throws IOException {
        record("--var", "city=Rome", "--header", "Authorization=Bearer 1", "--with-secrets");

        assertThat(Files.readString(recording()))
                .contains("\"Authorization\": [ \"Bearer 1\" ]", "\"Set-Cookie\": [ \"a=b\" ]")
                .doesNotContain("leftOut");
    }

    @Test
    void nothingIsSentIfTheFileCannotBeWritten() throws IOException {
        try (PartnerStubs stubs = partners().start()) {
            configure(stubs.uri() + "", stubs.uri() + "");
            Path out = recording().resolveSibling("nowhere").resolve("trip.json");

            assertThat(run("record", "/trip?city=Rome", "--out", out.toString()))
                    .isEqualTo(2);

            assertThat(printed.errors())
                    .startsWith("--out: '" + out + "' is not a file in an existing folder; expected one\n");
            assertThat(stubs.requests()).isZero();
        }
    }

    @Test
    void withoutThemCookiesOfPartnersAreLeftOut() throws IOException {
        record("--var", "city=Rome");

        assertThat(Files.readString(recording())).doesNotContain("Set-Cookie").doesNotContain("a=b");
    }

    @Test
    void valuesWhoseNamesSayThatTheyAreSecretAreLeftOut() throws IOException {
        try (PartnerStubs stubs = PartnerStubs.builder()
                .answer(
                        "GET",
                        "/weather",
                        StubAnswer.json(200, "1")
                                .header("X-Session-Id", "s3cret")
                                .header("ETag", "\"open\""))
                .start()) {
            Files.writeString(file(), """
                    partners: {weather: {url: "%s"}}
                    mashups:
                      /sky:
                        exchanges:
                          weather: {path: '/weather?city=Rome&api_key={$request.query.token}'}
                    """.formatted(stubs.uri()));
            assertThat(run(
                            "record",
                            "/sky?token=s3cret",
                            "--out",
                            recording().toString(),
                            "--header",
                            "X-Api-Key=s3cret",
                            "--header",
                            "X-Team=open"))
                    .as(printed.errors())
                    .isZero();
        }
        assertThat(Files.readString(recording()))
                .doesNotContain("s3cret")
                .contains("\"leftOut\": [ \"X-Api-Key\" ]", "\"X-Team\": [ \"open\" ]", "\"open\\\"")
                .contains("\"/sky?token=***\"", "\"/weather?city=Rome&api_key=***\"");

        assertThat(replay()).as(printed.output()).isZero();

        assertThat(printed.output()).endsWith("The reply is the recorded one.\n");
    }

    @Test
    void aFailedConnectIsReplayedAsAFailedConnect() throws IOException {
        try (PartnerStubs stubs = partners()
                .answer("GET", "/news", StubAnswer.misbehaviour(StubMisbehaviour.RESET))
                .start()) {
            configure(stubs.uri() + "", NOBODY);
            assertThat(run("record", "/trip?city=Rome", "--out", recording().toString()))
                    .isEqualTo(1);
        }

        assertThat(replay()).as(printed.output()).isZero();

        assertThat(printed.output())
                .doesNotContain("Note: ")
                .contains("The exchanges ended in the recorded order: ")
                .endsWith("The reply is the recorded one.\n");
    }

    @Test
    void aFailedConnectComesInItsTurn() throws IOException {
        try (PartnerStubs stubs = partners().start()) {
            Files.writeString(file(), """
                    partners:
                      down: {url: "%s"}
                      up: {url: "%s"}
                    mashups:
                      /both:
                        exchanges:
                          a: {for-each: '["x", "y"]', partner: down, path: '/{$item}', optional: true}
                          b: {partner: up, path: /news}
                          c: {partner: up, path: /hotels, needs: [b]}
                    """.formatted(NOBODY, stubs.uri()));
            assertThat(run("record", "/both", "--out", recording().toString()))
                    .as(printed.errors())
                    .isZero();
        }
        ObjectNode recorded = (ObjectNode) JSON.readTree(recording());
        ArrayNode exchanges = (ArrayNode) recorded.get("exchanges");
        assertThat(exchanges.get(0).get("reason").stringValue()).isEqualTo("connect failed");
        exchanges.add(exchanges.remove(0));
        exchanges.add(exchanges.remove(0));
        List<String> order = exchanges
                .valueStream()
                .map(each -> each.get("name").stringValue())
                .toList();
        JSON.writeValue(recording(), recorded);

        assertThat(replay()).as(printed.output()).isZero();

        assertThat(printed.output())
                .contains("The exchanges ended in the recorded order: " + String.join(", ", order)
                        + "\nThe reply is the recorded one.\n");
    }

    @Test
    void failuresOtherThanThatOfTheRecordingAreNoted() throws IOException {
        try (PartnerStubs stubs = partners().start()) {
            Files.writeString(file(), """
                    partners: {all: {url: "%s"}}
                    mashups:
                      /two:
                        exchanges:
                          weather: {partner: all, path: /weather, optional: true}
                          hotels: {partner: all, path: /hotels}
                    """.formatted(stubs.uri()));
            assertThat(run("record", "/two", "--out", recording().toString())).isZero();
        }
        ObjectNode recorded = (ObjectNode) JSON.readTree(recording());
        ((ObjectNode) recorded.at("/exchanges/0"))
                .put("outcome", "failed")
                .put("reason", "connect failed")
                .put("phase", "connecting")
                .put("cause", "connect failed")
                .put("name", "weather")
                .put("target", "/weather");
        ((ObjectNode) recorded.at("/exchanges/1")).put("name", "hotels").put("target", "/hotels");
        JSON.writeValue(recording(), recorded);

        assertThat(replay()).isEqualTo(1);

        assertThat(printed.output())
                .contains("Note: weather: 'connect failed' is replayed as a reset of the connection\n")
                .contains("The exchanges ended in the recorded order: weather, hotels\n")
                .contains("Different: the reply differs: ");
        assertThat(replay("--ignore-reply")).isZero();
    }

    @Test
    void aMashupThatHasChangedIsComparedWithTheRecording() throws IOException {
        record("--var", "city=Rome");
        String file = Files.readString(file());
        Files.writeString(
                file(), file.replace("path: /hotels", "path: /hotels/all").replace("$hotels", "$count($hotels)"));

        assertThat(replay()).isEqualTo(1);

        assertThat(printed.output())
                .contains("Different: the recording has no further request GET /hotels/all of partner hotels\n")
                .contains("Different: GET /hotels of partner hotels never came\n")
                .contains("Different: the reply differs: status 200 in the recording, but 502 now\n");
    }

    @Test
    void aReplyThatHasChangedIsDifferentUnlessItIsIgnored() throws IOException {
        record("--var", "city=Rome");
        Files.writeString(file(), Files.readString(file()).replace("weather: $weather,", "weather: $weather.price,"));

        assertThat(replay()).isEqualTo(1);
        assertThat(printed.output())
                .endsWith(
                        "\nDifferent: the reply differs: at /weather: {\"price\":2.50} in the recording, but 2.50 now\n");
        assertThat(replay("--ignore-reply")).isZero();
    }

    @Test
    void equalRequestsAreToldApartByTheirBodies() throws IOException {
        try (PartnerStubs stubs = PartnerStubs.builder()
                .answer(
                        "POST",
                        "/query",
                        request -> StubAnswer.json(200, request.body())
                                .delay(Duration.ofMillis(request.body().equals("{\"q\":\"a\"}") ? 300 : 0)))
                .start()) {
            Files.writeString(file(), """
                    partners: {graph: {url: "%s"}}
                    mashups:
                      /both:
                        exchanges:
                          a: {partner: graph, path: /query, body: '{"q": "a"}', method: POST}
                          b: {partner: graph, path: /query, body: '{"q": "b"}', method: POST}
                    """.formatted(stubs.uri()));
            assertThat(run("record", "/both", "--out", recording().toString()))
                    .as(printed.errors())
                    .isZero();
        }

        assertThat(replay()).as(printed.output()).isZero();

        assertThat(printed.output()).contains("\nThe exchanges ended in the recorded order: b, a\n");
    }

    @Test
    void retriesAndSharedCallsAreNotTakenForOtherExchanges() throws IOException {
        try (PartnerStubs stubs = PartnerStubs.builder()
                .answer("GET", "/a", StubAnswer.status(503), StubAnswer.json(200, "1"))
                .answer(
                        "GET",
                        "/b",
                        StubAnswer.json(200, "2")
                                .header("Cache-Control", "max-age=60")
                                .delay(Duration.ofMillis(100)))
                .start()) {
            Files.writeString(file(), """
                    partners:
                      users: {url: "%s", retry: {statuses: [503]}, cache: {enabled: true}}
                    mashups:
                      /all:
                        exchanges:
                          a: {partner: users, path: /a}
                          b: {partner: users, path: /b}
                          c: {partner: users, path: /b}
                          d: {partner: users, path: /b, needs: [c]}
                    """.formatted(stubs.uri()));
            assertThat(run("record", "/all", "--out", recording().toString()))
                    .as(printed.errors())
                    .isZero();
        }
        assertThat(printed.output()).contains("200, 2 attempts", "200, joined another\n", "200, cache: hit\n");

        assertThat(replay()).as(printed.output()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "'{}', '''recording'' is missing; expected 1, the version of the format'",
        "'{\"recording\": 2}', '''recording'' is 2; expected 1, the version of the format'",
        "'{\"recording\": 1}', 'expected mashup, request and reply'",
        "'nothing', 'Unrecognized token'"
    })
    void aFileThatIsNoRecordingIsRefused(String content, String message) throws IOException {
        configure("http://127.0.0.1:9", "http://127.0.0.1:9");
        Files.writeString(recording(), content);

        assertThat(replay()).isEqualTo(1);
        assertThat(printed.errors())
                .startsWith("medley: " + recording() + ": " + message)
                .doesNotContain("\tat ");
    }

    @Test
    void aRecordingThatIsMissingIsNamed() throws IOException {
        configure("http://127.0.0.1:9", "http://127.0.0.1:9");

        assertThat(replay()).isEqualTo(1);
        assertThat(printed.errors()).isEqualTo("medley: " + recording() + ": no such file or folder\n");
    }

    @Test
    void aStreamedResponseIsNotRecorded() throws IOException {
        try (PartnerStubs stubs = partners().start()) {
            Files.writeString(file(), "partners: {weather: {url: \"%s\"}}\n".formatted(stubs.uri()));
            assertThat(run(
                            "record",
                            "/pass",
                            "--var",
                            "size=10",
                            "--set",
                            "server.samples=true",
                            "--out",
                            recording().toString()))
                    .as(printed.errors())
                    .isZero();
        }
        assertThat(printed.output()).contains("its response was streamed and is not in the recording");

        assertThat(replay("--set", "server.samples=true")).isEqualTo(1);
        assertThat(printed.errors()).contains("its response was streamed and is not in the recording");
    }

    private static PartnerStubs.Builder partners() {
        return PartnerStubs.builder()
                .answer(
                        "GET",
                        "/weather",
                        StubAnswer.json(200, "{ \"price\": 2.50 }").header("Set-Cookie", "a=b"))
                .answer("GET", "/hotels", 200, "[1,2]")
                .answer("GET", "/news", StubAnswer.json(200, "\"\\u0041\"").delay(Duration.ofMillis(300)));
    }

    private int record(String... arguments) throws IOException {
        try (PartnerStubs stubs = partners().start()) {
            configure(stubs.uri() + "", stubs.uri() + "");
            List<String> all =
                    new ArrayList<>(List.of("/trip", "--out", recording().toString()));
            all.addAll(List.of(arguments));
            return run("record", all.toArray(String[]::new));
        }
    }

    private int replay(String... arguments) {
        List<String> all = new ArrayList<>(List.of(recording().toString()));
        all.addAll(List.of(arguments));
        return run("replay", all.toArray(String[]::new));
    }

    private int run(String command, String... arguments) {
        List<String> all = new ArrayList<>(List.of(command, file().toString()));
        all.addAll(List.of(arguments));
        return MedleyCommand.run(all.toArray(String[]::new));
    }

    private void configure(String others, String weather) throws IOException {
        Files.writeString(file(), """
                partners:
                  weather: {url: "%s"}
                  hotels: {url: "%s"}
                  news: {url: "%s"}
                """.formatted(weather, others, others) + MASHUP);
    }

    private Path file() {
        return folder.resolve("medley.yaml");
    }

    private Path recording() {
        return folder.resolve("trip.json");
    }
}
