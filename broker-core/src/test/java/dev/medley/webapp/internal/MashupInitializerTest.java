package dev.medley.webapp.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupEvery;
import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.Soon;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.AbstractStringAssert;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application finds its configuration, starts its broker, and stops it. The container is Jetty's, without scanning. */
class MashupInitializerTest {

    private static final String CONFIGURATION = "partners: {shop: {url: http://127.0.0.1:9}}\n";

    @TempDir
    private Path scratch = Path.of("");

    private final Server server = new Server();
    private final ServletContextHandler context = new ServletContextHandler("/app");
    private final ServletHolder holder = new ServletHolder("hello", Hello.class);

    @BeforeEach
    void prepare() throws IOException {
        server.addConnector(new ServerConnector(server));
        server.setHandler(context);
        Path root = Files.createDirectories(scratch.resolve("app/WEB-INF")).getParent();
        context.setBaseResource(ResourceFactory.of(context).newResource(root));
        holder.setAsyncSupported(false);
        context.addServlet(holder, "/hello");
        context.addServlet(Asking.class, "/asking").setAsyncSupported(true);
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
        Soon.until("the end of all threads of the broker", () -> brokerThreads() == 0);
    }

    @Test
    void theContainerFindsTheInitializer() {
        assertThat(ServiceLoader.load(ServletContainerInitializer.class))
                .hasAtLeastOneElementOfType(MashupInitializer.class);
    }

    @Test
    void theContextParameterIsThePathOfTheConfiguration() throws Exception {
        context.setInitParameter("medley.config", file("one.yaml", CONFIGURATION));
        start(Map.of("MEDLEY_CONFIG", "nowhere.yaml"));

        assertThat(get("/app/hello")).isEqualTo("hello from [shop]");
    }

    @Test
    void theContextParameterIsAResourceOfTheApplication() throws Exception {
        include("other.yaml", CONFIGURATION);
        context.setInitParameter("medley.config", "/WEB-INF/other.yaml");
        start(Map.of());

        assertThat(get("/app/hello")).isEqualTo("hello from [shop]");
    }

    @Test
    void theEnvironmentSaysWhereTheConfigurationIs() throws Exception {
        include("medley.yaml", "wrong");
        start(Map.of("MEDLEY_CONFIG", file("one.yaml", CONFIGURATION)));

        assertThat(get("/app/hello")).isEqualTo("hello from [shop]");
    }

    @Test
    void theConfigurationIsInTheApplication() throws Exception {
        include("medley.yaml", CONFIGURATION);
        start(Map.of());

        assertThat(get("/app/hello")).isEqualTo("hello from [shop]");
    }

    @Test
    void theEnvironmentOverridesValues() throws Exception {
        include("medley.yaml", CONFIGURATION);
        start(Map.of("MEDLEY_PARTNERS_CAFE_URL", "http://127.0.0.1:10"));

        assertThat(get("/app/hello")).isEqualTo("hello from [shop, cafe]");
    }

    @Test
    void thereIsNoConfiguration() {
        assertRefused(Map.of())
                .isEqualTo("the mashups cannot start: there is no configuration: name one by the context parameter"
                        + " medley.config or the environment variable MEDLEY_CONFIG, or put one into the application as"
                        + " /WEB-INF/medley.yaml");
    }

    @Test
    void theContextParameterNamesAResourceThatIsNotThere() {
        context.setInitParameter("medley.config", "/WEB-INF/other.yaml");

        assertRefused(Map.of())
                .isEqualTo("the mashups cannot start: the context parameter medley.config is /WEB-INF/other.yaml,"
                        + " but there is no such file in the application");
    }

    @Test
    void theEnvironmentNamesAFileThatIsNotThere() {
        String nowhere = scratch.resolve("nowhere.yaml").toString();

        assertRefused(Map.of("MEDLEY_CONFIG", nowhere))
                .startsWith("the mashups cannot start: " + nowhere + ": there is no such file");
    }

    @Test
    void whatBelongsToTheContainerIsRefused() throws IOException {
        include("medley.yaml", "server:\n  port: 8080\n" + CONFIGURATION);

        assertRefused(Map.of())
                .isEqualTo("the mashups cannot start: /WEB-INF/medley.yaml:2:3: server.port: belongs to the servlet"
                        + " container; set it there and not here");
    }

    @Test
    void aWrongConfigurationIsRefusedInOneLine() throws IOException {
        include("medley.yaml", "server: {threads: 1}\nwrong: 1\n");

        assertRefused(Map.of())
                .startsWith("the mashups cannot start: /WEB-INF/medley.yaml:1:19: ")
                .contains("; /WEB-INF/medley.yaml:2:1: ")
                .doesNotContain("\n");
    }

    @Test
    void virtualThreadsThatTheJvmDoesNotHaveAreRefused() throws IOException {
        Assumptions.assumeFalse(BrokerPool.virtualThreadsAvailable());
        include("medley.yaml", "server: {execution: virtual}\n" + CONFIGURATION);

        assertRefused(Map.of()).contains("virtual", "Java 21").doesNotContain("\n");
    }

    @Test
    void aRefusalHasNoStackTrace() {
        context.addServletContainerInitializer(new MashupInitializer(Map.of()), Hello.class);

        assertThat(assertThrows(ServletException.class, server::start).getStackTrace())
                .isEmpty();
    }

    @Test
    void anApplicationThatFailsForAnotherReasonLeavesNoThreadWhenItIsStopped() throws Exception {
        include("medley.yaml", CONFIGURATION);
        context.addServletContainerInitializer(new MashupInitializer(Map.of()), Hello.class);
        context.addServletContainerInitializer((found, started) -> started.addListener(new Failing()));

        assertThrows(IllegalStateException.class, server::start);
        context.stop();
        Soon.until("the end of all threads of the broker", () -> brokerThreads() == 0);
    }

    @Test
    void anApplicationWithoutMashupsNeedsNoConfiguration() throws Exception {
        context.addServletContainerInitializer(new MashupInitializer(Map.of()));
        context.addServletContainerInitializer(new MashupInitializer(Map.of()), MashupServlet.class);
        server.start();

        assertThat(MashupRuntime.isInstalled(context.getServletContext())).isFalse();
    }

    @Test
    void aScheduledMashupReadsTheSnapshotOfOneThatIsInitializedAfterIt() throws Exception {
        include("medley.yaml", CONFIGURATION);
        ServletHolder reads = new ServletHolder("reads", Reads.class);
        reads.setAsyncSupported(true);
        reads.setInitOrder(1);
        context.addServlet(reads, "/reads");
        ServletHolder rates = new ServletHolder("rates", Rates.class);
        rates.setAsyncSupported(true);
        rates.setInitOrder(2);
        context.addServlet(rates, "/rates");
        start(Map.of());

        assertThat(get("/app/reads")).isEqualTo("rates: 7");
    }

    @Test
    void anApplicationThatStopsEndsARunInFlightAtOnce() throws Exception {
        include("medley.yaml", CONFIGURATION);
        ServletHolder hanging = new ServletHolder("hanging", Hanging.class);
        hanging.setAsyncSupported(true);
        hanging.setInitOrder(1);
        context.addServlet(hanging, "/hanging");
        start(Map.of());
        Soon.until("the run", Hanging.RUNS::get);

        awaitEnd(stopping());
    }

    @Test
    void anApplicationThatStopsAnswersTheRequestsInFlight() throws Exception {
        try (HandPartner partner = HandPartner.open()) {
            include("medley.yaml", "partners: {shop: {url: '%s'}}\n".formatted(partner.url()));
            start(Map.of());
            CompletableFuture<HttpResponse<String>> response = begin("/app/asking");
            HandConnection connection = partner.acceptRequest();
            Thread stopping = stopping();
            Soon.until("the stop to wait", () -> stopping.getState() == Thread.State.TIMED_WAITING);
            connection.answer("1");

            assertThat(response.get().body()).isEqualTo("{\"shop\":1}");
            awaitEnd(stopping);
        }
    }

    @Test
    void anApplicationThatStopsWaitsForTheDrainAtMost() throws Exception {
        try (HandPartner partner = HandPartner.open()) {
            include("medley.yaml", "server: {drain: 10ms}\npartners: {shop: {url: '%s'}}\n".formatted(partner.url()));
            start(Map.of());
            CompletableFuture<HttpResponse<String>> response = begin("/app/asking");
            HandConnection connection = partner.acceptRequest();
            Thread stopping = stopping();

            awaitEnd(stopping);
            connection.awaitClosed();
            assertThat(response.get().statusCode()).isEqualTo(502);
        }
    }

    private Thread stopping() {
        Thread stopping = new Thread(() -> LifeCycle.stop(context), "stopping");
        stopping.start();
        return stopping;
    }

    private static void awaitEnd(Thread thread) throws InterruptedException {
        thread.join(Soon.PATIENCE.toMillis());
        assertThat(thread.isAlive()).isFalse();
    }

    private void start(Map<String, String> environment) throws Exception {
        context.addServletContainerInitializer(new MashupInitializer(environment), Hello.class);
        server.start();
    }

    private AbstractStringAssert<?> assertRefused(Map<String, String> environment) {
        return assertThat(
                assertThrows(ServletException.class, () -> start(environment)).getMessage());
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(scratch.resolve(name), text).toString();
    }

    private void include(String name, String text) throws IOException {
        Files.writeString(scratch.resolve("app/WEB-INF").resolve(name), text);
    }

    private String get(String path) throws Exception {
        return begin(path).get().body();
    }

    private CompletableFuture<HttpResponse<String>> begin(String path) {
        URI uri = URI.create("http://127.0.0.1:" + ((ServerConnector) server.getConnectors()[0]).getLocalPort() + path);
        return HttpClient.newHttpClient()
                .sendAsync(HttpRequest.newBuilder(uri).timeout(Soon.PATIENCE).build(), BodyHandlers.ofString());
    }

    private static long brokerThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("medley-"))
                .count();
    }

    /** A mashup. */
    public static final class Hello extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.text("hello from " + mashup.partners()));
        }
    }

    /** A mashup that needs a partner. */
    public static final class Asking extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return mashup.merge().put("shop", mashup.get("shop", "/")).reply();
        }
    }

    /** A mashup that runs by its schedule, and reads another one. */
    @MashupEvery("1h")
    public static final class Reads extends MashupServlet {

        private static final long serialVersionUID = 1L;
        private static final CountDownLatch RUN = new CountDownLatch(1);

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            RUN.countDown();
            return mashup.snapshot("rates").thenApply(rates -> Reply.text("rates: " + rates.document()));
        }
    }

    /** The mashup that it reads, whose start takes time. */
    @MashupEvery("1h")
    public static final class Rates extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        public void init() {
            try {
                // A run must not begin before this has been initialized.
                assertThat(Reads.RUN.await(100, TimeUnit.MILLISECONDS)).isFalse();
            } catch (InterruptedException x) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.json(7));
        }
    }

    /** A mashup that runs by its schedule, and does not end. */
    @MashupEvery("1h")
    public static final class Hanging extends MashupServlet {

        private static final long serialVersionUID = 1L;
        private static final AtomicBoolean RUNS = new AtomicBoolean();

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            RUNS.set(true);
            return new CompletableFuture<>();
        }
    }

    /** Keeps an application from starting. */
    private static final class Failing implements ServletContextListener {

        @Override
        public void contextInitialized(ServletContextEvent event) {
            throw new IllegalStateException("not today");
        }
    }
}
