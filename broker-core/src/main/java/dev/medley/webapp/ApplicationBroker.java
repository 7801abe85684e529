package dev.medley.webapp;

import dev.medley.config.Configuration;
import dev.medley.config.ExecutionMode;
import dev.medley.config.ServerSettings;
import dev.medley.exchange.Broker;
import dev.medley.servlet.MashupRuntime;
import dev.medley.thread.BrokerPool;
import dev.medley.thread.Totals;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The broker of a web application, with a pool of its own. It starts and stops with the application, and lets it finish what
 * it has begun; until then it has no
 * thread, so that an application that fails to start leaves none.
 */
final class ApplicationBroker implements ServletContextListener {

    private static final Logger LOG = LoggerFactory.getLogger(ApplicationBroker.class);

    private final Duration drain;
    private final BrokerPool pool;
    private final Broker broker;
    private final MashupRuntime runtime;

    /**
     * Creates a broker.
     *
     * @throws IllegalArgumentException if it cannot be as it is configured in this JVM
     */
    ApplicationBroker(Configuration configuration) {
        ServerSettings settings = configuration.server();
        drain = settings.drain();
        pool = new BrokerPool(settings.threads(), settings.execution() == ExecutionMode.VIRTUAL);
        broker = Broker.builder().pool(pool).partners(configuration.partners()).build();
        runtime = new MashupRuntime(
                broker,
                settings.execution(),
                configuration.deadline(),
                Math.toIntExact(settings.maxRequestBody()),
                settings.maxWaiting());
    }

    MashupRuntime runtime() {
        return runtime;
    }

    @Override
    public void contextInitialized(ServletContextEvent event) {
        try {
            pool.start();
            broker.start();
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
                LOG.warn("{} requests were still in flight when the time to drain was over", inFlight());
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
            broker.close();
        } finally {
            pool.close();
        }
    }
}
