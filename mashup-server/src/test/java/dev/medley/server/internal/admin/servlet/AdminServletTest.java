package dev.medley.server.internal.admin.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.admin.Administration;
import dev.medley.server.internal.admin.page.AdminPages;
import dev.medley.servlet.internal.MashupRuntime;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminServletTest {

    private final DefaultBroker broker = DefaultBroker.builder().build();
    private final Administration administration = new Administration(
            broker, new MashupRuntime(broker, ExecutionMode.ASYNC, Duration.ofSeconds(1), 0, 0), ExecutionMode.ASYNC);
    private final HttpClient client = HttpClient.newHttpClient();
    private final Tomcat tomcat = new Tomcat();

    @BeforeEach
    void start() {
        broker.start();
    }

    @AfterEach
    void stop() throws Exception {
        tomcat.stop();
        tomcat.destroy();
        administration.close();
        broker.close();
    }

    @Test
    void anApplicationThatEnablesThePagesHasThemBelowItsPath(@TempDir Path folder) throws Exception {
        URI app = deploy(folder, "true");

        assertThat(send("GET", app, "/health/live").body()).isEqualTo("{\"status\":\"up\"}");
        assertThat(send("GET", app, "/health/ready").statusCode()).isEqualTo(503);
        assertThat(send("GET", app, "/status").body()).contains("\"outbound\"");
        HttpResponse<String> metrics = send("GET", app, "/metrics");
        assertThat(metrics.body()).contains("medley_pool_threads_max 16");
        assertThat(metrics.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain;version=0.0.4");
        assertThat(metrics.headers().firstValue("Cache-Control")).contains("no-store");
    }

    @Test
    void headHasNoBodyAndOtherMethodsAreNotAllowed(@TempDir Path folder) throws Exception {
        URI app = deploy(folder, "true");

        HttpResponse<String> head = send("HEAD", app, "/health/live");
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(head.headers().firstValue("Content-Length")).contains("15");
        HttpResponse<String> post = send("POST", app, "/health/live");
        assertThat(post.statusCode()).isEqualTo(405);
        assertThat(post.headers().firstValue("Allow")).contains("GET, HEAD");
    }

    @Test
    void anApplicationThatDoesNotEnableThePagesHasNone(@TempDir Path folder) throws Exception {
        URI app = deploy(folder, "false");

        assertThat(send("GET", app, "/health/live").statusCode()).isEqualTo(404);
        assertThat(send("GET", app, "/status").statusCode()).isEqualTo(404);
    }

    @Test
    void aPrefixServesAllPathsBelowIt(@TempDir Path folder) throws Exception {
        AdminPages pages = new AdminPages(Map.of("/console/*", rest -> Reply.text("rest:" + rest)));
        URI app = deploy(folder, "true", pages);

        assertThat(send("GET", app, "/console").body()).isEqualTo("rest:");
        assertThat(send("GET", app, "/console/js/a.js?v=1").body()).isEqualTo("rest:/js/a.js");
        assertThat(send("GET", app, "/consoles").statusCode()).isEqualTo(404);
    }

    private URI deploy(Path folder, String parameter) throws Exception {
        return deploy(folder, parameter, administration.pages());
    }

    private URI deploy(Path folder, String parameter, AdminPages pages) throws Exception {
        tomcat.setBaseDir(folder.toString());
        tomcat.setPort(0);
        Context context = tomcat.addContext("/app", folder.toString());
        context.addParameter(AdminServlet.PARAMETER, parameter);
        context.addServletContainerInitializer(
                (classes, app) -> AdminServlet.registerIfEnabled(app, pages, administration.access()), null);
        tomcat.getConnector();
        tomcat.start();
        return URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/app");
    }

    private HttpResponse<String> send(String method, URI app, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(app + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
