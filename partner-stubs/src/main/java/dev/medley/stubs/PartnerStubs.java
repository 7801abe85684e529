package dev.medley.stubs;

import dev.medley.stubs.internal.endpoint.NumberedBytes;
import dev.medley.stubs.internal.endpoint.Traffic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.eclipse.jetty.server.NetworkConnector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Well-behaved partner services on the loopback address, as slow and as talkative as each request asks for.
 *
 * <p>Every port serves HTTP/1.1 and HTTP/2: in the clear with prior knowledge (h2c) or, with {@link Builder#tls}, by ALPN
 * over TLS 1.2 and 1.3 (h2). These are the endpoints; each but
 * {@code /stats} also takes {@code delay=MS}, the milliseconds to wait before the answer (0 to 600,000, none unless
 * {@link Builder#delay} says so, counted from the end of the request):
 *
 * <ul>
 *   <li>{@code GET /partner/{i}?size=BYTES}: a JSON document of that size (default 1024, up to 64 MiB) that says
 *       {@code "partner": i};
 *   <li>{@code POST} or {@code PUT /partner/{i}}: reads the body and answers with its length and SHA-256 in JSON;
 *   <li>{@code GET /weather?city=NAME}, {@code /hotels?city=NAME}, {@code /news?city=NAME}: small JSON for people;
 *   <li>{@code GET /stations?city=NAME}, {@code /motto?city=NAME}, {@code /rates?base=EUR}: small CSV, text and XML;
 *   <li>{@code GET /feed/{format}?city=NAME}: a small feed in {@code rss}, {@code atom} or {@code json};
 *   <li>{@code GET /page/{id}}: a page in HTML with three products;
 *   <li>{@code GET /user/{id}}, {@code /orders?user=ID}, {@code /product/{id}}, {@code /stock/{id}}: a small shop in JSON; an
 *       id that ends in 4 is answered with 404, and one that ends in 5 with 500;
 *   <li>{@code GET /catalog?size=N&after=ID}: the products of that shop in pages; {@code GET /items?ids=3,1,2}: several of them at once;
 *   <li>{@code POST /quote/{vendor}}: a price, which follows from the vendor and the body, in JSON;
 *   <li>{@code GET /bytes?size=BYTES}: that many bytes, up to 10 GiB, as given by {@link #byteAt(long)};
 *   <li>{@code /status/{code}} with any method: an answer with that status (200 to 599);
 *   <li>{@code GET /headers?count=N&size=BYTES}: an answer with N header fields of that size;
 *   <li>{@code GET /tls}: TLS version, cipher, the names in SNI, and the subject of the client's certificate, in JSON;
 *   <li>{@code GET /stats}: the counters of this object in JSON. Reading them does not change them.
 * </ul>
 *
 * <p>Other answers are defined by method and path, at any time: {@link #answer(String, String, int, String)}. They come
 * before the endpoints. Requests are recorded: {@link #recorded()}.
 *
 * <p>A wrong parameter is answered with status 400 and {@code application/problem+json} with the allowed values. A
 * request that waits holds no thread, so tens of thousands may wait on a few threads. Bodies above 64 KiB are written
 * piece by piece, as fast as the caller reads them.
 *
 * <p>Thread-safe. An instance is started once and closed once. Its threads are daemons, which keep no JVM alive.
 */
public final class PartnerStubs implements StubAnswers<PartnerStubs>, AutoCloseable {

    private final StubState state;
    private final List<DefinedAnswers.Definition> initial;
    private final Traffic traffic;
    private final Delays delays;
    private final AtomicBoolean started = new AtomicBoolean();
    private final Server server;
    private final String scheme;

    private PartnerStubs(Builder builder) {
        scheme = builder.tls == null ? "http" : "https";
        initial = List.copyOf(builder.answers);
        state = StubState.of(initial, builder.recorded);
        traffic = state.traffic();
        QueuedThreadPool pool = StubServer.pool(builder);
        Scheduler scheduler = StubServer.scheduler(builder);
        delays = new Delays(scheduler, pool);
        server = StubServer.create(builder, state, pool, scheduler, delays);
    }

    /** The choices to be made before the start; each has a default. */
    public static Builder builder() {
        return new Builder();
    }

    /** The byte at {@code offset} (from 0) of every body that {@code /bytes} answers with. */
    public static byte byteAt(long offset) {
        return NumberedBytes.at(offset);
    }

    /**
     * Opens the ports and begins to serve.
     *
     * @return this object
     * @throws UncheckedIOException if a port cannot be opened
     * @throws IllegalStateException if it was started before
     */
    public PartnerStubs start() {
        if (started.getAndSet(true)) {
            throw new IllegalStateException("these partner stubs have already been started");
        }
        try {
            server.start();
            return this;
        } catch (IOException x) {
            close();
            throw new UncheckedIOException(String.valueOf(x.getMessage()), x);
        } catch (Exception x) {
            close();
            throw new IllegalStateException("the partner stubs did not start: " + x, x);
        }
    }

    /** The URL of the first port, as in {@code http://127.0.0.1:9001}, or with {@code https}. */
    public URI uri() {
        return uris().get(0);
    }

    /** The URLs of all ports, in the order of the builder. */
    public List<URI> uris() {
        return ports().stream()
                .map(port -> URI.create(scheme + "://127.0.0.1:" + port))
                .toList();
    }

    /** The number of the first port. */
    public int port() {
        return ports().get(0);
    }

    /**
     * The number of every port, in the order of the builder.
     *
     * @throws IllegalStateException unless it runs
     */
    public List<Integer> ports() {
        if (!server.isStarted()) {
            throw new IllegalStateException("the partner stubs are not running");
        }
        return List.of(server.getConnectors()).stream()
                .map(connector -> ((NetworkConnector) connector).getLocalPort())
                .toList();
    }

    @Override
    public PartnerStubs answer(String method, String path, Function<RecordedRequest, StubAnswer> function) {
        state.answers().put(new DefinedAnswers.Definition(AnswerTarget.of(method, path), function));
        return this;
    }

    /**
     * Has a function answer each request from now on, in place of all definitions and endpoints, until {@link #reset()}.
     *
     * @param function as for {@link #answer}; null for none
     * @return this object
     */
    public PartnerStubs answerAll(@Nullable Function<RecordedRequest, StubAnswer> function) {
        state.answers().ofAll(function);
        return this;
    }

    /**
     * Returns the requests received since the start or the last {@link #reset()}, in the order in which their bodies ended.
     * The latest are kept, up to {@link Builder#recorded(int)} and 16 MiB.
     *
     * @throws IllegalStateException if the builder's {@code recorded} is 0
     */
    public List<RecordedRequest> recorded() {
        return state.recorder().all(request -> true);
    }

    /**
     * Returns the {@linkplain #recorded() recorded} requests with a method and a path, matched as for {@link #answer}.
     *
     * @throws IllegalArgumentException if method or path are not allowed
     */
    public List<RecordedRequest> recorded(String method, String path) {
        AnswerTarget target = AnswerTarget.of(method, path);
        return state.recorder().all(request -> request.isFor(target));
    }

    /**
     * Waits until that many requests are recorded with a method and a path, and returns them all.
     *
     * @param timeout the real time to wait at most
     * @throws AssertionError if fewer came in that time; the message lists what came
     * @throws IllegalArgumentException if method or path are not allowed, or {@code count} is above what is recorded
     */
    public List<RecordedRequest> awaitRecorded(int count, String method, String path, Duration timeout) {
        AnswerTarget target = AnswerTarget.of(method, path);
        return state.recorder().await(count, target.toString(), request -> request.isFor(target), timeout);
    }

    /**
     * Returns to the answers of the builder, each sequence from its first answer on, forgets what was recorded, and ends the
     * requests that hang. The counters remain.
     */
    public void reset() {
        state.answers().reset(initial);
        state.recorder().clear();
        delays.release();
    }

    /** The requests that have arrived so far, except those for {@code /stats}. */
    public long requests() {
        return traffic.requests();
    }

    /**
     * The requests that have arrived so far with this method and this path. The first 10,000 different pairs are kept
     * apart; later ones are counted in the other totals only.
     *
     * @param method in capitals, such as {@code POST}
     * @param path without the query, such as {@code /partner/1}
     */
    public long requests(String method, String path) {
        return traffic.requests(method, path);
    }

    /** The requests that have arrived so far by the first segment of their path, such as {@code partner}. */
    public Map<String, Long> requestsByFamily() {
        return traffic.byFamily();
    }

    /**
     * The requests that have arrived and are not yet answered to the last byte. A caller that leaves while its request
     * waits ends it at once over HTTP/2; over HTTP/1.1 that is noticed when the answer is written.
     */
    public long inFlight() {
        return traffic.inFlight();
    }

    /** The connections that are open at this moment, on all ports. */
    public long connections() {
        return traffic.connections();
    }

    /** The connections that were accepted so far, on all ports. */
    public long connectionsAccepted() {
        return traffic.connectionsAccepted();
    }

    /**
     * Closes as a server that is restarted in order does: no connection is accepted any more, connections over HTTP/2 have a
     * GOAWAY, and requests in flight have this time to end. Blocks until then.
     *
     * @throws IllegalStateException if some are in flight after that time; they are aborted
     */
    public void close(Duration drain) {
        server.setStopTimeout(drain.toMillis());
        close();
    }

    /** Closes ports and connections, whatever still waits, and ends the threads. */
    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception x) {
            throw new IllegalStateException("the partner stubs did not stop: " + x, x);
        }
    }

    /** The choices for {@link PartnerStubs}. Not thread-safe. */
    public static final class Builder extends ServerBuilder<Builder> implements StubAnswers<Builder> {

        Duration delay = Duration.ZERO;
        int concurrency;
        int recorded = 1000;
        final List<DefinedAnswers.Definition> answers = new ArrayList<>();

        private Builder() {}

        @Override
        Builder self() {
            return this;
        }

        /** The delay of requests without a parameter {@code delay}, {@code /stats} excepted; by default not at all. */
        public Builder delay(Duration usual) {
            this.delay = Duration.ofMillis(StubHandler.requireDelay(usual));
            return this;
        }

        @Override
        public Builder answer(String method, String path, Function<RecordedRequest, StubAnswer> function) {
            DefinedAnswers.put(answers, new DefinedAnswers.Definition(AnswerTarget.of(method, path), function));
            return this;
        }

        /** The latest requests that are recorded, with 64 KiB of their bodies; 0 for none, by default 1000. */
        public Builder recorded(int requests) {
            require("recorded", requests, 0, 100_000);
            this.recorded = requests;
            return this;
        }

        /** The requests that are worked on at a time, on all ports; the others wait in order. By default, and with 0, any number. */
        public Builder concurrency(int requests) {
            require("concurrency", requests, 0, 1_000_000);
            this.concurrency = requests;
            return this;
        }

        /** The stubs, not started yet. */
        public PartnerStubs build() {
            return new PartnerStubs(this);
        }

        /**
         * The stubs, running.
         *
         * @throws UncheckedIOException if a port cannot be opened
         */
        public PartnerStubs start() {
            return build().start();
        }
    }
}
