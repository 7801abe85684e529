package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.servlet.MashupServlet;
import dev.medley.stubs.PartnerStubs;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.annotation.WebInitParam;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FiltersTest {

    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final PartnerStubs stubs = PartnerStubs.builder().start();

    @AfterEach
    void close() {
        stubs.close();
    }

    @Test
    void requestsPassFiltersInTheOrderOfTheBuilderAndTheMashupSuspendsThem() throws IOException {
        try (RunningServer server = builder()
                .filter(new Noting("one"), "/*")
                .filter(new Noting("two"), "/city", "/town")
                .filter(new Noting("other"), "/other/*")
                .start()) {
            HttpResponse<String> reply = Replies.get(server.uri(), "/city");

            assertThat(reply.statusCode()).isEqualTo(200);
            assertThat(reply.headers().allValues("X-Filter")).containsExactly("one", "two");
        }
    }

    @Test
    void theAnnotationOfAFilterIsUsedIfNoPathIsGiven() throws IOException {
        try (RunningServer server = builder().filter(new Annotated()).start()) {
            assertThat(Replies.get(server.uri(), "/city").headers().allValues("X-Filter"))
                    .containsExactly("annotated");
        }
    }

    @Test
    void aFilterRepliesInPlaceOfTheMashup() throws IOException {
        HttpFilter refusing = new HttpFilter() {
            private static final long serialVersionUID = 1L;

            @Override
            protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain) {
                response.setStatus(401);
                response.setHeader("WWW-Authenticate", "Bearer");
            }
        };
        try (RunningServer server = builder().filter(refusing, "/*").start()) {
            HttpResponse<String> reply = Replies.get(server.uri(), "/city");

            assertThat(reply.statusCode()).isEqualTo(401);
            assertThat(reply.headers().firstValue("WWW-Authenticate")).contains("Bearer");
            assertThat(stubs.inFlight()).isZero();
        }
    }

    @Test
    void theMessageOfAFiltersErrorIsTheDetailOfTheProblem() throws IOException {
        assertThat(problemOf(response -> response.sendError(401, "an \"API key\" is needed")))
                .isEqualTo("{\"title\":\"Unauthorized\",\"status\":401,\"detail\":\"an \\\"API key\\\" is needed\"}");
        assertThat(problemOf(response -> response.sendError(401)))
                .isEqualTo("{\"title\":\"Unauthorized\",\"status\":401,\"detail\":\"Unauthorized\"}");
        assertThat(problemOf(response -> response.sendError(404))).contains("no mashup has this path");
    }

    @Test
    void theMessageOfAnExceptionIsNotInTheProblem() throws IOException {
        assertThat(problemOf(response -> {
                    throw new IllegalStateException("internal");
                }))
                .contains("\"status\":500,\"detail\":\"the mashup failed\"");
        assertThat(problemOf(response -> {
                    throw new UnavailableException("internal", 1);
                }))
                .contains("\"status\":503")
                .doesNotContain("internal");
    }

    private String problemOf(Refusal refusal) throws IOException {
        HttpFilter refusing = new HttpFilter() {
            private static final long serialVersionUID = 1L;

            @Override
            protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                    throws IOException, ServletException {
                refusal.of(response);
            }
        };
        try (RunningServer server = builder().filter(refusing, "/*").start()) {
            return Replies.get(server.uri(), "/city").body();
        }
    }

    private interface Refusal {
        void of(HttpServletResponse response) throws IOException, ServletException;
    }

    @Test
    void filtersAndMashupsAreInitializedAtTheStartAndDestroyedAtTheEnd() throws IOException {
        try (RunningServer server = builder().filter(new Noting("one"), "/*").start()) {
            assertThat(seen).containsExactlyInAnyOrder("init one", "init mashup");
            assertThat(server.port()).isPositive();
            seen.clear();
        }
        assertThat(seen).containsExactlyInAnyOrder("destroy one", "destroy mashup");
    }

    private ServerBuilder builder() {
        return new ServerBuilder()
                .port(0)
                .partner("weather", stubs.uri().toString())
                .mashup(new CityServlet());
    }

    private final class Noting extends HttpFilter {

        private static final long serialVersionUID = 1L;
        private final String name;

        Noting(String name) {
            this.name = name;
        }

        @Override
        public void init(FilterConfig config) {
            seen.add("init " + name);
        }

        @Override
        protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            response.addHeader("X-Filter", name);
            chain.doFilter(request, response);
        }

        @Override
        public void destroy() {
            seen.add("destroy " + name);
        }
    }

    @WebFilter(servletNames = "city", initParams = @WebInitParam(name = "value", value = "annotated"))
    private static final class Annotated extends HttpFilter {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            response.addHeader("X-Filter", getInitParameter("value"));
            chain.doFilter(request, response);
        }
    }

    @WebServlet(name = "city", value = "/city")
    private final class CityServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        public void init() {
            seen.add("init mashup");
        }

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return mashup.merge()
                    .put("weather", mashup.get("weather", "/weather?city=Rome&delay=20"))
                    .reply();
        }

        @Override
        public void destroy() {
            seen.add("destroy mashup");
        }
    }
}
