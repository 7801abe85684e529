package dev.medley.war;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Path variables, methods, quotas and callers of a user's WAR, which is under a path of its own, in each servlet container. */
class UsersInWarTest {

    private static final String CONFIGURATION = "partners: {weather: {url: 'http://127.0.0.1:9'}}\n";

    @TempDir
    private static Path scratch = Path.of("");

    @ParameterizedTest
    @EnumSource
    void thePathIsThatWithinTheApplication(Container.Kind kind) throws Exception {
        try (Container container = start(kind, UsersServlet.class)) {
            assertThat(send(container, "GET", "/user/7").body()).isEqualTo("GET /user/7 7");
            assertThat(send(container, "DELETE", "/user/7/orders/x").body()).isEqualTo("DELETE /user/7/orders/x 7");
            assertProblem(send(container, "GET", "/user/7/x"), 404, "no mashup has this path\"");
            assertProblem(send(container, "POST", "/user/7"), 405, "the method POST is not allowed");
            assertThat(send(container, "OPTIONS", "/user/7").headers().firstValue("Allow"))
                    .contains("GET, HEAD, DELETE, OPTIONS");
        }
    }

    @ParameterizedTest
    @EnumSource
    void anApplicationWhosePartnerIsNotConfiguredDoesNotStart(Container.Kind kind) {
        assertThatThrownBy(() ->
                        start(kind, UsersServlet.class, NeedyServlet.class).close())
                .hasMessageContaining(
                        "the mashups cannot start: dev.medley.war.NeedyServlet: @MashupPartners names wether, not"
                                + " configured; configured: weather");
    }

    @ParameterizedTest
    @EnumSource
    void aQuotaNeedsNoMoreThanTheLibrary(Container.Kind kind) throws Exception {
        String quota = "quotas: {each: {rate: 1, per: 1h}}\n";
        try (Container container = start(kind, CONFIGURATION + quota, UsersServlet.class)) {
            assertThat(send(container, "GET", "/user/7").statusCode()).isEqualTo(200);
            assertProblem(send(container, "GET", "/user/7"), 429, "the quota each is used up");
        }
    }

    @ParameterizedTest
    @EnumSource
    void anApplicationWithCallersButNothingThatKnowsThemDoesNotStart(Container.Kind kind) {
        String callers = "callers: {api-keys: {file: keys.txt}}\n";
        assertThatThrownBy(() ->
                        start(kind, CONFIGURATION + callers, UsersServlet.class).close())
                .hasMessageContaining(
                        "callers: nothing here can check them; expected the JAR mashup-server in the application");
    }

    private static Container start(Container.Kind kind, Class<?>... mashups) throws Exception {
        return start(kind, CONFIGURATION, mashups);
    }

    private static Container start(Container.Kind kind, String configuration, Class<?>... mashups) throws Exception {
        WarFolder war = WarFolder.ofUser(Files.createTempDirectory(scratch, "user"), mashups)
                .configured(configuration);
        return kind.start(war, Files.createTempDirectory(scratch, "container"), Map.of());
    }

    private static HttpResponse<String> send(Container container, String method, String target) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + container.port() + Container.APPLICATION + target);
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(uri)
                                .method(method, BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofString());
    }

    private static void assertProblem(HttpResponse<String> reply, int status, String detail) {
        assertThat(reply.statusCode()).isEqualTo(status);
        assertThat(reply.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(reply.body()).contains(detail);
    }
}
