package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.medley.config.ConfigurationException;
import dev.medley.server.internal.admin.log.LogLines;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The response of a partner is checked against the schema of its exchange. */
class ResponseSchemaTest {

    private static final String RIGHT = "{\"price\": 7}";
    private static final String SCHEMA =
            "schema: {type: object, required: [price], properties: {price: {type: number, minimum: 0}}}";

    private volatile String answer = RIGHT;
    private final PartnerStubs shop = PartnerStubs.builder()
            .threads(2)
            .answer("GET", "/offer", request -> StubAnswer.json(200, answer))
            .answer("GET", "/none", request -> StubAnswer.status(204))
            .answer("GET", "/accepted", request -> StubAnswer.json(404, "{}"))
            .start();
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        shop.close();
    }

    private RunningServer start(String check) throws IOException {
        return new ServerBuilder()
                .configuration("medley.yaml", """
                server: {host: 127.0.0.1, port: 0, admin: {port: 0}, access-log: false}
                partners: {shop: {url: '%s', retries: 2, cache: {enabled: true}}}
                mashups:
                  /offer: {exchanges: {shop: {path: /offer, response-body: {%2$s}}}, reply: {body: $shop}}
                  /optional: {exchanges: {shop: {path: /offer, optional: true, response-body: {%2$s}}}}
                  /fallback: {exchanges: {shop: {path: /offer, fallback: {value: '{"price": 0}'}, response-body: {%2$s}}}}
                  /none: {exchanges: {shop: {path: /none, response-body: {%2$s}}}}
                  /accepted: {exchanges: {shop: {path: /accepted, accept: [404], response-body: {%2$s}}}}
                """.formatted(shop.uri(), check))
                .start();
    }

    private HttpResponse<String> get(URI uri) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> get(RunningServer server, String path) throws IOException, InterruptedException {
        return get(server.uri().resolve(path));
    }

    @Test
    void aResponseThatMatchesIsUsed() throws Exception {
        try (RunningServer server = start(SCHEMA)) {
            assertThat(get(server, "/offer").body()).isEqualTo("{\"price\":7}");
            assertThat(get(server, "/none").statusCode()).isEqualTo(200);
            // A status that is accepted need not come with a document of that kind.
            assertThat(get(server, "/accepted").statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | /price (required)",
                "{\"price\": \"secret\"} | /price (type)",
                "{\"price\": -1} | /price (minimum)",
                "[] | the whole (type)"
            })
    void anotherOneIsRefusedWithPlacesAndRulesAndNothingOfIt(String body, String fault) throws Exception {
        answer = body;
        try (RunningServer server = start(SCHEMA)) {
            HttpResponse<String> reply = get(server, "/offer");
            assertThat(reply.statusCode()).isEqualTo(502);
            JsonNode problem = Replies.json(reply);
            assertThat(problem.path("detail").asString())
                    .isEqualTo("partner shop: the response is refused: it does not match its schema: " + fault);
            assertThat(problem.path("partner").asString()).isEqualTo("shop");
            assertThat(reply.body()).doesNotContain("secret");
            // The same would come again.
            assertThat(shop.requests()).isEqualTo(1);
            assertThat(metrics(server)).contains("medley_response_mismatches_total{partner=\"shop\"} 1.0");
        }
    }

    @Test
    void anOptionalExchangeOrOneWithAFallbackGoesWithoutIt() throws Exception {
        answer = "{}";
        try (RunningServer server = start(SCHEMA)) {
            assertThat(get(server, "/optional").body())
                    .contains("\"missing\":{\"shop\":")
                    .contains("does not match its schema");
            assertThat(get(server, "/fallback").body()).contains("{\"price\":0}");
        }
    }

    @Test
    void aMismatchMayBeCountedOnly() throws Exception {
        answer = "{\"pri\\nce\": 7}";
        try (RunningServer server = start(SCHEMA + ", on-mismatch: count");
                LogLines log = LogLines.of("dev.medley.server.internal.declared.plan")) {
            assertThat(get(server, "/offer").statusCode()).isEqualTo(200);
            assertThat(get(server, "/offer").statusCode()).isEqualTo(200);
            assertThat(metrics(server)).contains("medley_response_mismatches_total{partner=\"shop\"} 2.0");
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .contains("partner shop, exchange shop: a response is used, but it does not match its schema:"
                            + " /price (required)");
        }
    }

    /** The names of a map may be as secret as its values, and a name may be as long as the partner likes. */
    @Test
    void aNameThatOnlyTheBodyHasIsNotShown() throws Exception {
        answer = "{\"price\": 1, \"owners\": {\"ann@secret.example\": \"no\", \"" + "x".repeat(5_000) + "\": 1}}";
        try (RunningServer server =
                start("schema: {properties: {owners: {additionalProperties: {type: integer}, maxProperties: 1}}}")) {
            HttpResponse<String> reply = get(server, "/offer");
            assertThat(Replies.json(reply).path("detail").asString())
                    .endsWith("schema: /owners (maxProperties), /owners/* (type)");
        }
    }

    /** Numbers that no double has, and none that a check of multiples could take long for. */
    @ParameterizedTest
    @CsvSource({"1e400, 502", "1e999999999, 502", "-1e-999999999, 200"})
    void aNumberOfAnySizeIsCheckedAtOnce(String number, int status) throws Exception {
        answer = "{\"price\": " + number + "}";
        String check = "schema: {properties: {price: {type: number, multipleOf: 0.5, maximum: 10}}}";
        try (RunningServer server = start(check)) {
            assertThat(get(server, "/offer").statusCode()).isEqualTo(status);
            assertThat(get(server, "/optional").statusCode()).isEqualTo(200);
        }
        try (RunningServer server = start(check + ", on-mismatch: count")) {
            assertThat(get(server, "/optional").body()).contains("\"price\": " + number);
        }
    }

    @Test
    void manyFaultsAreFew() throws Exception {
        answer = "{\"price\": [" + "\"x\",".repeat(50_000) + "1]}";
        try (RunningServer server = start("schema: {properties: {price: {items: {type: number}}}}")) {
            HttpResponse<String> reply = get(server, "/offer");
            assertThat(reply.statusCode()).isEqualTo(502);
            assertThat(reply.body()).hasSizeLessThan(400).contains("…");
        }
    }

    @Test
    void theBreakerDoesNotCountIt() throws Exception {
        answer = "{}";
        try (RunningServer server = new ServerBuilder()
                .configuration("medley.yaml", """
                server: {host: 127.0.0.1, port: 0, admin: {port: 0}, access-log: false}
                partners: {shop: {url: '%s', breaker: {enabled: true, min-attempts: 1, failure-rate: 1}}}
                mashups:
                  /offer: {exchanges: {shop: {path: /offer, response-body: {%s}}}}
                """.formatted(shop.uri(), SCHEMA))
                .start()) {
            for (int i = 0; i < 3; i++) {
                assertThat(get(server, "/offer").statusCode()).isEqualTo(502);
            }
            answer = RIGHT;
            assertThat(get(server, "/offer").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aResponseThatIsPassedOnUnreadHasNoSchema() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() ->
                        new ServerBuilder().configuration("medley.yaml", """
                        partners: {shop: {url: 'http://127.0.0.1:1'}}
                        mashups:
                          /a: {exchanges: {shop: {path: /a, response-body: {schema: {type: object}}}}, reply: {pass: shop}}
                        """).start())
                .satisfies(x -> assertThat(x.problems())
                        .singleElement()
                        .asString()
                        .endsWith("is passed on as the reply, and has no value; expected no response-body"));
    }

    private String metrics(RunningServer server) throws IOException, InterruptedException {
        return get(server.adminUri().resolve("/metrics")).body();
    }

    @Test
    void whatIsNoSchemaOrHasNoEffectIsRefusedInItsPlace() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> start("schema: {type: strin}"))
                .satisfies(x -> assertThat(x.problems())
                        .first()
                        .asString()
                        .contains(
                                "mashups./offer.exchanges.shop.response-body.schema.type: is not JSON Schema (enum)"));
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> start("on-mismatch: count"))
                .satisfies(
                        x -> assertThat(x.problems())
                                .first()
                                .asString()
                                .contains(
                                        "mashups./offer.exchanges.shop.response-body: has no schema; expected schema below it"));
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> start(SCHEMA + "}, format: text, headers: {X-A: b"))
                .satisfies(
                        x -> assertThat(x.problems())
                                .first()
                                .asString()
                                .contains(
                                        "response-body.schema: has no effect on the format text; expected json, xml, csv or feed"));
    }
}
