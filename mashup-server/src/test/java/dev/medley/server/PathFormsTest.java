package dev.medley.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupPath;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A path has one form for filters, for routing and for the mashup; one that could have two is refused. */
class PathFormsTest {

    private static RunningServer server;

    @BeforeAll
    static void start() throws IOException {
        server = new ServerBuilder()
                .port(0)
                .filter(new Guard(), "/admin/*")
                .mashup(new AdminServlet())
                .mashup(new OpenServlet())
                .start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/open/%2e%2e/admin/x",
                "/open/%2E./admin/x",
                "/open/.%2e/admin/x",
                "/open/..;/admin/x",
                "/open/..;a=b/admin/x",
                "/open/%2e%2e;/admin/x",
                "/open/%2e/x",
                "/open%2f..%2fadmin/x",
                "/open/..%2fadmin%2fx",
                "/open%2fx",
                "/admin%2fx",
                "/open/%252e%252e/admin/x",
                "/open/%252f",
                "/open//x",
                "//admin/x",
                "/open/%5c..%5cadmin",
                "/open/..\\admin\\x",
                "/open/%00",
                "/open/%0d%0aX:%20y",
                "/open/%c0%ae%c0%ae/admin/x",
                "/open/%c0%af",
                "/open/%e0%80%af",
                "/open/%f0%80%80%af",
                "/open/%u002e%u002e/admin/x",
                "/open/%ed%a0%80",
                "/open/%ff",
                "/open/%",
                "/open/%4",
                "/open/%zz",
                "/../admin/x/../../..",
                "/open/../../x",
                "/open/x?#y"
            })
    void aPathThatCouldHaveTwoFormsIsRefused(String path) throws IOException {
        String reply = get(path);

        assertThat(reply).as(path).startsWith("HTTP/1.1 400 ");
        assertThat(getOverHttp2(path)).as(path).contains("\"status\":400");
    }

    @ParameterizedTest
    @CsvSource({
        "/admin/x, 403, guarded",
        "/open/../admin/x, 403, guarded",
        "/open/./../admin/x, 403, guarded",
        "/%61dmin/x, 403, guarded",
        "/admin;/x, 403, guarded",
        "/ADMIN/x, 404, no mashup",
        "/open/x, 200, open x",
        "/open/./x, 200, open x",
        "/admin/../open/x, 200, open x",
        "/%6fpen/%78, 200, open x",
        "/open/a%20b, 200, open a b",
        "/open/%C3%BC, 200, open \u00FC",
        "/open/x;a=b, 200, open x"
    })
    void filterRoutingAndMashupSeeOneForm(String path, int status, String text) throws IOException {
        String reply = get(path);

        assertThat(reply).as(path).startsWith("HTTP/1.1 " + status + " ");
        assertThat(new String(reply.getBytes(ISO_8859_1), UTF_8)).as(path).contains(text);
        assertThat(new String(getOverHttp2(path).getBytes(ISO_8859_1), UTF_8))
                .as(path)
                .contains(text);
    }

    private static String get(String path) throws IOException {
        try (ClientSocket client = ClientSocket.to(server)) {
            client.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            return client.readToEnd();
        }
    }

    private static String getOverHttp2(String path) throws IOException {
        try (Http2Wire client = Http2Wire.plain(server.port())) {
            client.get(1, path);
            return client.awaitBody();
        }
    }

    /** Guards what is below /admin, as the policy of an application does. */
    private static final class Guard extends HttpFilter {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            response.sendError(HttpServletResponse.SC_FORBIDDEN, "guarded");
        }
    }

    @WebServlet("/admin/*")
    private static final class AdminServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.text("secret"));
        }
    }

    @WebServlet("/open/*")
    @MashupPath("/open/{name}")
    private static final class OpenServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.text("open " + mashup.path("name")));
        }
    }
}
