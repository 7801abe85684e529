package clients;

import dev.medley.loadtest.clients.Burst;
import dev.medley.loadtest.clients.ClientOptions;
import dev.medley.loadtest.clients.ClientProgram;
import dev.medley.loadtest.clients.OutboundClient;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.async.methods.SimpleRequestProducer;
import org.apache.hc.client5.http.async.methods.SimpleResponseConsumer;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/** Apache HttpAsyncClient 5, without what a client of services does not need: cookies, redirects, credentials. */
public final class ApacheClient implements OutboundClient {

    private static final Timeout TIMEOUT = Timeout.of(ClientOptions.TIMEOUT);

    private final CloseableHttpAsyncClient client;

    private ApacheClient(ClientOptions options) {
        client = options.h2c() ? http2() : http1(options);
        client.start();
    }

    private static CloseableHttpAsyncClient http1(ClientOptions options) {
        return HttpAsyncClients.custom()
                .setConnectionManager(PoolingAsyncClientConnectionManagerBuilder.create()
                        .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
                        .setMaxConnTotal(options.maxRequests())
                        .setMaxConnPerRoute(options.maxRequestsPerPartner())
                        .setDefaultConnectionConfig(connections())
                        .build())
                .setIOReactorConfig(reactor())
                .setDefaultRequestConfig(requests())
                .disableAuthCaching()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableRedirectHandling()
                .build();
    }

    private static CloseableHttpAsyncClient http2() {
        return HttpAsyncClients.customHttp2()
                .setH2Config(H2Config.custom()
                        .setMaxConcurrentStreams(ClientOptions.MAX_STREAMS)
                        .setPushEnabled(false)
                        .build())
                .setDefaultConnectionConfig(connections())
                .setIOReactorConfig(reactor())
                .setDefaultRequestConfig(requests())
                .disableAuthCaching()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableRedirectHandling()
                .build();
    }

    private static IOReactorConfig reactor() {
        return IOReactorConfig.custom()
                .setIoThreadCount(ClientOptions.CORES)
                .setSoTimeout(TIMEOUT)
                .build();
    }

    private static ConnectionConfig connections() {
        return ConnectionConfig.custom()
                .setConnectTimeout(TIMEOUT)
                .setSocketTimeout(TIMEOUT)
                .setValidateAfterInactivity(TimeValue.NEG_ONE_MILLISECOND)
                .build();
    }

    private static RequestConfig requests() {
        return RequestConfig.custom()
                .setConnectionRequestTimeout(TIMEOUT)
                .setResponseTimeout(TIMEOUT)
                .build();
    }

    /** The program. */
    public static void main(String[] args) throws Exception {
        ClientProgram.run(ApacheClient::new, args);
    }

    @Override
    public void send(Burst burst) {
        for (int i = 0; i < burst.size(); i++) {
            client.execute(
                    SimpleRequestProducer.create(
                            SimpleRequestBuilder.get(burst.uri(i)).build()),
                    SimpleResponseConsumer.create(),
                    new Report(burst, i));
        }
    }

    @Override
    public void close() throws IOException {
        client.close();
    }

    private record Report(Burst burst, int index) implements FutureCallback<SimpleHttpResponse> {

        @Override
        public void completed(SimpleHttpResponse response) {
            burst.responded(index, response.getCode(), response.getBodyBytes().length);
        }

        @Override
        public void failed(Exception failure) {
            burst.failed(index, failure);
        }

        @Override
        public void cancelled() {
            burst.failed(index, new CancellationException());
        }
    }
}
