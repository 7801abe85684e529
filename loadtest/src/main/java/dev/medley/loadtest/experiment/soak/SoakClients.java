package dev.medley.loadtest.experiment.soak;

import dev.medley.connection.internal.jetty.DeferredDisposalTransport;
import dev.medley.loadtest.driver.plan.LoadProtocol;
import dev.medley.loadtest.soak.TokenLines;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.AsyncRequestContent;
import org.eclipse.jetty.client.BufferingResponseListener;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpClientTransport;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Clients of a soak, over HTTP/1.1 and h2c, in an open loop: they arrive at random at a rate, whatever becomes of those before them,
 * and some of them leave in the middle.
 */
final class SoakClients implements AutoCloseable {

    /** Longer than the deadline of a mashup: a request that has no reply by then is lost. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /**
     * Longer than the deadline of a mashup, and shorter than the server's idle time-out: so that the client closes an idle
     * connection, and never sends a request while the server closes it.
     */
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(15);

    private static final int OK = 200;
    private static final int PERCENT = 100;
    private static final int LEAVING_PERCENT = 6;
    private static final int MOST_MILLIS_BEFORE_LEAVING = 600;
    private static final int MOST_BODY = 1 << 20;
    private static final int MOST_CONNECTIONS = 4_000;
    private static final int THREADS = 8;

    private final URI server;
    private final double rate;
    private final Random random;
    private final SoakTally tally;
    private final Map<LoadProtocol, HttpClient> clients = new EnumMap<>(LoadProtocol.class);
    private final ScheduledExecutorService leaving = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "soak-leaving");
        thread.setDaemon(true);
        return thread;
    });

    /** A client that leaves. */
    private static final class Left extends Exception {
        private static final long serialVersionUID = 1L;
    }

    private SoakClients(URI server, double rate, long seed, SoakTally tally) {
        this.server = server;
        this.rate = rate;
        random = new Random(seed);
        this.tally = tally;
    }

    /** Starts clients of {@code server}; {@code tally} counts the ends of their requests. */
    static SoakClients start(URI server, double rate, long seed, SoakTally tally) {
        SoakClients started = new SoakClients(server, rate, seed, tally);
        started.clients.put(LoadProtocol.HTTP_1_1, client(new DeferredDisposalTransport(new ClientConnector())));
        started.clients.put(LoadProtocol.H2C, client(new HttpClientTransportOverHTTP2(new HTTP2Client())));
        return started;
    }

    private static HttpClient client(HttpClientTransport transport) {
        HttpClient client = new HttpClient(transport);
        QueuedThreadPool threads = new QueuedThreadPool(THREADS);
        threads.setName("soak-client");
        threads.setDaemon(true);
        client.setExecutor(threads);
        client.setMaxConnectionsPerDestination(MOST_CONNECTIONS);
        client.setMaxRequestsQueuedPerDestination(MOST_CONNECTIONS);
        client.setFollowRedirects(false);
        client.setConnectTimeout(PATIENCE.toMillis());
        client.setIdleTimeout(IDLE_TIMEOUT.toMillis());
        try {
            client.start();
            return client;
        } catch (Exception x) {
            throw new IllegalStateException("the HTTP client did not start: " + x, x);
        }
    }

    /** Has clients arrive for a time. */
    void run(Duration time) throws InterruptedException {
        long begin = System.nanoTime();
        double next = 0;
        while (next < time.toNanos()) {
            TimeUnit.NANOSECONDS.sleep(begin + (long) next - System.nanoTime());
            send();
            next += -Math.log1p(-random.nextDouble()) / rate * TimeUnit.SECONDS.toNanos(1);
        }
    }

    private void send() {
        SoakKind kind = SoakKind.next(random);
        String token = "%016x".formatted(random.nextLong());
        int size = kind.size(random);
        HttpClient client =
                Objects.requireNonNull(clients.get(random.nextBoolean() ? LoadProtocol.HTTP_1_1 : LoadProtocol.H2C));
        Request request = client.newRequest(server.resolve(kind.target(token, size, random.nextBoolean())))
                .timeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        boolean leaves = random.nextInt(PERCENT) < LEAVING_PERCENT;
        if (kind.sends()) {
            request.method(HttpMethod.POST).body(body(TokenLines.of(token, size), leaves));
        }
        tally.begun();
        request.send(new BufferingResponseListener(MOST_BODY) {
            @Override
            public void onComplete(Result result) {
                byte[] content = getContent();
                ended(kind, token, size, result, content == null ? new byte[0] : content);
            }
        });
        if (leaves) {
            int millis = random.nextInt(MOST_MILLIS_BEFORE_LEAVING);
            leaveAfter(request, millis);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // It fails no more than an abort does.
    private void leaveAfter(Request request, int millis) {
        leaving.schedule(() -> request.abort(new Left()), millis, TimeUnit.MILLISECONDS);
    }

    /** A body in two parts; of a client that leaves, the second one never comes. */
    private static Request.Content body(byte[] bytes, boolean leaves) {
        AsyncRequestContent content = new AsyncRequestContent("text/plain");
        int half = bytes.length / 2;
        content.write(ByteBuffer.wrap(bytes, 0, half), Callback.NOOP);
        if (!leaves) {
            content.write(ByteBuffer.wrap(bytes, half, bytes.length - half), Callback.NOOP);
            content.close();
        }
        return content;
    }

    private void ended(SoakKind kind, String token, int size, Result result, byte[] body) {
        Throwable failure = result.getFailure();
        if (failure instanceof Left) {
            tally.gone(kind);
        } else if (failure != null && !isReply(result)) {
            boolean replied =
                    result.getResponse() != null && result.getResponse().getStatus() != 0;
            tally.broken(kind, replied && kind.mayBreakOff(), failure.toString());
        } else if (result.getResponse().getStatus() != OK) {
            tally.status(kind, result.getResponse().getStatus());
        } else {
            String problem = kind.problem(token, size, body);
            if (problem == null) {
                tally.right(kind);
            } else {
                tally.foreign(kind, "%s %s: %s".formatted(kind, token, problem));
            }
        }
    }

    /** Returns whether the response is whole although the request is not: the server has replied early. */
    private static boolean isReply(Result result) {
        return result.getResponseFailure() == null && result.getResponse().getStatus() != 0;
    }

    @Override
    public void close() {
        leaving.shutdownNow();
        for (HttpClient client : clients.values()) {
            try {
                client.stop();
            } catch (Exception x) {
                throw new IllegalStateException("the HTTP client did not stop: " + x, x);
            }
        }
    }
}
