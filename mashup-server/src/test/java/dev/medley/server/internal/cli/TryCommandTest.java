package dev.medley.server.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.RecordedRequest;
import dev.medley.stubs.StubAnswer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TryCommandTest {

    /** No partner listens there. */
    private static final URI NOBODY = URI.create("http://127.0.0.1:9");

    private static final String MASHUPS = """
            mashups:
              /city/{name}:
                parts: true
                parameters:
                  days: {type: integer, min: 1}
                exchanges:
                  weather:
                    path: '/weather?city={$request.path.name}'
                    query: {days: '{$request.query.days}'}
                    example: {body: '{"sky": "blue"}'}
                  news:
                    path: '/news'
                    optional: true
                    example: {status: 503}
              /orders:
                methods: [POST]
                exchanges:
                  order: {partner: weather, method: POST, path: /orders, body: $request.body}
                reply: {status: '201', merge: {order: $order}}
              /some:
                exchanges:
                  skipped: {when: '$request.query.all = "1"', partner: weather, path: /, example: {body: '1'}}
                  broken: {partner: weather, path: '/{$request.query.no}', optional: true, example: {body: '1'}}
                  none: {for-each: '[]', partner: weather, path: '/{$item}', example: {body: '1'}}
                  sent: {when: '$request.query.send = "1"', partner: weather, path: /, example: {body: '1'}}
              /fan:
                exchanges:
                  part: {for-each: '["a", "b"]', partner: weather, path: '/part/{$item}'}
              /formats:
                exchanges:
                  xml: {partner: weather, path: /, format: xml, example: {body: '<a><b>1</b></a>'}}
                  csv: {partner: weather, path: /, format: csv, example: {body: "c\\n2\\n"}}
                  text: {partner: weather, path: /, format: text, example: {body: 'three'}}
              /passed/*:
                exchanges: {user: {partner: news, path: /user, example: {body: '{"id": 7}'}}}
                pass:
                  partner: weather
                  headers: {User: '{$user.id}'}
                  example: {status: 202, body: '{"accepted": true}'}
              /picture:
                exchanges: {file: {partner: weather, path: /, example: {body: '<svg/>'}}}
                reply: {pass: file, headers: {Content-Disposition: inline}}
              /plain/*: {pass: {partner: weather}}
            """;

    @RegisterExtension
    final Printed printed = new Printed();

    @TempDir
    private Path folder;

    @Test
    void theReplyAndTheExchangesArePrinted() throws IOException {
        try (PartnerStubs stubs = PartnerStubs.builder()
                .answer("GET", "/weather", 200, "{\"sky\":\"grey\"}")
                .answer("GET", "/news", StubAnswer.status(404))
                .start()) {
            int code = run(stubs.uri(), "/city/{name}", "--var", "name=São Paulo", "--var", "days=3");

            assertThat(code).as(printed.errors()).isZero();
            assertThat(stubs.recorded("GET", "/weather?city=S%C3%A3o%20Paulo&days=3"))
                    .hasSize(1);
        }
        assertThat(printed.output())
                .startsWith("GET /city/S%C3%A3o%20Paulo?days=3\n200 OK, ")
                .contains("content-type: application/json\n", "\"sky\": \"grey\"")
                .containsPattern("\nweather +\\S+ +[0-9.]+ ms  200\n")
                .containsPattern("\nnews +\\S+ +[0-9.]+ ms  unexpected status 404\n")
                .containsPattern("\n. queued  . connecting  . waiting  . body\n")
                .containsPattern("\nexchanges +[0-9.]+ ms +[0-9]+ %\n(.*\n)+total +[0-9.]+ ms  100 % \\(server\\)\n")
                .containsPattern("\n200 OK, [0-9.]+ ms \\(client\\)\n")
                .doesNotContain("\u001b");
    }

    @Test
    void theRequestHasMethodBodyAndFields() throws IOException {
        Path body = Files.writeString(folder.resolve("order.json"), "{\"item\": \"tea\"}");
        try (PartnerStubs stubs =
                PartnerStubs.builder().answer("POST", "/orders", 200, "7").start()) {
            assertThat(run(stubs.uri(), "/orders", "--body", "@" + body, "--header", "X-Request-Id=id-1"))
                    .as(printed.errors())
                    .isZero();

            RecordedRequest order = stubs.recorded("POST", "/orders").get(0);
            assertThat(order.body()).isEqualTo("{\"item\": \"tea\"}");
            assertThat(order.header("X-Request-Id")).isEqualTo("id-1");
        }
        assertThat(printed.output()).startsWith("POST /orders\n201 Created, ");
    }

    @Test
    void aReplyInPartsIsPrinted() throws IOException {
        assertThat(run(NOBODY, "/city/Rome", "--mock", "--accept", "text/event-stream"))
                .isZero();
        assertThat(printed.output()).contains("event: part\ndata: {", "event: manifest\n");
    }

    @Test
    void aRunIsADocumentForOtherPrograms() throws IOException {
        try (PartnerStubs stubs = PartnerStubs.builder()
                .answer("GET", "/weather", 200, "{\"sky\":\"grey\", \"degrees\": 1.50}")
                .answer("GET", "/news", StubAnswer.status(404))
                .start()) {
            assertThat(run(stubs.uri(), "/city/Rome?days=3", "--json"))
                    .as(printed.errors())
                    .isZero();
        }
        JsonNode document = JsonMapper.shared().readTree(printed.output());
        assertThat(document.propertyNames()).containsExactly("status", "headers", "body", "ms", "exchanges", "missing");
        assertThat(document.at("/status").intValue()).isEqualTo(200);
        assertThat(document.at("/headers/content-type").stringValue()).isEqualTo("application/json");
        assertThat(document.at("/body/weather/sky").stringValue()).isEqualTo("grey");
        assertThat(printed.output()).contains("\"degrees\": 1.50");
        assertThat(document.at("/ms").doubleValue()).isPositive();
        assertThat(document.at("/missing").toString()).isEqualTo("{\"news\":\"unexpected status 404\"}");
        JsonNode exchanges = document.at("/exchanges");
        assertThat(exchanges).hasSize(2);
        assertThat(exchanges.at("/0").propertyNames())
                .containsExactly("name", "partner", "method", "path", "outcome", "status", "startMs", "ms", "attempts");
        assertThat(exchanges.at("/0/path").stringValue()).isEqualTo("/weather?city=Rome&days=3");
        assertThat(exchanges.at("/0/outcome").stringValue()).isEqualTo("completed");
        assertThat(exchanges.at("/1/name").stringValue()).isEqualTo("news");
        assertThat(exchanges.at("/1/status").intValue()).isEqualTo(404);
        assertThat(exchanges.at("/1/cause").stringValue()).isEqualTo("unexpected status 404");
    }

    @Test
    void aDocumentHasTheTextOfAReplyThatIsNotJson() throws IOException {
        assertThat(run(NOBODY, "/picture", "--mock", "--json")).isZero();
        JsonNode document = JsonMapper.shared().readTree(printed.output());
        assertThat(document.at("/body").stringValue()).isEqualTo("<svg/>");
        assertThat(document.has("missing")).isFalse();
    }

    @Test
    void aDocumentOfAReplyWithAnErrorExitsWithOneToo() throws IOException {
        assertThat(run(NOBODY, "/fan", "--json")).isEqualTo(1);
        JsonNode document = JsonMapper.shared().readTree(printed.output());
        assertThat(document.at("/status").intValue()).isEqualTo(502);
        assertThat(document.at("/body/title").stringValue()).isEqualTo("Bad Gateway");
        assertThat(document.at("/exchanges")
                        .valueStream()
                        .map(each -> each.at("/cause").stringValue()))
                .contains("connect failed");
    }

    @Test
    void theExchangesOfForEachHaveTheirPositions() throws IOException {
        try (PartnerStubs stubs =
                PartnerStubs.builder().answer("GET", "/part/{id}", 200, "1").start()) {
            assertThat(run(stubs.uri(), "/fan")).isZero();
        }
        assertThat(printed.output()).contains("\npart[0] ", "\npart[1] ");
    }

    @Test
    void anExchangeOfAMashupInJavaHasPartnerAndPath() throws IOException {
        try (PartnerStubs stubs = PartnerStubs.builder().start()) {
            assertThat(run(stubs.uri(), "/fanout", "--var", "c=2", "--set", "server.samples=true"))
                    .as(printed.errors())
                    .isZero();
        }
        assertThat(printed.output()).contains("\nweather /partner/0 ", "\nnews /partner/1 ");
    }

    @Test
    void aReplyWithAnErrorExitsWithOne() throws IOException {
        assertThat(run(NOBODY, "/fan")).isEqualTo(1);
        assertThat(printed.output())
                .contains("\n502 Bad Gateway, ")
                .containsPattern("\npart\\[.] .* connect failed, 2 attempts\n");
    }

    @Test
    void examplesTakeThePlaceOfPartners() throws IOException {
        assertThat(run(NOBODY, "/city/Rome", "--mock")).as(printed.errors()).isZero();
        assertThat(printed.output())
                .contains("\"sky\": \"blue\"", "\"news\": \"unexpected status 503\"")
                .containsPattern("\nnews .* unexpected status 503");
    }

    @Test
    void exchangesForWhichNothingWasSentAreNamedWithTheirOutcome() throws IOException {
        assertThat(run(NOBODY, "/some", "--mock", "--var", "send=1")).isZero();
        assertThat(printed.output())
                .containsPattern("\nsent .* 200\n")
                .contains("\nNo request for skipped: skipped\nNo request for broken: missing, ")
                .contains("\nNo request for none: no elements\n\n");
    }

    @Test
    void aRunWithoutAnyExchangeSaysWhy() throws IOException {
        assertThat(run(NOBODY, "/some", "--mock")).isZero();
        assertThat(printed.output())
                .contains("\nNo exchange was sent.\nNo request for skipped: skipped\n")
                .contains("\nNo request for sent: skipped\n\n");
    }

    @Test
    void examplesHaveTheFormatOfTheirExchange() throws IOException {
        assertThat(run(NOBODY, "/formats", "--mock")).as(printed.output()).isZero();
        assertThat(printed.output()).contains("\"b\": \"1\"", "\"c\": \"2\"", "\"text\": \"three\"");
    }

    @Test
    void whatIsPassedOnHasExamplesToo() throws IOException {
        assertThat(run(NOBODY, "/passed/x?y=1", "--mock", "--body", "{}"))
                .as(printed.output() + printed.errors())
                .isZero();
        assertThat(printed.output())
                .contains("\n202 Accepted, ", "\"accepted\": true")
                .containsPattern("\nuser .* 200\n")
                .containsPattern("\npass .* 202\n");
    }

    @Test
    void theExampleOfAResponseThatIsPassedOnHasNoFormat() throws IOException {
        assertThat(run(NOBODY, "/picture", "--mock")).as(printed.errors()).isZero();
        assertThat(printed.output()).contains("<svg/>", "text/plain", "inline");
    }

    @Test
    void aPassWithoutAnExampleIsNamedWithItsPlace() throws IOException {
        assertThat(run(NOBODY, "/plain/x", "--mock")).isEqualTo(1);
        assertThat(printed.errors())
                .contains("mashups./plain/*.pass: has no example; expected one, in place of the partner's response");
    }

    @Test
    void anExchangeWithoutAnExampleIsNamedWithItsPlace() throws IOException {
        assertThat(run(NOBODY, "/orders", "--mock", "--body", "{}")).isEqualTo(1);
        assertThat(printed.errors().lines())
                .containsExactly("medley: " + file()
                        + ":21:7: mashups./orders.exchanges.order: has no example; expected one, in place of the partner's"
                        + " response");
    }

    @Test
    void aMashupInJavaHasNoExamples() throws IOException {
        assertThat(run(NOBODY, "/fanout", "--mock", "--set", "server.samples=true"))
                .isEqualTo(2);
        assertThat(printed.errors())
                .contains("--mock is for declared mashups, which have examples; /fanout is not one");
    }

    @ParameterizedTest
    @CsvSource({
        "/fam, 'there is no mashup /fam (did you mean /fan?); expected one of /city/{name}, /fan, /formats, /orders'",
        "/elsewhere, 'there is no mashup /elsewhere; expected one of /city/{name}, /fan, /formats, /orders'",
        "/city/{name}, 'no values for {name} in /city/{name}; expected one --var name=VALUE'",
        "/fan --var x, '--var: ''x'' is not a pair; expected NAME=VALUE'",
        "/fan --header =x, '--header: ''=x'' is not a pair; expected NAME=VALUE'",
        "/fan --header Host=x, 'restricted header name'",
        "/fan --body, 'Missing required parameter for option ''--body'''"
    })
    void wrongArgumentsAreNamedAndExitWithTwo(String arguments, String named) throws IOException {
        assertThat(run(NOBODY, arguments.split(" ", -1))).isEqualTo(2);
        assertThat(printed.errors())
                .startsWith(named)
                .contains("Try 'medley try --help'.")
                .doesNotContain("\tat ");
        assertThat(printed.output()).isEmpty();
    }

    @Test
    void problemsOfTheConfigurationArePrintedWithTheirPlaces() throws IOException {
        Files.writeString(file(), "partners:\n  weather: {url: nowhere}\n");

        assertThat(MedleyCommand.run("try", file().toString(), "/fan")).isEqualTo(1);
        assertThat(printed.errors())
                .startsWith("medley: " + file() + ":2:18: partners.weather.url: 'nowhere'")
                .doesNotContain("\tat ");
    }

    @Test
    void noThreadIsLeft() throws IOException {
        Set<String> before = threads();

        run(NOBODY, "/city/Rome", "--mock");
        run(NOBODY, "/orders", "--mock");
        run(NOBODY, "/nowhere", "--mock");

        assertThat(threads()).isEqualTo(before);
    }

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("medley-") || name.startsWith("partner-stubs"))
                .collect(Collectors.toSet());
    }

    private Path file() {
        return folder.resolve("medley.yaml");
    }

    private int run(URI partner, String... arguments) throws IOException {
        String partners = """
                partners:
                  weather: {url: "%s"}
                  news: {url: "%s"}
                """.formatted(partner, partner);
        Files.writeString(file(), partners + MASHUPS);
        List<String> all = new ArrayList<>(List.of("try", file().toString()));
        all.addAll(List.of(arguments));
        return MedleyCommand.run(all.toArray(String[]::new));
    }
}
