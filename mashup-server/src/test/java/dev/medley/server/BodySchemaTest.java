package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.medley.config.ConfigurationException;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The body of a request is checked against the schema of its mashup before an exchange starts. */
class BodySchemaTest {

    private static final String ORDER = """
            server: {host: 127.0.0.1, port: 0, admin: {port: 0}, access-log: false}
            partners:
              shop: {url: '%s'}
            mashups:
              /order:
                methods: [POST, PUT, GET]
                request-body:
                  schema:
                    type: object
                    required: [city, nights]
                    additionalProperties: false
                    properties:
                      city: {type: string, pattern: '^[A-Z]', maxLength: 20}
                      nights: {type: integer, minimum: 1, maximum: 30}
                      price: {type: number, multipleOf: 0.5}
                      rooms: {type: array, items: {$ref: '#/$defs/room'}}
                    $defs:
                      room: {type: object, required: [beds]}
                exchanges:
                  shop: {method: POST, path: /orders, body: $request.body}
            """;

    @AutoClose
    private static final PartnerStubs SHOP = PartnerStubs.builder()
            .threads(2)
            .answer("POST", "/orders", 200, "{}")
            .start();

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @Test
    void aBodyThatMatchesIsPassedOn() throws Exception {
        try (RunningServer server = start()) {
            long before = SHOP.requests();

            HttpResponse<String> reply = post(
                    server,
                    "application/json",
                    "{\"city\": \"Paris\", \"nights\": 2, \"price\": 10.5, \"rooms\": [{\"beds\": 2}]}");

            assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
            assertThat(SHOP.requests()).isEqualTo(before + 1);
        }
    }

    /** As docs/declared-mashups.md shows it. */
    @Test
    void theProblemSaysWhatWouldBeRight() throws Exception {
        try (RunningServer server = start()) {
            assertThat(post(server, "application/json", "{\"nights\": 0}").body())
                    .isEqualTo(
                            "{\"title\":\"Bad Request\",\"status\":400,\"detail\":\"the body of the request does not match its"
                                    + " schema: /city (required), /nights (minimum)\",\"errors\":["
                                    + "{\"path\":\"/city\",\"rule\":\"required\",\"message\":\"required property 'city' not found\"},"
                                    + "{\"path\":\"/nights\",\"rule\":\"minimum\",\"message\":\"must have a minimum value of 1\"}]}");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"city\": \"Paris\", \"nights\": 0} | /nights minimum",
                "{\"city\": \"paris\", \"nights\": 31} | /city pattern, /nights maximum",
                "{\"nights\": \"2\"} | /city required, /nights type",
                "{\"city\": \"Paris\", \"nights\": 2, \"a/b\": 1} | /a~1b additionalProperties",
                "{\"city\": \"Paris\", \"nights\": 2, \"rooms\": [{\"beds\": 1}, {}]} | /rooms/1/beds required",
                "{\"city\": \"Paris\", \"nights\": 2, \"price\": 0.3} | /price multipleOf",
                "[] | `` type",
                "null | `` type"
            })
    void aBodyThatDoesNotIsRefusedWithPlacesAndRules(String body, String faults) throws Exception {
        try (RunningServer server = start()) {
            long before = SHOP.requests();

            HttpResponse<String> reply = post(server, "application/json", body);

            assertThat(reply.statusCode()).isEqualTo(400);
            assertThat(reply.headers().allValues("Content-Type")).containsExactly("application/problem+json");
            JsonNode problem = Replies.json(reply);
            assertThat(problem.path("title").asString()).isEqualTo("Bad Request");
            assertThat(problem.path("status").asInt()).isEqualTo(400);
            assertThat(problem.path("detail").asString())
                    .startsWith("the body of the request does not match its schema: ");
            List<String> errors = new ArrayList<>();
            for (JsonNode error : problem.path("errors")) {
                errors.add(
                        error.path("path").asString() + " " + error.path("rule").asString());
                assertThat(error.path("message").asString()).isNotBlank();
            }
            assertThat(errors)
                    .containsExactlyInAnyOrder(faults.replace("``", "").split(", "));
            assertThat(SHOP.requests()).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text/plain | {} | 415",
                "application/x-www-form-urlencoded | city=Paris | 415",
                "application/json | {'city' | 400",
                "application/json | {\"a\": 1, \"a\": 2} | 400",
                "application/merge-patch+json; charset=utf-8 | {} | 400"
            })
    void whatIsNoJsonIsRefused(String type, String body, int status) throws Exception {
        try (RunningServer server = start()) {
            assertThat(post(server, type, body).statusCode()).isEqualTo(status);
        }
    }

    /** What would take a check long: exact numbers with large exponents, and many faults. */
    @Test
    void hostileBodiesAreRefusedAtOnce() throws Exception {
        try (RunningServer server = start()) {
            assertThat(post(server, "application/json", "{\"city\":\"P\",\"nights\":1,\"price\":1e999999999}")
                            .statusCode())
                    .isEqualTo(400);
            HttpResponse<String> many = post(
                    server,
                    "application/json",
                    "{\"city\": \"P\", \"nights\": 1, \"rooms\": [" + "{},".repeat(50_000) + "{}]}");

            assertThat(many.statusCode()).isEqualTo(400);
            assertThat(Replies.json(many).path("errors")).hasSize(20);
        }
    }

    /** Patterns that go back, and patterns that go deep: whoever sends a body chooses the text. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            ^(.*a){12}b ; 60
            ^(a|b)*$ ; 100000
            ^(?:a|b)*$ ; 100000
            """)
    void aPatternThatSearchesTooLongRefusesTheBody(String pattern, int length) throws Exception {
        String text = "a".repeat(length) + (length < 1000 ? "!" : "");
        try (RunningServer server = start(order().replace("'^[A-Z]', maxLength: 20", "'" + pattern + "'"))) {
            HttpResponse<String> response =
                    post(server, "application/json", "{\"nights\":1,\"city\":\"" + text + "\"}");

            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(response.body()).contains("cannot be checked: a pattern has to search too long");
        }
    }

    @Test
    void aLongTextMayHaveItsPattern() throws Exception {
        String order = order().replace("'^[A-Z]', maxLength: 20", "'^[a-z ]*(, [a-z ]+)*$'");
        try (RunningServer server = start(order)) {
            String text = "new york, prince albert".repeat(1000);
            assertThat(post(server, "application/json", "{\"nights\":1,\"city\":\"" + text + "\"}")
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void aGetHasNoBodyToCheck() throws Exception {
        try (RunningServer server = start()) {
            assertThat(Replies.get(server.uri(), "/order").statusCode()).isNotEqualTo(400);
        }
    }

    @Test
    void aSchemaThatIsNoneIsRefusedWithItsPlace() {
        assertThat(problems(order().replace("minimum: 1", "minimum: one")))
                .singleElement()
                .asString()
                .startsWith(
                        "orders.yaml:14:35: mashups./order.request-body.schema.properties.nights.minimum: is not JSON Schema"
                                + " (type): ");
        assertThat(problems(order().replace("#/$defs/room", "#/$defs/suite")))
                .singleElement()
                .asString()
                .startsWith("orders.yaml:8:7: mashups./order.request-body.schema: is not JSON Schema ($ref): ");
        assertThat(problems(order().replace("#/$defs/room", "http://127.0.0.1:1/room.json")))
                .singleElement()
                .asString()
                .startsWith("orders.yaml:8:7: mashups./order.request-body.schema: is not JSON Schema ($ref): ");
        assertThat(problems(order().replace(
                                "type: object\n        required",
                                "$schema: 'http://json-schema.org/draft-07/schema#'\n        required")))
                .singleElement()
                .asString()
                .contains(
                        "request-body.schema.$schema: is not JSON Schema (const): must be https://json-schema.org/draft/2020-12/schema");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            $ref: '#' ; ($ref): refers to itself without end
            allOf: [{$ref: '#'}] ; ($ref): refers to itself without end
            $dynamicRef: '#' ; ($dynamicRef): cannot be resolved
            pattern: '(' ; (pattern): '(': Unclosed group
            patternProperties: {'[': {}} ; (pattern): '[': Unclosed character class
            """)
    void aSchemaThatCouldCheckNothingIsRefused(String schema, String problem) {
        assertThat(problems(order().replace("type: object\n        required", schema + "\n        required")))
                .singleElement()
                .asString()
                .startsWith("orders.yaml:8:7: mashups./order.request-body.schema: is not JSON Schema " + problem);
    }

    @Test
    void aBodyThatIsPassedOnUnreadHasNoSchema() {
        assertThat(problems("""
                partners: {shop: {url: 'http://127.0.0.1:1'}}
                mashups:
                  /api/*: {request-body: {schema: {type: object}}, pass: {partner: shop, path: /v1}}
                """))
                .containsExactly(
                        "orders.yaml:3:3: mashups./api/*: has a request-body.schema, but passes bodies on unread;"
                                + " expected one or the other");
    }

    private static List<String> problems(String yaml) {
        List<String> problems = new ArrayList<>();
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> start(yaml))
                .satisfies(x -> problems.addAll(x.problems()));
        return problems;
    }

    private static RunningServer start() throws IOException {
        return start(order());
    }

    private static String order() {
        return ORDER.formatted(SHOP.uri());
    }

    private static RunningServer start(String yaml) throws IOException {
        return new ServerBuilder().configuration("orders.yaml", yaml).start();
    }

    private static HttpResponse<String> post(RunningServer server, String type, String body) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create(server.uri() + "/order"))
                        .header("Content-Type", type)
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }
}
