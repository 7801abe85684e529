package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.admin.PrometheusPage;
import dev.medley.server.internal.admin.Scene;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each request that is answered is in the metrics once, also one that no mashup answers. */
class OtherRequestsTest {

    private static final String COUNT = "medley_requests_seconds_count";

    @Test
    void aRequestThatAFilterRefusesIsCounted() throws IOException {
        try (RunningServer server = builder().filter(new Refusing(), "/*").start()) {
            Replies.get(server.uri(), "/city?refuse=429");
            Replies.get(server.uri(), "/city?refuse=401");
            Replies.get(server.uri(), "/other?refuse=401");
            Replies.get(server.uri(), "/city");

            Scene.eventually().untilAsserted(() -> {
                PrometheusPage page = metrics(server);
                assertThat(page.value(COUNT, "mashup=none", "status=429")).isOne();
                assertThat(page.value(COUNT, "mashup=none", "status=401")).isEqualTo(2);
                assertThat(page.value(COUNT, "mashup=city", "status=200")).isOne();
                assertThat(page.names())
                        .filteredOn(name -> name.startsWith(COUNT))
                        .hasSize(3);
            });
        }
    }

    @Test
    void requestsThatNoMashupHasAreCountedWithoutTheirPaths() throws IOException {
        try (RunningServer server = builder().start()) {
            Replies.get(server.uri(), "/one");
            Replies.get(server.uri(), "/two");

            Scene.eventually().untilAsserted(() -> {
                PrometheusPage page = metrics(server);
                assertThat(page.value(COUNT, "mashup=none", "status=404")).isEqualTo(2);
                assertThat(page.names())
                        .filteredOn(name -> name.startsWith(COUNT))
                        .hasSize(1);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"GET /city HTTP/1.1\r\n\r\n", "GET /%2e%2e/city HTTP/1.1\r\nHost: a\r\n\r\n", "nonsense\r\n\r\n"
            })
    void aMalformedRequestIsCounted(String request) throws IOException {
        try (RunningServer server = builder().start();
                ClientSocket client = ClientSocket.to(server)) {
            client.send(request);
            assertThat(client.status()).isEqualTo(400);

            Scene.eventually()
                    .untilAsserted(() -> assertThat(metrics(server).value(COUNT, "mashup=none", "status=400"))
                            .isOne());
        }
    }

    private static ServerBuilder builder() {
        return new ServerBuilder().port(0).mashup(new CityServlet());
    }

    private static PrometheusPage metrics(RunningServer server) {
        HttpResponse<String> page = Replies.get(server.adminUri(), "/metrics");
        return PrometheusPage.parse(page.body().getBytes(StandardCharsets.UTF_8));
    }

    private static final class Refusing extends HttpFilter {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            String status = request.getParameter("refuse");
            if (status == null) {
                chain.doFilter(request, response);
            } else {
                response.sendError(Integer.parseInt(status));
            }
        }
    }

    @WebServlet(name = "city", value = "/city")
    private static final class CityServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedFuture(Reply.text("Rome"));
        }
    }
}
