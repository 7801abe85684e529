package dev.medley.server.admin;

import dev.medley.config.ExecutionMode;
import dev.medley.exchange.Broker;
import dev.medley.servlet.MashupRuntime;
import org.jspecify.annotations.Nullable;

/**
 * Administration of one server: what it watches from its creation on, and the pages that tell of it. Thread-safe.
 *
 * <p>Where Jetty's server is absent, {@link #handler()} and {@link #accessLog()} must not be called.
 */
public final class Administration implements AutoCloseable {

    private final Readiness readiness = new Readiness();
    private final PoolWatch watch;
    private final LawSampler sampler;
    private final @Nullable Metrics metrics;
    private final AdminPages pages;

    /** Creates the administration of a server, with metrics. */
    public Administration(Broker broker, MashupRuntime runtime, ExecutionMode mode) {
        this(broker, runtime, mode, true);
    }

    /**
     * Creates the administration of a server.
     *
     * @param broker the server's
     * @param runtime that of the server's mashups
     * @param mode how they run
     * @param withMetrics whether metrics are kept; without, nothing is measured for them and there is no page of them
     */
    public Administration(Broker broker, MashupRuntime runtime, ExecutionMode mode, boolean withMetrics) {
        watch = new PoolWatch(broker.pool());
        sampler = new LawSampler(broker, watch);
        Outbound outbound = new Outbound(broker);
        FailureLog.attach(broker);
        metrics = withMetrics ? new Metrics(broker, runtime, sampler) : null;
        StatusDocument status = new StatusDocument(broker, mode, readiness, sampler, outbound);
        pages = new AdminPages(readiness, status::toReply, metrics == null ? null : metrics::toReply);
    }

    /** Begins to sample the use of the threads; the broker's pool must have been started. */
    public void start() {
        watch.start();
        sampler.start();
    }

    /** Ends what runs by itself; before the broker's pool is closed. The pages still answer. */
    @Override
    public void close() {
        sampler.close();
        watch.close();
        if (metrics != null) {
            metrics.close();
        }
    }

    /** Whether the server takes requests: set by who starts and stops it. */
    public Readiness readiness() {
        return readiness;
    }

    /** The pages. */
    public AdminPages pages() {
        return pages;
    }

    /** A new handler that answers with the pages and takes every path. */
    public AdminHandler handler() {
        return new AdminHandler(pages);
    }

    /** A new access log. */
    public AccessLog accessLog() {
        return new AccessLog();
    }
}
