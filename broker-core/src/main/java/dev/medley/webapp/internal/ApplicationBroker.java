package dev.medley.webapp.internal;

import dev.medley.config.internal.Configuration;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.ledger.Totals;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The broker of a web application, with a pool of its own. It starts and stops with the application, and has no thread
 * outside that time, so that an application that fails to start leaves none. Before it stops, requests in flight are
 * answered.
 */
final class ApplicationBroker implements ServletContextListener {

    private static final Logger LOG = LoggerFactory.getLogger(ApplicationBroker.class);

    private final Duration drain;
    private final BrokerPool pool;
    private final DefaultBroker broker;
    private final MashupRuntime runtime;
    private final List<ApplicationExtension> extensions;

    /**
     * Creates a broker.
     *
     * @param extensions of the application, which stop after it
     * @throws IllegalArgumentException if this JVM cannot run it as configured
     */
    ApplicationBroker(Configuration configuration, List<ApplicationExtension> extensions) {
        this.extensions = extensions;
        drain = configuration.server().drain();
        // An agent of the container, or what the application has set before.
        runtime = MashupRuntime.of(
                configuration, 0, GlobalOpenTelemetry.isSet() ? GlobalOpenTelemetry.get() : OpenTelemetry.noop());
        broker = runtime.broker();
        pool = broker.pool();
    }

    MashupRuntime runtime() {
        return runtime;
    }

    @Override
    public void contextInitialized(ServletContextEvent event) {
        try {
            pool.start();
            broker.start();
            runtime.start();
        } catch (RuntimeException x) {
            try {
                close();
            } catch (RuntimeException also) {
                x.addSuppressed(also);
            }
            throw x;
        }
        LOG.info(
                "the mashups of '{}' run {} on up to {} threads, with {}",
                event.getServletContext().getContextPath(),
                runtime.mode().configured(),
                pool.use().max(),
                broker.partners());
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        runtime.endSchedules();
        drain();
        close();
    }

    /**
     * Waits until the requests in flight have been answered, as long as is configured. The container has stopped giving the
     * application new ones, and waits on a thread of its own.
     */
    private void drain() {
        CountDownLatch answered = new CountDownLatch(1);
        runtime.onReplied(replied -> {
            if (inFlight() <= 0) {
                answered.countDown();
            }
        });
        try {
            if (inFlight() > 0 && !answered.await(drain.toNanos(), TimeUnit.NANOSECONDS)) {
                LOG.warn("{} requests were still in flight when the drain time was over", inFlight());
            }
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }

    private long inFlight() {
        Totals totals = broker.ledger().totals();
        return totals.started() - totals.ended();
    }

    private void close() {
        try {
            runtime.stop();
            broker.close();
        } finally {
            pool.close();
            extensions.forEach(ApplicationExtension::stopped);
        }
    }
}
