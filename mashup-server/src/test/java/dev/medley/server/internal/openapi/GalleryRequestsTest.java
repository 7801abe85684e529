package dev.medley.server.internal.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.internal.Configuration;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The OpenAPI document of config/gallery.yaml is enough to send requests to its mashups, which stubs of their partners answer. */
class GalleryRequestsTest {

    private static final Path GALLERY = Path.of("../config/gallery.yaml");
    private static final JsonNode DOCUMENT = OpenApiDocument.of(
                    ServerConfiguration.READER.read(GALLERY, Map.of(), Map.of()), List.of(), "Gallery", null)
            .tree();

    private static PartnerStubs stubs;
    private static RunningServer server;

    @BeforeAll
    static void start() throws IOException {
        stubs = PartnerStubs.builder().start();
        Map<String, String> flags =
                new LinkedHashMap<>(Map.of("server.port", "0", "server.admin.port", "0", "server.access-log", "false"));
        for (PartnerSettings each :
                ServerConfiguration.READER.read(GALLERY, Map.of(), Map.of()).partners()) {
            flags.put("partners." + each.name() + ".url", stubs.uri().toString());
        }
        Configuration configuration = ServerConfiguration.READER.read(GALLERY, Map.of(), flags);
        server = new ServerBuilder().start(configuration);
    }

    @AfterAll
    static void stop() {
        server.close();
        stubs.close();
    }

    @Test
    void theDocumentIsValidByTheSchemaOfTheInitiative() {
        assertThat(OpenApiSchema.problems(DOCUMENT)).isEmpty();
    }

    static List<DescribedRequest> requests() {
        List<DescribedRequest> requests = new ArrayList<>();
        DOCUMENT.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(operation -> {
                    requests.add(DescribedRequest.of(path.getKey(), operation.getKey(), operation.getValue(), true));
                    requests.add(DescribedRequest.of(path.getKey(), operation.getKey(), operation.getValue(), false));
                }));
        return requests;
    }

    @ParameterizedTest
    @MethodSource("requests")
    void aRequestMadeFromTheDocumentIsAnsweredAsItSays(DescribedRequest described) throws Exception {
        HttpRequest request = described.at(server.uri());

        HttpResponse<String> reply = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());

        JsonNode responses = described.operation().path("responses");
        JsonNode response = responses.path(String.valueOf(reply.statusCode()));
        if (response.has("$ref")) {
            response = DOCUMENT.at(response.path("$ref").asString().substring(1));
        }
        if (response.isMissingNode()) {
            // Of a request that is passed on, whose partner knows what it replies.
            response = responses.path("default");
            assertThat(response.path("content").propertyNames()).containsExactly("*/*");
        } else {
            // Of what callers show, these requests have nothing.
            boolean needsCaller = described.operation().has("security");
            assertThat(reply.statusCode()).as(reply.body()).isBetween(needsCaller ? 401 : 200, needsCaller ? 401 : 399);
        }
        String type = reply.headers().firstValue("Content-Type").orElse("").split(";", 2)[0];
        if (type.isEmpty()) {
            assertThat(response.has("content")).isFalse();
        } else {
            assertThat(response.path("content").propertyNames()).containsAnyOf(type, "*/*");
        }
    }
}
