package dev.medley.stubs;

import dev.medley.stubs.internal.endpoint.StubEndpoints;
import dev.medley.stubs.internal.endpoint.Traffic;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.AbstractHTTP2ServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.RateControl;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.eclipse.jetty.util.thread.Scheduler;

/** Puts the Jetty server of {@link PartnerStubs} together. */
final class StubServer {

    /**
     * For each answer over HTTP/2 Jetty takes a buffer of this size. It must not exceed the largest that its pool keeps,
     * or every answer allocates one, which makes it some fifty times slower.
     */
    private static final int MAX_HEADER_BYTES = 64 * 1024;

    private StubServer() {}

    /** Returns a scheduler with the timer of the choices, or one of its own. */
    static Scheduler scheduler(ServerBuilder<?> choices) {
        return choices.timer == null
                ? new ScheduledExecutorScheduler("partner-stubs-timer", true, 1)
                : new TimerScheduler(choices.timer);
    }

    /** Jetty's view of a timer. */
    private static final class TimerScheduler extends AbstractLifeCycle implements Scheduler {

        private final BiFunction<Runnable, Duration, Runnable> timer;

        TimerScheduler(BiFunction<Runnable, Duration, Runnable> timer) {
            this.timer = timer;
        }

        @Override
        public Task schedule(Runnable task, long delay, TimeUnit unit) {
            Runnable cancellation = timer.apply(task, Duration.of(delay, unit.toChronoUnit()));
            return () -> {
                cancellation.run();
                return true;
            };
        }
    }

    static QueuedThreadPool pool(ServerBuilder<?> choices) {
        // One selector for each port, and none of the threads asked for is lost to it.
        QueuedThreadPool pool = new QueuedThreadPool(choices.threads + choices.ports.size());
        pool.setName("partner-stubs");
        pool.setDaemon(true);
        // Nothing blocks here, so no thread is needed in reserve; and to stop while Jetty starts one makes it warn.
        pool.setReservedThreads(0);
        return pool;
    }

    static Server create(
            PartnerStubs.Builder choices, StubState state, QueuedThreadPool pool, Scheduler scheduler, Delays delays) {
        Server server = new Server(pool, scheduler, null);
        HttpConfiguration http = httpConfiguration();
        for (int port : choices.ports) {
            server.addConnector(connector(server, http, port, choices, state.traffic()));
        }
        server.setHandler(new StubHandler(
                StubEndpoints.all(state.traffic()),
                state,
                delays,
                new Slots(choices.concurrency, pool),
                choices.delay.toMillis(),
                pool));
        return server;
    }

    private static HttpConfiguration httpConfiguration() {
        HttpConfiguration http = new HttpConfiguration();
        // A table of some 100 KB for each of thousands of connections.
        http.setHeaderCacheSize(0);
        http.setHttpCompliance(HttpCompliance.STRICT);
        // Partners have ids with a slash or a percent sign in them, encoded.
        http.setUriCompliance(UriCompliance.RFC3986.with(
                "stubs",
                UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR,
                UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING));
        http.setSendServerVersion(false);
        http.setMaxResponseHeaderSize(MAX_HEADER_BYTES);
        return http;
    }

    private static ServerConnector connector(
            Server server, HttpConfiguration http, int port, ServerBuilder<?> choices, Traffic traffic) {
        ServerConnector connector = new ServerConnector(server, 0, 1, protocols(http, choices));
        connector.setHost("127.0.0.1");
        connector.setPort(port);
        connector.setAcceptQueueSize(choices.acceptBacklog);
        connector.setIdleTimeout(choices.idleTimeout.toMillis());
        connector.addBean(traffic.connectionCounter());
        return connector;
    }

    private static ConnectionFactory[] protocols(HttpConfiguration http, ServerBuilder<?> choices) {
        HttpConnectionFactory http1 = new HttpConnectionFactory(http);
        if (choices.tls == null) {
            return new ConnectionFactory[] {http1, configured(new HTTP2CServerConnectionFactory(http), choices)};
        }
        AbstractHTTP2ServerConnectionFactory h2 = configured(new HTTP2ServerConnectionFactory(http), choices);
        // Without names it takes the connector's, which are in ALPN's case.
        ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
        // The protocol of clients without ALPN.
        alpn.setDefaultProtocol(http1.getProtocol());
        SslConnectionFactory tls = new SslConnectionFactory(choices.tls.contextFactory(), alpn.getProtocol());
        return new ConnectionFactory[] {tls, alpn, h2, http1};
    }

    private static AbstractHTTP2ServerConnectionFactory configured(
            AbstractHTTP2ServerConnectionFactory http2, ServerBuilder<?> choices) {
        http2.setMaxConcurrentStreams(choices.maxStreams);
        // A stream that waits is not idle. Jetty would ask once whether it is, and reset it the second time.
        http2.setStreamIdleTimeout(-1);
        // A load generator that resets many streams is no attack here.
        http2.setRateControlFactory(new RateControl.Factory() {});
        return http2;
    }
}
