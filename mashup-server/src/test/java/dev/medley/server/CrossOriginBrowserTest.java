package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupMethods;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A page of another origin, in a browser, reads what it may and sends what it may. */
class CrossOriginBrowserTest {

    @TempDir
    private Path folder;

    private final Queue<String> seen = new ConcurrentLinkedQueue<>();
    private Chromium browser;
    private HttpServer pages;

    @BeforeEach
    void open() throws IOException {
        byte[] page;
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("cross-origin.html"))) {
            page = in.readAllBytes();
        }
        pages = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        pages.createContext("/", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        pages.start();
        browser = Chromium.find(folder);
    }

    @AfterEach
    void stop() {
        pages.stop(0);
    }

    @Test
    void aPageOfAnOriginThatIsAllowedReadsEveryReply() throws Exception {
        try (RunningServer server = start(origin())) {
            assertThat(results(server))
                    .containsExactly(
                            "simple: 200 GET",
                            "exposed: true false",
                            "preflighted: 200 PUT",
                            "method not listed: TypeError",
                            "field not listed: TypeError",
                            "refused: 401 no token",
                            "forbidden: 403",
                            "limited: 429",
                            "failing: 500",
                            "not found: 404",
                            "login: 200",
                            "with cookie: 200 session=s",
                            "without cookie: 200 none",
                            "end");
            assertThat(seen)
                    .as("requests behind the edge, no preflight among them")
                    .containsExactly(
                            "GET /page",
                            "GET /page",
                            "PUT /page",
                            "GET /refused",
                            "GET /forbidden",
                            "GET /limited",
                            "GET /failing",
                            "GET /nothing",
                            "GET /login",
                            "GET /cookie",
                            "GET /cookie");
        }
    }

    @Test
    void aPageOfAnotherOriginReadsNothing() throws Exception {
        try (RunningServer server = start("https://app.example")) {
            assertThat(results(server))
                    .hasSize(14)
                    .filteredOn(each -> !each.endsWith(": TypeError"))
                    .containsExactly("end");
            assertThat(seen).as("what needs a preflight is not sent").doesNotContain("PUT /page", "GET /limited");
        }
    }

    private String origin() {
        return "http://127.0.0.1:" + pages.getAddress().getPort();
    }

    private RunningServer start(String origin) throws IOException {
        return new ServerBuilder()
                .port(0)
                .settings(settings -> settings.edge(edge -> edge.cors(cors -> cors.origins(origin)
                        .methods("GET", "PUT")
                        .headers("X-Token", "Content-Type")
                        .exposedHeaders("X-Request-Id")
                        .credentials(true))))
                .filter(new SeenFilter(seen), "/*")
                .mashup(new PageServlet())
                .start();
    }

    private String[] results(RunningServer server) throws Exception {
        String document = browser.open(URI.create(origin() + "/?server=" + server.uri()));
        int begin = document.indexOf("<pre id=\"results\">");
        int end = document.indexOf("</pre>");
        assertThat(begin).as(document).isGreaterThan(0).isLessThan(end);
        return document.substring(begin + 18, end).split("\n", -1);
    }

    /** Notes requests, and refuses some. */
    private static final class SeenFilter extends HttpFilter {

        private static final long serialVersionUID = 1L;

        private final transient Queue<String> seen;

        SeenFilter(Queue<String> seen) {
            this.seen = seen;
        }

        @Override
        protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            String path = request.getRequestURI();
            seen.add(request.getMethod() + " " + path);
            switch (path) {
                case "/refused" -> response.sendError(401, "no token");
                case "/forbidden" -> response.sendError(403);
                default -> chain.doFilter(request, response);
            }
        }
    }

    @WebServlet({"/page", "/limited", "/failing", "/login", "/cookie"})
    @MashupMethods({"GET", "PUT", "DELETE"})
    private static final class PageServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            String cookie = mashup.header("Cookie");
            return switch (mashup.inbound().path()) {
                case "/limited" -> throw new ProblemException(Problem.of(429, "too many"));
                case "/failing" -> throw new IllegalStateException("of the test");
                case "/login" -> reply(Reply.text("in").header("Set-Cookie", "session=s; HttpOnly; SameSite=Lax"));
                case "/cookie" -> reply(Reply.text(cookie == null ? "none" : cookie));
                default -> reply(Reply.text(mashup.inbound().method()));
            };
        }

        private static CompletionStage<Reply> reply(Reply reply) {
            return CompletableFuture.completedStage(reply);
        }
    }
}
