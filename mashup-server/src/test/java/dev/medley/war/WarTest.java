package dev.medley.war;

import static dev.medley.war.Product.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.AbstractThrowableAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The product's WAR, and a user's one, in each supported servlet container. Both have to contain all their dependencies
 * but the servlet API.
 */
class WarTest {

    @TempDir
    private static Path scratch = Path.of("");

    private static @Nullable Product unpacked;

    @BeforeAll
    static void unpack() throws Exception {
        unpacked = new Product(scratch);
    }

    @AfterAll
    static void cleanUp() {
        product().close();
    }

    @ParameterizedTest
    @EnumSource
    void anApplicationThatDoesNotStartLeavesNothing(Container.Kind kind) {
        assertRefused(kind, Map.of("medley.config", "nowhere.yaml"));

        await().untilAsserted(() -> assertThat(applicationThreads()).isEmpty());
    }

    @ParameterizedTest
    @EnumSource
    void theProductDoesNotStartWithoutAConfiguration(Container.Kind kind) {
        assertRefused(kind, Map.of())
                .hasMessageContaining(
                        "there is no configuration: name one by the context parameter medley.config or the"
                                + " environment variable MEDLEY_CONFIG, or put one into the application as /WEB-INF/medley.yaml");
    }

    @ParameterizedTest
    @EnumSource
    void settingsOfTheContainerAreRefused(Container.Kind kind) throws Exception {
        String config = product().configuration("server:\n  port: 8080\n");

        assertRefused(kind, Map.of("medley.config", config))
                .hasMessageContaining(config + ":2:3: server.port: belongs to the servlet container");
    }

    @ParameterizedTest
    @EnumSource
    void theSamplesAreNotServedUnlessTheConfigurationPermitsThem(Container.Kind kind) throws Exception {
        Path config = Files.createTempFile(scratch, "plain", ".yaml");
        Files.writeString(
                config, "partners: {weather: {url: '" + product().stubs().uri() + "'}}\n");
        try (Container container = product().start(kind, Map.of("medley.config", config.toString()))) {
            assertThat(get(container, "/trip?city=Oslo").statusCode()).isEqualTo(404);
            assertThat(get(container, "/fanout?c=256").statusCode()).isEqualTo(404);
            assertThat(get(container, "/pass?size=1").statusCode()).isEqualTo(404);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDeadlineHolds(Container.Kind kind) throws Exception {
        try (Container container = product().start(kind, "server: {deadline: 200ms}\n")) {
            HttpResponse<String> reply = get(container, "/fanout?c=2&delay=60000");

            assertThat(reply.statusCode()).isEqualTo(504);
            assertThat(reply.body()).contains("no reply within the deadline of 200 ms");
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAbortedBodyAbortsTheReply(Container.Kind kind) throws Exception {
        try (CuttingPartner partner = CuttingPartner.start()) {
            Path config = Files.createTempFile(scratch, "cutting", ".yaml");
            Files.writeString(config, "server: {samples: true}\npartners: {files: {url: '" + partner.uri() + "'}}\n");
            try (Container container = product().start(kind, Map.of("medley.config", config.toString()))) {
                assertBrokenOff(container, partner, "Content-Length: 1000000");
                assertBrokenOff(container, partner, "Transfer-Encoding: chunked");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void administrationIsServedIfItIsEnabled(Container.Kind kind) throws Exception {
        String config = product().configuration("");
        try (Container container = product().start(kind, Map.of("medley.config", config, "medley.admin", "true"))) {
            get(container, "/trip?city=Oslo");

            assertThat(get(container, "/health/ready").statusCode()).isEqualTo(200);
            assertThat(get(container, "/status").body()).contains("\"weather\"");
            assertThat(get(container, "/metrics").body()).contains("medley_");
        }
    }

    @ParameterizedTest
    @EnumSource
    void administrationHasTheRepliesOfDeclaredMashupsThatWereNotComplete(Container.Kind kind) throws Exception {
        Path config = Files.createTempFile(scratch, "declared", ".yaml");
        Files.writeString(config, """
                partners: {weather: {url: '%s'}}
                mashups:
                  /partial: {exchanges: {weather: {path: /status/500, optional: true}}}
                """.formatted(product().stubs().uri()));
        Map<String, String> parameters = Map.of("medley.config", config.toString(), "medley.admin", "true");
        try (Container container = product().start(kind, parameters)) {
            HttpResponse<String> reply = get(container, "/partial");

            assertThat(reply.statusCode()).isEqualTo(200);
            assertThat(reply.body()).contains("unexpected status 500").doesNotContain("Exception");
            await().untilAsserted(() -> assertThat(get(container, "/manifests").body())
                    .contains("\"mashup\":\"/partial\"", "ExchangeException: partner weather")
                    .contains(product().stubs().uri().getAuthority()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStoppedApplicationLeavesNothing(Container.Kind kind) throws Exception {
        try (Container container = product().start(kind, "")) {
            assertThat(get(container, "/trip?city=Oslo").statusCode()).isEqualTo(200);
            assertThat(get(container, "/status").statusCode()).isEqualTo(404);
            assertThat(applicationThreads()).isNotEmpty();
            container.undeploy();

            await().untilAsserted(() -> assertThat(applicationThreads()).isEmpty());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aUsersMashupNeedsOnlyTheLibraryAndItsAnnotation(Container.Kind kind) throws Exception {
        WarFolder war = WarFolder.ofUser(Files.createTempDirectory(scratch, "user"), HelloServlet.class)
                .configured("partners: {weather: {url: '" + product().stubs().uri() + "'}}\n");
        try (Container container = kind.start(war, Files.createTempDirectory(scratch, "container"), Map.of())) {
            HttpResponse<String> reply = Product.post(container, "/hello", "world");

            assertThat(reply.statusCode()).isEqualTo(200);
            assertThat(reply.body()).startsWith("{\"hello\":\"world\",\"weather\":{\"city\":\"Oslo\"");
        }
    }

    private static void assertBrokenOff(Container container, CuttingPartner partner, String field) throws Exception {
        partner.answer("HTTP/1.1 200 OK\r\n" + field);
        try (RawConnection client = RawConnection.get(container.port(), "/app/pass?size=1")) {
            assertThat(client.readHead()).startsWith("HTTP/1.1 200").contains(field);
            partner.cut();

            assertThat(restOf(client)).doesNotEndWith("\r\n0\r\n\r\n").hasSizeBetween(1, 999_999);
        }
    }

    /** Returns the bytes up to the end of the connection. */
    private static String restOf(RawConnection client) {
        StringBuilder rest = new StringBuilder();
        try {
            for (int next = client.in().read(); next >= 0; next = client.in().read()) {
                rest.append((char) next);
            }
        } catch (SocketTimeoutException x) {
            throw new AssertionError("the reply was not broken off", x);
        } catch (IOException x) {
            return rest.toString();
        }
        return rest.toString();
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
            Container.Kind kind, Map<String, String> parameters) {
        return assertThatThrownBy(() -> product().start(kind, parameters).close());
    }

    /** The threads that an application has started, and has not stopped. */
    private static List<Thread> applicationThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> isOfApplication(thread.getContextClassLoader()))
                .toList();
    }

    private static boolean isOfApplication(@Nullable ClassLoader loader) {
        return loader != null && (loader instanceof ContainerClasses || isOfApplication(loader.getParent()));
    }

    private static Product product() {
        return Objects.requireNonNull(unpacked);
    }
}
