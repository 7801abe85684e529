package dev.medley.server.internal.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.script.Script;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ScriptOperationsTest {

    @Test
    void aScriptHasItsMethodsAndTheVariablesOfItsPath() {
        JsonNode document = document("{}", script("/user/{id}/orders/{order}", "GET", "POST"));

        JsonNode item = document.at("/paths").path("/user/{id}/orders/{order}");
        assertThat(item.propertyNames()).containsExactly("get", "post");
        assertThat(item.at("/get").propertyNames()).containsExactly("operationId", "parameters", "responses");
        assertThat(item.at("/get/operationId").stringValue()).isEqualTo("getUserByIdOrdersByOrder");
        assertThat(item.at("/get/parameters"))
                .extracting(each -> each.at("/name").stringValue())
                .containsExactly("id", "order");
        assertThat(item.at("/get/parameters/0").toString())
                .isEqualTo("{\"name\":\"id\",\"in\":\"path\",\"required\":true,\"schema\":{\"type\":\"string\"}}");
        assertThat(item.at("/post/requestBody").toString()).isEqualTo("{\"content\":{\"*/*\":{}}}");
        assertThat(item.at("/get/responses").toString()).doesNotContain("schema");
        assertThat(OpenApiSchema.problems(document)).isEmpty();
    }

    @Test
    void theRestOfAPathIsAVariable() {
        JsonNode document = document("{}", script("/files/*", "GET", "HEAD", "OPTIONS"));

        JsonNode item = document.at("/paths").path("/files/{rest}");
        assertThat(item.propertyNames()).containsExactly("get", "head", "options");
        assertThat(item.at("/get/parameters/0/name").stringValue()).isEqualTo("rest");
        assertThat(item.at("/get/parameters/0/description").stringValue())
                .isEqualTo("The rest of the path, which may have slashes");
        assertThat(OpenApiSchema.problems(document)).isEmpty();
    }

    @Test
    void scriptsAreBesideDeclaredMashupsWithIdsOfTheirOwn() {
        JsonNode document = document(
                "mashups: {/trip: {methods: [GET], reply: {body: '1'}}}",
                script("/trip/x", "GET"),
                script("/trip-x", "GET"));

        assertThat(document.at("/paths").propertyNames()).containsExactly("/trip", "/trip/x", "/trip-x");
        assertThat(document.at("/paths")
                        .valueStream()
                        .map(each -> each.at("/get/operationId").stringValue()))
                .containsExactly("getTrip", "getTripX", "getTripX_2");
        assertThat(OpenApiSchema.problems(document)).isEmpty();
    }

    @Test
    void aScriptForKnownCallersSaysHowTheyShowWhoTheyAre() {
        JsonNode document = document("""
                server: {tls: {certificate: a.pem, key: a.pem, client-auth: want, trust: a.pem}}
                callers: {certificates: {name: subject}}
                mashups: {/trip: {access: {condition: 'true'}}}
                """, script("/trip", "GET"));

        assertThat(document.at("/paths/~1trip/get/security").toString()).isEqualTo("[{\"CallerCertificate\":[]}]");
        assertThat(OpenApiSchema.problems(document)).isEmpty();
    }

    private static Script script(String path, String... methods) {
        return new Script("scripts/a.mjs", path, List.of(methods), null, null, Set.of());
    }

    private static JsonNode document(String yaml, Script... scripts) {
        return OpenApiDocument.of(
                        ServerConfiguration.READER.parse("medley.yaml", yaml, Map.of(), Map.of()),
                        List.of(scripts),
                        "Trips",
                        null)
                .tree();
    }
}
