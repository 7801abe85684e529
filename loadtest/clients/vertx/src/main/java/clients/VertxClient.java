package clients;

import dev.medley.loadtest.clients.Burst;
import dev.medley.loadtest.clients.ClientOptions;
import dev.medley.loadtest.clients.ClientProgram;
import dev.medley.loadtest.clients.OutboundClient;
import io.vertx.core.Vertx;
import io.vertx.core.VerticleBase;
import io.vertx.core.Future;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Vert.x's WebClient: a verticle for each event loop, whose client opens and uses its connections on that loop. */
public final class VertxClient implements OutboundClient {

    private final Vertx vertx;
    private final List<Sender> senders = new CopyOnWriteArrayList<>();

    private VertxClient(ClientOptions options) {
        vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(ClientOptions.CORES));
        vertx.deployVerticle(
                        () -> new Sender(options), new DeploymentOptions().setInstances(ClientOptions.CORES))
                .await();
    }

    /** The program. */
    public static void main(String[] args) throws Exception {
        ClientProgram.run(VertxClient::new, args);
    }

    @Override
    public void send(Burst burst) {
        for (int i = 0; i < senders.size(); i++) {
            senders.get(i).send(burst, i, senders.size());
        }
    }

    @Override
    public void close() throws Exception {
        vertx.close().await();
    }

    /** The part of the client on one event loop. */
    private final class Sender extends VerticleBase {

        private final ClientOptions options;
        private WebClient client;

        Sender(ClientOptions options) {
            this.options = options;
        }

        @Override
        public Future<?> start() {
            client = WebClient.create(
                    vertx,
                    new WebClientOptions()
                            .setProtocolVersion(options.h2c() ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1)
                            .setHttp2ClearTextUpgrade(false)
                            .setHttp2MultiplexingLimit(ClientOptions.MAX_STREAMS)
                            .setConnectTimeout((int) ClientOptions.TIMEOUT.toMillis())
                            .setFollowRedirects(false),
                    new PoolOptions()
                            .setHttp1MaxSize(options.maxRequestsPerPartner())
                            .setHttp2MaxSize(options.maxHttp2ConnectionsPerPartner()));
            senders.add(this);
            return Future.succeededFuture();
        }

        /** Sends every request whose index is {@code first} more than a multiple of {@code step}. */
        void send(Burst burst, int first, int step) {
            context.runOnContext(none -> {
                for (int i = first; i < burst.size(); i += step) {
                    send(burst, i);
                }
            });
        }

        private void send(Burst burst, int index) {
            URI uri = burst.uri(index);
            client.get(uri.getPort(), uri.getHost(), burst.target())
                    .timeout(ClientOptions.TIMEOUT.toMillis())
                    .send()
                    .onComplete(
                            response -> burst.responded(
                                    index, response.statusCode(), response.body().length()),
                            failure -> burst.failed(index, failure));
        }
    }
}
