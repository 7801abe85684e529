package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.medley.config.CorsSettings;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.reload.ReloadReport;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of the origins that are configured read every reply, and others none; mashups and filters see no preflight. */
class CrossOriginTest {

    private static final String APP = "https://app.example";
    private static final String PREFLIGHT = String.join(
            "\r\n",
            "OPTIONS %s HTTP/1.1",
            "Host: localhost",
            "Connection: close",
            "Origin: %s",
            "Access-Control-Request-Method: PUT",
            "Access-Control-Request-Headers: x-token",
            "",
            "");

    private static final String ALLOWED = "\r\nAccess-Control-Allow-Origin: ";

    @TempDir
    private Path folder;

    private final AtomicInteger seen = new AtomicInteger();

    @ParameterizedTest
    @ValueSource(strings = {"/page", "/refused", "/nothing", "*"})
    void aPreflightIsAnsweredBeforeFiltersAndMashups(String target) throws IOException {
        String reply = sent(
                cors -> cors.origins(APP)
                        .methods("GET", "PUT")
                        .headers("X-Token", "Content-Type")
                        .credentials(true)
                        .maxAge(Duration.ofHours(1)),
                PREFLIGHT.formatted(target, APP));

        assertThat(reply)
                .startsWith("HTTP/1.1 204 ")
                .contains(
                        ALLOWED + APP + "\r\n",
                        "\r\nAccess-Control-Allow-Methods: GET, PUT\r\n",
                        "\r\nAccess-Control-Allow-Headers: X-Token, Content-Type\r\n",
                        "\r\nAccess-Control-Allow-Credentials: true\r\n",
                        "\r\nAccess-Control-Max-Age: 3600\r\n",
                        "\r\nVary: Origin\r\n",
                        "\r\nX-Request-Id: ")
                .doesNotContain("Expose-Headers")
                .endsWith("\r\n\r\n");
        assertThat(seen).hasValue(0);
    }

    @Test
    void aPreflightOfHttp10IsAnswered() throws IOException {
        assertThat(sent(
                        cors -> cors.origins(APP),
                        "OPTIONS /page HTTP/1.0\r\nOrigin: " + APP + "\r\nAccess-Control-Request-Method: GET\r\n\r\n"))
                .startsWith("HTTP/1.1 204 ")
                .contains(ALLOWED + APP);
    }

    @Test
    void aPreflightOfAnotherOriginIsRefused() throws IOException {
        assertThat(sent(cors -> cors.origins(APP), PREFLIGHT.formatted("/page", "https://evil.example")))
                .startsWith("HTTP/1.1 403 ")
                .contains("\r\nVary: Origin\r\n", "pages of this origin may not send requests")
                .doesNotContain("Access-Control", APP);
        assertThat(seen).hasValue(0);
    }

    /** Such a request is of a page of the server itself, or of no browser. */
    @Test
    void aRequestOfAnotherOriginIsAnsweredWithoutTheFields() throws IOException {
        assertThat(sent(cors -> cors.origins(APP), get("/page", "Origin: https://evil.example")))
                .startsWith("HTTP/1.1 200 ")
                .contains("Vary: X-A, Origin\r\n")
                .doesNotContain("Access-Control");
    }

    @Test
    void aReplyWithoutAnOriginVariesByIt() throws IOException {
        assertThat(sent(cors -> cors.origins(APP), get("/page", "X: x")))
                .startsWith("HTTP/1.1 200 ")
                .contains("Vary: X-A, Origin\r\n")
                .doesNotContain("Access-Control");
    }

    /** What a mashup says of other origins does not count where the server has rules. */
    @Test
    void aPageReadsAReplyWithTheFieldsThatAreExposed() throws IOException {
        assertThat(sent(
                        cors -> cors.origins("https://*.example", APP)
                                .exposedHeaders("X-Request-Id", "Server-Timing")
                                .credentials(true),
                        get("/page", "Origin: " + APP)))
                .startsWith("HTTP/1.1 200 ")
                .containsOnlyOnce("Access-Control-Allow-Origin: ")
                .contains(
                        ALLOWED + APP + "\r\n",
                        "\r\nAccess-Control-Allow-Credentials: true\r\n",
                        "\r\nAccess-Control-Expose-Headers: X-Request-Id, Server-Timing\r\n")
                .doesNotContain("Allow-Methods", "Allow-Headers", "Max-Age");
    }

    /** One reply suits all pages, so that caches need not tell them apart. */
    @Test
    void everyOriginIsOneReply() throws IOException {
        for (String field : List.of("Origin: " + APP, "Origin: null", "X: x", "Origin: a\r\nOrigin: b")) {
            assertThat(sent(cors -> cors.origins("*"), get("/page", field)))
                    .startsWith("HTTP/1.1 200 ")
                    .contains(ALLOWED + "*\r\n", "Vary: X-A\r\n");
        }
    }

    @Test
    void twoOriginsAreNone() throws IOException {
        assertThat(sent(cors -> cors.origins(APP), get("/page", "Origin: " + APP + "\r\nOrigin: " + APP)))
                .startsWith("HTTP/1.1 200 ")
                .doesNotContain("Access-Control");
    }

    @ParameterizedTest
    @CsvSource({
        "GET /nothing, 404",
        "GET /refused, 401",
        "GET /limited, 429",
        "GET /failing, 500",
        "GET /unwritable, 500",
        "GET /throwing, 500",
        "DELETE /page, 405",
        "OPTIONS /page, 204",
        "TRACE /page, 405",
        "GET /pa%2fge, 400"
    })
    void problemsHaveTheFieldsToo(String target, int status) throws IOException {
        String reply = sent(
                cors -> cors.origins(APP),
                target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nOrigin: " + APP + "\r\n\r\n");

        assertThat(reply).startsWith("HTTP/1.1 " + status + " ").contains(ALLOWED + APP + "\r\n", "Origin\r\n");
        assertThat(reply).containsOnlyOnce("Access-Control-Allow-Origin");
    }

    @Test
    void aRefusalOfAdmissionHasTheFieldsToo() throws IOException {
        HeldServlet held = new HeldServlet();
        RunningServer server = new ServerBuilder()
                .port(0)
                .settings(settings -> settings.edge(edge -> edge.cors(cors -> cors.origins(APP)))
                        .admission(admission -> admission.maxConcurrent(1).maxQueued(0)))
                .mashup(held)
                .start();
        try (ClientSocket first = ClientSocket.to(server)) {
            first.send(ClientSocket.get("/held"));
            await().until(() -> held.requests.get() == 1);

            assertThat(sent(server, get("/held", "Origin: " + APP)))
                    .startsWith("HTTP/1.1 503 ")
                    .contains(ALLOWED + APP + "\r\n");

            held.reply.complete(Reply.text("held"));
        } finally {
            server.close();
        }
    }

    /** Of a malformed request nothing is known but that it is one; every page may read that. */
    @Test
    void aMalformedRequestIsReadableByEveryPage() throws IOException {
        for (String request : List.of(
                "GET /page HTTP/1.1\r\n\r\n", "GET /" + "x".repeat(20_000) + " HTTP/1.1\r\n\r\n", "?\r\n\r\n")) {
            assertThat(sent(cors -> cors.origins("*"), request))
                    .startsWith("HTTP/1.1 4")
                    .contains(ALLOWED + "*\r\n");
        }
    }

    @Test
    void preflightsAndRepliesOverHttp2HaveTheFields() throws Exception {
        try (TlsRig rig = new TlsRig(folder.resolve("authority"))) {
            RunningServer server = rig.start(settings -> settings.edge(edge -> edge.cors(cors -> cors.origins(APP))));
            HttpClient client = rig.clients().client(HttpClient.Version.HTTP_2);
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(TlsRig.client(server)).header("Origin", APP);

            HttpResponse<String> reply = client.send(request.build(), BodyHandlers.ofString());
            HttpResponse<String> preflight = client.send(
                    request.method("OPTIONS", BodyPublishers.noBody())
                            .header("Access-Control-Request-Method", "GET")
                            .build(),
                    BodyHandlers.ofString());

            assertThat(reply.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(preflight.statusCode()).isEqualTo(204);
            for (HttpResponse<String> each : List.of(reply, preflight)) {
                assertThat(each.headers().allValues("Access-Control-Allow-Origin"))
                        .containsExactly(APP);
            }
        }
    }

    @Test
    void withoutOriginsNothingIsDifferent() throws IOException {
        assertThat(sent(cors -> {}, PREFLIGHT.formatted("/page", APP)))
                .startsWith("HTTP/1.1 204 ")
                .contains("Allow: ", ALLOWED + "https://of.filter\r\n")
                .doesNotContain("Access-Control-Allow-Methods", "Vary");
        assertThat(seen).hasValue(1);
        assertThat(sent(cors -> {}, get("/page", "Origin: " + APP)))
                .as("the mashup's own field")
                .contains(ALLOWED + "https://of.mashup\r\n");
    }

    @Test
    void aReloadChangesTheOrigins() throws Exception {
        ReloadRig rig = new ReloadRig(folder);
        try {
            rig.write("", "");
            RunningServer server = rig.start(new PageServlet());
            rig.write(", cors: {origins: [" + APP + "]}", "");

            ReloadReport report = ReloadRig.reload(server);

            assertThat(report.changed()).containsExactly("server.cors.origins");
            assertThat(sent(server, PREFLIGHT.formatted("/page", APP))).contains(ALLOWED + APP);
        } finally {
            rig.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "null"})
    void credentialsOfEveryPageAreRefused(String origin) {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> start(cors -> cors.origins(origin).credentials(true)))
                .withMessage(
                        "server: cors.origins: '%s' does not go together with server.cors.credentials: every page could"
                                + " act for the users who visit it; expected the origins of your pages, or credentials: false",
                        origin);
    }

    private String sent(Consumer<CorsSettings.Builder> cors, String request) throws IOException {
        try (RunningServer server = start(cors)) {
            return sent(server, request);
        }
    }

    private static String sent(RunningServer server, String request) throws IOException {
        try (ClientSocket client = ClientSocket.to(server)) {
            return client.send(request).readToEnd();
        }
    }

    private RunningServer start(Consumer<CorsSettings.Builder> cors) throws IOException {
        return new ServerBuilder()
                .port(0)
                .settings(settings -> settings.edge(edge -> edge.cors(cors)))
                .filter(new RefusingFilter(seen), "/*")
                .mashup(new PageServlet())
                .mashup(new FailingServlet())
                .start();
    }

    private static String get(String path, String fields) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + fields + "\r\n\r\n";
    }

    /** Counts requests, and refuses some. */
    private static final class RefusingFilter extends HttpFilter {

        private static final long serialVersionUID = 1L;

        private final transient AtomicInteger seen;

        RefusingFilter(AtomicInteger seen) {
            this.seen = seen;
        }

        @Override
        protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            seen.incrementAndGet();
            response.setHeader("Access-Control-Allow-Origin", "https://of.filter");
            switch (request.getRequestURI()) {
                case "/refused" -> response.sendError(401, "no token");
                case "/throwing" -> throw new ServletException("of the test");
                default -> chain.doFilter(request, response);
            }
        }
    }

    @WebServlet("/page")
    private static final class PageServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.text("page")
                    .header("Vary", "X-A")
                    .header("Access-Control-Allow-Origin", "https://of.mashup"));
        }
    }

    /** Replies when the test says so. */
    @WebServlet("/held")
    private static final class HeldServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        final transient CompletableFuture<Reply> reply = new CompletableFuture<>();
        final AtomicInteger requests = new AtomicInteger();

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            requests.incrementAndGet();
            return reply;
        }
    }

    @WebServlet({"/limited", "/failing", "/unwritable"})
    private static final class FailingServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return switch (mashup.inbound().path()) {
                case "/limited" -> throw new ProblemException(Problem.of(429, "too many"));
                case "/unwritable" ->
                    CompletableFuture.completedStage(Reply.stream("text/plain", subscriber -> {
                        throw new IllegalStateException("of the test");
                    }));
                default -> CompletableFuture.failedStage(new IllegalStateException("of the test"));
            };
        }
    }
}
