package dev.medley.server.internal.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.declaration.ServerConfiguration;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Checks the document of {@code mashups.yaml}, whose mashups have each kind of thing that it shows. */
class OpenApiDocumentTest {

    private static final JsonMapper JSON = new JsonMapper();

    @Test
    void theDocumentIsValidByTheSchemaOfTheInitiative() throws IOException {
        assertThat(OpenApiSchema.problems(
                        everything("https://api.example.org/v1").tree()))
                .isEmpty();
        assertThat(OpenApiSchema.problems(everything(null).tree())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/info",
                "/info/title",
                "/paths/~1trip~1{city}/get/parameters/0/in",
                "/paths/~1trip~1{city}/get/parameters/0/schema",
                "/paths/~1trip~1{city}/get/responses/404/description",
                "/paths/~1orders~1raw/post/requestBody/content"
            })
    void theSchemaRefusesADocumentThatLacksAnything(String pointer) throws IOException {
        ObjectNode document = (ObjectNode) everything(null).tree().deepCopy();
        int last = pointer.lastIndexOf('/');
        ((ObjectNode) document.at(pointer.substring(0, last))).remove(pointer.substring(last + 1));

        assertThat(OpenApiSchema.problems(document)).isNotEmpty();
    }

    @Test
    void theSchemaRefusesASchemaThatIsNone() throws IOException {
        ObjectNode document = (ObjectNode) everything(null).tree().deepCopy();
        ((ObjectNode) document.at("/paths/~1trip~1{city}/get/parameters/1/schema")).put("minimum", "few");

        assertThat(OpenApiSchema.problems(document)).isNotEmpty();
    }

    @Test
    void eachReferenceLeadsToAComponent() throws IOException {
        OpenApiDocument document = everything(null);
        List<String> references = Pattern.compile("\"\\$ref\" : \"#([^\"]*)\"")
                .matcher(document.toJson())
                .results()
                .map(match -> match.group(1))
                .distinct()
                .toList();

        assertThat(references)
                .hasSizeGreaterThan(8)
                .allSatisfy(
                        each -> assertThat(document.tree().at(each).isObject()).isTrue());
    }

    @Test
    void eachVariableOfAPathIsARequiredParameterAndNoOtherIsInThePath() throws IOException {
        everything(null)
                .tree()
                .path("paths")
                .properties()
                .forEach(path -> path.getValue().forEach(operation -> {
                    List<String> inPath = new ArrayList<>();
                    for (JsonNode each : operation.path("parameters")) {
                        if (each.path("in").asString().equals("path")) {
                            assertThat(each.path("required").asBoolean()).isTrue();
                            inPath.add("{" + each.path("name").asString() + "}");
                        }
                    }
                    assertThat(inPath)
                            .containsExactlyElementsOf(Pattern.compile("\\{[^}]*}")
                                    .matcher(path.getKey())
                                    .results()
                                    .map(MatchResult::group)
                                    .toList());
                }));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            city     | path   | true  | {"type": "string", "pattern": "^(?:[A-Z][a-z]+)$"}
            days     | query  | false | {"type": "integer", "minimum": 1, "maximum": 14, "default": 3}
            budget   | query  | false | {"type": "number", "minimum": 0.5}
            unit     | query  | false | {"type": "string", "enum": ["metric", "imperial"], "default": "metric"}
            exact    | query  | false | {"type": "boolean", "default": false}
            X-Tenant | header | true  | {"type": "string"}
            """)
    void aParameterHasTheConstraintsOfItsDeclaration(String name, String in, boolean required, String schema)
            throws IOException {
        JsonNode parameter = JSON.nullNode();
        for (JsonNode each : operation("/trip/{city}", "get").path("parameters")) {
            parameter = each.path("name").asString().equals(name) ? each : parameter;
        }

        assertThat(parameter.path("in").asString("")).isEqualTo(in);
        assertThat(parameter.path("required").asBoolean(false)).isEqualTo(required);
        assertThat(JSON.readTree(parameter.path("schema").toString())).isEqualTo(JSON.readTree(schema));
    }

    @ParameterizedTest
    @CsvSource({
        "/trip/{city}, get, 200 400 404 502 503 504",
        "'/user/{user}/orders/{order}', delete, 200 400 502 503 504",
        "/orders, post, 201 202 400 413 415 502 503 504",
        "/orders/raw, post, 200 400 413 502 503 504",
        "/fanout, get, 200 400 502 503 504",
        "/page, get, 200 502 503 504 default"
    })
    void anOperationHasTheStatusesOfItsRepliesAndProblems(String path, String method, String statuses)
            throws IOException {
        assertThat(operation(path, method).path("responses").propertyNames()).containsExactly(statuses.split(" ", -1));
    }

    @ParameterizedTest
    @CsvSource({
        "/trip/{city}, get, 200, application/json text/event-stream application/x-ndjson",
        "/trip/{city}, get, 404, application/problem+json",
        "/orders, post, 201, application/json",
        "/page, get, 200, text/html",
        "/page, get, default, text/html"
    })
    void aResponseHasItsMediaTypes(String path, String method, String status, String types) throws IOException {
        assertThat(operation(path, method)
                        .path("responses")
                        .path(status)
                        .path("content")
                        .propertyNames())
                .containsExactly(types.split(" ", -1));
    }

    @ParameterizedTest
    @CsvSource({
        "/orders, post, application/json application/x-www-form-urlencoded text/*",
        "/orders, put, application/json application/x-www-form-urlencoded text/*",
        "/orders/raw, post, */*"
    })
    void anOperationWhoseExpressionsReadTheBodyTakesOne(String path, String method, String types) throws IOException {
        assertThat(operation(path, method).path("requestBody").path("content").propertyNames())
                .containsExactly(types.split(" ", -1));
        assertThat(operation("/user/{user}/orders/{order}", "delete").has("requestBody"))
                .isFalse();
    }

    @Test
    void whatExpressionsReadOfTheRequestIsAParameterWithoutADeclaration() {
        JsonNode operation = document("""
                        partners: {a: {url: "http://127.0.0.1:1"}, b: {url: "http://127.0.0.1:1"}}
                        mashups:
                          /m:
                            exchanges:
                              a:
                                path: /one?city={$request.query.`home town`}&x={$uppercase($request.query.x)}
                                headers: {X-Lang: '{$request.headers."x-lang"}', Accept: '{$request.headers.accept}'}
                              b: {path: '/two/{$request.query.y}', when: $request.query.y}
                            reply:
                              body: '{"tags": $request.queries.tag, "text": "$request.query.no", "a": $a, "b": $b}'
                        """, null).tree().at("/paths/~1m/get");

        assertThat(operation.path("parameters").valueStream().map(JsonNode::toString))
                .containsExactlyInAnyOrder(
                        "{\"name\":\"home town\",\"in\":\"query\",\"required\":true,\"schema\":{\"type\":\"string\"}}",
                        "{\"name\":\"x\",\"in\":\"query\",\"schema\":{\"type\":\"string\"}}",
                        "{\"name\":\"y\",\"in\":\"query\",\"schema\":{\"type\":\"string\"}}",
                        "{\"name\":\"tag\",\"in\":\"query\",\"schema\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}}",
                        "{\"name\":\"x-lang\",\"in\":\"header\",\"schema\":{\"type\":\"string\"}}");
        assertThat(operation.has("security")).isFalse();
    }

    @Test
    void aMashupWithAScheduleHasNoParametersAndItsReplyAnAge() {
        JsonNode operation = document("""
                partners: {bank: {url: 'http://127.0.0.1:1'}}
                mashups:
                  /rates:
                    every: 5m
                    parameters: {base: {default: EUR}}
                    exchanges: {bank: {path: '/rates?base={$request.query.base}'}}
                """, null).tree().at("/paths/~1rates/get");

        assertThat(operation.has("parameters")).isFalse();
        assertThat(operation.path("responses").has("400")).isFalse();
        assertThat(operation.path("responses").has("503")).isTrue();
        assertThat(operation.at("/responses/200/headers/Age/schema/type").asString())
                .isEqualTo("integer");
    }

    @Test
    void anyParameterMayBeGivenWhereExpressionsReadTheWholeQuery() {
        OpenApiDocument document = document("""
                partners: {a: {url: "http://127.0.0.1:1"}}
                mashups: {/m: {exchanges: {a: {path: /a, query: {all: '{$string($request.query)}'}}}}}
                """, null);

        assertThat(document.tree().at("/paths/~1m/get/parameters/0").toString())
                .isEqualTo(
                        "{\"name\":\"query\",\"in\":\"query\",\"description\":\"Any parameters\",\"schema\":{\"type\":\"object\","
                                + "\"additionalProperties\":{\"type\":\"string\"}}}");
        assertThat(OpenApiSchema.problems(document.tree())).isEmpty();
    }

    @Test
    void theFieldAuthorizationIsASecurityScheme() {
        OpenApiDocument document = document("""
                partners: {a: {url: "http://127.0.0.1:1"}}
                mashups:
                  /m: {exchanges: {a: {path: /a, headers: {Authorization: '{$request.headers.authorization}'}}}}
                  /n: {exchanges: {a: {path: /a}}}
                  /o: {exchanges: {a: {path: /a, optional: true, headers: {Authorization: '{$request.headers.authorization}'}}}}
                """, null);

        assertThat(document.tree().at("/paths/~1m/get/security").toString()).isEqualTo("[{\"Authorization\":[]}]");
        assertThat(document.tree().at("/paths/~1o/get/security").toString()).isEqualTo("[{},{\"Authorization\":[]}]");
        assertThat(document.tree()
                        .at("/components/securitySchemes/Authorization")
                        .toString())
                .isEqualTo("{\"type\":\"apiKey\",\"in\":\"header\",\"name\":\"Authorization\"}");
        assertThat(document.tree().at("/paths/~1n/get").has("security")).isFalse();
        assertThat(OpenApiSchema.problems(document.tree())).isEmpty();
    }

    @Test
    void whatARequestIsNotAnsweredWithoutIsRequired() {
        OpenApiDocument document = document("""
                partners: {a: {url: "http://127.0.0.1:1"}}
                mashups:
                  /m: {exchanges: {a: {path: '/a/{$request.query.id}', headers: {X-Api-Key: '{$request.headers.`x-key`}'}}}}
                  /n:
                    exchanges:
                      a:
                        path: '/a/{$request.query.id}'
                        headers: {X-Api-Key: '{$request.headers.`x-key`}'}
                        fallback: {value: '1'}
                """, null);

        assertThat(document.tree().at("/paths/~1m/get/parameters").toString())
                .isEqualTo("[{\"name\":\"id\",\"in\":\"query\",\"required\":true,\"schema\":{\"type\":\"string\"}},"
                        + "{\"name\":\"x-key\",\"in\":\"header\",\"required\":true,\"schema\":{\"type\":\"string\"}}]");
        assertThat(document.tree().at("/paths/~1n/get/parameters").toString()).doesNotContain("required");
    }

    @Test
    void aBodyHasTheMembersThatExpressionsRead() throws IOException {
        assertThat(operation("/orders", "post")
                        .at("/requestBody/content/application~1json/schema")
                        .toString())
                .isEqualTo("{\"properties\":{\"items\":{}}}");
    }

    @Test
    void aBodyHasTheSchemaThatIsDeclared() {
        String declared = """
                partners: {a: {url: "http://127.0.0.1:1"}}
                mashups:
                  /m:
                    methods: [POST]
                    request-body: {required: true, schema: {type: object, properties: {x: SCHEMA}, $defs: {d: {type: string}}}}
                    exchanges: {a: {path: /one}}
                """;
        String body = "/paths/~1m/post/requestBody";

        JsonNode simple = document(declared.replace("SCHEMA", "{minimum: 0.5}"), null)
                .tree()
                .at(body);
        JsonNode referring = document(declared.replace("SCHEMA", "{$ref: '#/$defs/d'}"), null)
                .tree()
                .at(body);

        assertThat(simple.toString())
                .isEqualTo("{\"required\":true,\"content\":{\"application/json\":{\"schema\":{\"type\":\"object\","
                        + "\"properties\":{\"x\":{\"minimum\":0.5}},\"$defs\":{\"d\":{\"type\":\"string\"}}}}}}");
        assertThat(referring.at("/content/application~1json/schema/$id").asString())
                .isEqualTo("urn:medley:request-body:-m");
    }

    @Test
    void theExampleOfTheReadmeHasItsParameter() throws IOException {
        Matcher yaml = Pattern.compile("```yaml\\R(partners:.*?mashups:.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("../README.md")));
        assertThat(yaml.find()).isTrue();

        assertThat(document(yaml.group(1), null)
                        .tree()
                        .at("/paths/~1weekend/get/parameters")
                        .toString())
                .isEqualTo("[{\"name\":\"city\",\"in\":\"query\",\"required\":true,\"schema\":{\"type\":\"string\"}}]");
    }

    @Test
    void aReplyHasTheExampleThatThoseOfItsExchangesMake() throws IOException {
        String example = "/responses/200/content/application~1json/example";
        assertThat(operation("/trip/{city}", "get").at(example).toString())
                .isEqualTo("{\"weather\":{\"temperature\":20},\"hotels\":[{\"name\":\"Excelsior\"}]}");
        assertThat(operation("/fanout", "get").at(example).isMissingNode()).isTrue();
    }

    @Test
    void aReplyHasTheSchemaOfItsMembers() throws IOException {
        JsonNode schema = operation("/fanout", "get").at("/responses/200/content/application~1json/schema");
        assertThat(schema.path("properties").propertyNames()).containsExactly("best", "count", "missing");
        assertThat(schema.path("patternProperties").propertyNames()).containsExactly("^p\\.[0-9]+$");
    }

    @Test
    void eachReplyHasTheManifestAndItsOwnFields() throws IOException {
        assertThat(operation("/orders", "post").at("/responses/201/headers").propertyNames())
                .containsExactly("Medley-Manifest", "Location");
    }

    @Test
    void yamlAndJsonAreTheSameDocument() throws IOException {
        OpenApiDocument document = everything("https://api.example.org");
        assertThat(new YAMLMapper().readTree(document.toYaml())).isEqualTo(JSON.readTree(document.toJson()));
        assertThat(document.toYaml()).contains("\n        \"200\":\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"yes", "~", "1e3", "0x1F", "2024-01-01", "# no", "a: b", "- a", "*a", "'", "{}", "a\nb", " a "})
    void aTextThatYamlMayTakeForAnotherValueStaysAText(String summary) throws IOException {
        String quoted = JSON.writeValueAsString(summary);
        OpenApiDocument document = document("""
                partners: {a: {url: "http://127.0.0.1:1"}}
                mashups: {/a: {summary: %s, exchanges: {a: {path: /a}}}}
                """.formatted(quoted), null);
        JsonNode read = new YAMLMapper().readTree(document.toYaml());
        assertThat(read.at("/paths/~1a/get/summary").stringValue()).isEqualTo(summary);
    }

    @Test
    void callersAndQuotasAreSecurityAndResponses() throws IOException {
        JsonNode tree = document("""
                partners: {login: {url: "http://127.0.0.1:1"}}
                callers:
                  tokens: {main: {issuer: "https://a", audience: [b], keys: {partner: login, path: /k}}}
                  api-keys: {field: X-Key, file: keys}
                  certificates: {name: subject}
                quotas: {some: {rate: 1, mashups: [/limited]}}
                mashups:
                  /open: {reply: {body: "1"}}
                  /known: {access: {}, reply: {body: "1"}}
                  /read: {access: {scopes: [a, b]}, reply: {body: $request.headers.authorization}}
                  /limited: {access: {anybody: true}, reply: {body: "1"}}
                """, null).tree();
        assertThat(tree.at("/components/securitySchemes"))
                .isEqualTo(
                        JSON.readTree(
                                "{\"CallerToken\": {\"type\": \"http\", \"scheme\": \"bearer\", \"bearerFormat\": \"JWT\"},"
                                        + " \"CallerKey\": {\"type\": \"apiKey\", \"in\": \"header\", \"name\": \"X-Key\"},"
                                        + " \"CallerCertificate\": {\"type\": \"mutualTLS\"},"
                                        + " \"Authorization\": {\"type\": \"apiKey\", \"in\": \"header\", \"name\": \"Authorization\"}}"));
        assertThat(tree.at("/paths/~1open/get").has("security")).isFalse();
        assertThat(tree.at("/paths/~1known/get/security"))
                .isEqualTo(JSON.readTree("[{\"CallerToken\": []}, {\"CallerKey\": []}, {\"CallerCertificate\": []}]"));
        assertThat(tree.at("/paths/~1read/get/security"))
                .isEqualTo(JSON.readTree(
                        "[{\"CallerToken\": [\"a\", \"b\"]}, {\"CallerKey\": []}, {\"CallerCertificate\": []}]"));
        assertThat(tree.at("/paths/~1open/get/responses").propertyNames())
                .contains("401")
                .doesNotContain("403", "429");
        assertThat(tree.at("/paths/~1read/get/responses").propertyNames())
                .contains("401", "403")
                .doesNotContain("429");
        assertThat(tree.at("/paths/~1limited/get/responses").propertyNames())
                .contains("429")
                .doesNotContain("403");
        assertThat(tree.at("/components/responses/QuotaUsedUp/headers").propertyNames())
                .containsExactly("Retry-After", "RateLimit-Policy", "RateLimit");
        assertThat(tree.at("/components/responses/CallerRefused/headers").propertyNames())
                .containsExactly("WWW-Authenticate");
        assertThat(tree.at("/components/responses/CallerUnknown/headers").propertyNames())
                .contains("WWW-Authenticate");
    }

    private static JsonNode operation(String path, String method) throws IOException {
        return everything(null).tree().path("paths").path(path).path(method);
    }

    private static OpenApiDocument everything(@Nullable String server) throws IOException {
        try (InputStream in = OpenApiDocumentTest.class.getResourceAsStream("mashups.yaml")) {
            return document(new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8), server);
        }
    }

    private static OpenApiDocument document(String yaml, @Nullable String server) {
        Configuration configuration = ServerConfiguration.READER.parse("mashups.yaml", yaml, Map.of(), Map.of());
        return OpenApiDocument.of(configuration, List.of(), "Trips", server);
    }
}
