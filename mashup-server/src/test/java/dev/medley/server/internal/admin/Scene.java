package dev.medley.server.internal.admin;

import dev.medley.config.ClientAuth;
import dev.medley.config.ExecutionMode;
import dev.medley.config.ServerSettings;
import dev.medley.config.internal.Configuration;
import dev.medley.config.internal.MashupOptions;
import dev.medley.config.internal.SettingValues;
import dev.medley.config.internal.caller.AccessOptions;
import dev.medley.config.internal.caller.CallerSettings;
import dev.medley.config.internal.quota.QuotaSettings;
import dev.medley.config.internal.topic.TopicOptions;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.exchange.internal.DefaultBrokerBuilder;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.admin.log.RequestLogs;
import dev.medley.server.internal.tls.ServerCertificate;
import dev.medley.server.internal.tls.TlsState;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.Clock;
import dev.medley.topic.TopicSettings;
import io.opentelemetry.api.OpenTelemetry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.LifeCycle;
import org.jspecify.annotations.Nullable;

/** A broker with partners and its administration, with servers for both on demand. */
public final class Scene implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final int MAX_BODY = 1 << 20;
    private static final TlsState TLS = new TlsState(
            ClientAuth.WANT,
            List.of("TLSv1.3"),
            List.of(new ServerCertificate(
                    "server.pem",
                    "CN=localhost",
                    "CN=Test",
                    List.of("localhost"),
                    Instant.EPOCH,
                    Instant.parse("2999-01-01T00:00:00Z"),
                    "1f")));

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<Server> servers = new ArrayList<>();
    private final MashupRuntime runtime;
    private final DefaultBroker broker;
    private final BrokerPool pool;
    private final Administration administration;

    private Scene(boolean metrics, MashupRuntime runtime) {
        this.runtime = runtime;
        broker = runtime.broker();
        pool = broker.pool();
        administration =
                new Administration(broker, runtime, ExecutionMode.ASYNC, () -> Map.of("mashups", TLS), metrics);
        pool.start();
        broker.start();
        administration.start();
    }

    public static Scene of(PartnerSettings... partners) {
        return new Scene(true, runtime(null, partners));
    }

    /** With a limit on inbound requests, callers that nobody needs to be, a quota, and a topic. */
    public static Scene limited(PartnerSettings... partners) {
        ServerSettings settings = ServerSettings.builder()
                .stallWarning(PATIENCE)
                .admission(admission -> admission.maxConcurrent(100))
                .build();
        Configuration configuration = new Configuration(
                settings,
                List.of(partners),
                Map.of(),
                Set.of(),
                new CallerSettings(false, List.of(), List.of(), "", null, null, AccessOptions.ANYBODY, null),
                List.of(new QuotaSettings(
                        "all",
                        QuotaSettings.By.ALL,
                        null,
                        null,
                        QuotaSettings.Counts.REQUESTS,
                        1000,
                        Duration.ofSeconds(1),
                        1000,
                        List.of(),
                        1)),
                MashupOptions.NONE,
                List.of(),
                SettingValues.NONE,
                List.of(new TopicOptions(TopicSettings.builder("prices").build(), null, null)));
        return new Scene(true, MashupRuntime.of(configuration, 1, OpenTelemetry.noop()));
    }

    /** Without partners, and without loops. */
    public static Scene in(ExecutionMode mode) {
        DefaultBroker broker = DefaultBroker.builder()
                .pool(new BrokerPool(BrokerPool.DEFAULT_THREADS, mode == ExecutionMode.VIRTUAL))
                .partners(List.of())
                .build();
        return new Scene(true, new MashupRuntime(broker, mode, PATIENCE, MAX_BODY, 0));
    }

    public static Scene withoutMetrics() {
        return new Scene(false, runtime(null));
    }

    public static Scene at(Clock clock, PartnerSettings... partners) {
        return new Scene(true, runtime(clock, partners));
    }

    private static MashupRuntime runtime(@Nullable Clock clock, PartnerSettings... partners) {
        BrokerPool pool = new BrokerPool(BrokerPool.DEFAULT_THREADS, false, 1);
        pool.watchStalls(PATIENCE);
        DefaultBrokerBuilder builder = DefaultBroker.builder().pool(pool).partners(List.of(partners));
        DefaultBroker broker = (clock == null ? builder : builder.clock(clock)).build();
        return new MashupRuntime(broker, ExecutionMode.ASYNC, PATIENCE, MAX_BODY, 0);
    }

    public static ConditionFactory eventually() {
        return Awaitility.await().atMost(PATIENCE).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5));
    }

    public DefaultBroker broker() {
        return broker;
    }

    public Administration administration() {
        return administration;
    }

    /** Carries an exchange out, and waits for its end. */
    public Exchange exchange(String partner, String target) throws Exception {
        Exchange exchange = broker.exchange(partner).get(target).expectJson().start();
        try {
            exchange.response().toCompletableFuture().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (java.util.concurrent.ExecutionException x) {
            if (!(x.getCause() instanceof ExchangeException)) {
                throw new CompletionException(x);
            }
        }
        return exchange;
    }

    public PrometheusPage metrics() {
        return PrometheusPage.parse(
                administration.pages().reply("GET", "/metrics").body());
    }

    /** Serves {@code mashup} at /mashup, under that name. */
    public URI serve(MashupServlet mashup) throws Exception {
        ServletContextHandler context = new ServletContextHandler("/");
        runtime.install(context.getServletContext());
        ServletHolder holder = new ServletHolder("mashup", mashup);
        holder.setAsyncSupported(true);
        context.addServlet(holder, "/mashup");
        Server server = server();
        server.setHandler(context);
        server.setRequestLog(
                RequestLogs.of(ServerSettings.builder().build(), administration.otherRequests(), broker.clock()));
        return start(server);
    }

    /** Serves administration. */
    public URI serveAdministration() throws Exception {
        Server server = server();
        server.setHandler(
                administration.handler(ServerSettings.builder().build().admin()));
        return start(server);
    }

    public HttpResponse<String> get(URI uri) throws IOException, InterruptedException {
        return send("GET", uri);
    }

    public HttpResponse<String> send(String method, URI uri) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        servers.forEach((Object server) -> LifeCycle.stop(server));
        broker.close();
        administration.close();
        pool.close();
    }

    private Server server() {
        Server server = new Server(pool.threads(), pool.scheduler(), pool.buffers());
        ServerConnector connector = new ServerConnector(server, 0, 1);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        servers.add(server);
        return server;
    }

    private static URI start(Server server) throws Exception {
        server.start();
        return URI.create("http://127.0.0.1:" + ((ServerConnector) server.getConnectors()[0]).getLocalPort());
    }
}
