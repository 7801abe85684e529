package peers.vertx;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpResponseExpectation;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** The mashup by Vert.x Web and its WebClient: on each event loop a verticle, with a client and connections of its own. */
public final class VertxPeer extends VerticleBase {

    private static final int TIMEOUT_MILLIS = 30_000;
    private static final int IDLE_SECONDS = 300;
    private static final int BACKLOG = 4096;
    private static final int MAX_CONNECTIONS = 20_000;
    private static final int BAD_GATEWAY = 502;

    private final int port;
    private final Consumer<Integer> onListening;
    private final List<String> partners;
    private WebClient client;

    /** @param onListening called with the port, which all verticles share */
    VertxPeer(int port, List<String> partners, Consumer<Integer> onListening) {
        // Vert.x takes 0 for a port of each verticle's own, and a negative one for a free port that they share.
        this.port = port == 0 ? -1 : port;
        this.partners = partners;
        this.onListening = onListening;
    }

    /** Arguments: the port, or 0 for a free one, and the base URL of each partner. */
    public static void main(String[] arguments) throws Exception {
        int loops = Runtime.getRuntime().availableProcessors();
        VertxOptions options = new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(loops);
        Vertx vertx = Vertx.vertx(options);
        int port = Integer.parseInt(arguments[0]);
        List<String> partners = List.of(arguments).subList(1, arguments.length);
        AtomicInteger actualPort = new AtomicInteger();
        vertx.deployVerticle(
                        () -> new VertxPeer(port, partners, actualPort::set),
                        new DeploymentOptions().setInstances(loops))
                .await();
        System.out.printf("native transport: %b%n", vertx.isNativeTransportEnabled());
        System.out.printf("listening at http://127.0.0.1:%d/%n", actualPort.get());
    }

    @Override
    public Future<?> start() {
        WebClientOptions options = new WebClientOptions()
                .setKeepAliveTimeout(IDLE_SECONDS)
                .setUserAgentEnabled(false)
                .setFollowRedirects(false);
        PoolOptions pool = new PoolOptions().setHttp1MaxSize(MAX_CONNECTIONS).setMaxWaitQueueSize(-1);
        client = WebClient.create(vertx, options, pool);
        Router router = Router.router(vertx);
        router.get("/fanout").handler(this::fanout);
        return vertx.createHttpServer(
                        new HttpServerOptions().setAcceptBacklog(BACKLOG).setIdleTimeout(IDLE_SECONDS))
                .requestHandler(router)
                .listen(port, "127.0.0.1")
                .onSuccess(server -> onListening.accept(server.actualPort()));
    }

    private void fanout(RoutingContext inbound) {
        int calls = Integer.parseInt(inbound.request().getParam("c"));
        String delay = inbound.request().getParam("delay");
        List<Future<HttpResponse<Buffer>>> responses = new ArrayList<>(calls);
        for (int i = 0; i < calls; i++) {
            String url = partners.get(i % partners.size()) + "/partner/" + i + "?delay=" + delay;
            responses.add(client.getAbs(url).timeout(TIMEOUT_MILLIS).send().expecting(HttpResponseExpectation.SC_OK));
        }
        Future.all(responses)
                .map(all -> merged(responses))
                .onSuccess(document -> inbound.response()
                        .putHeader("content-type", "application/json")
                        .end(document.toBuffer()))
                .onFailure(x -> inbound.fail(BAD_GATEWAY, x));
    }

    private static JsonObject merged(List<Future<HttpResponse<Buffer>>> responses) {
        JsonObject document = new JsonObject();
        for (int i = 0; i < responses.size(); i++) {
            document.put("p" + i, responses.get(i).result().bodyAsJsonObject());
        }
        return document;
    }
}
