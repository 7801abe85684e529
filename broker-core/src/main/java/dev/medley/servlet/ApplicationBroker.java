package dev.medley.servlet;

import dev.medley.config.Configuration;
import dev.medley.config.ExecutionMode;
import dev.medley.config.ServerSettings;
import dev.medley.exchange.Broker;
import dev.medley.thread.BrokerPool;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The broker of a web application, with a pool of its own. It starts and stops with the application; until then it has no
 * thread, so that an application that fails to start leaves none.
 */
final class ApplicationBroker implements ServletContextListener {

    private static final Logger LOG = LoggerFactory.getLogger(ApplicationBroker.class);

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
            close();
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
        close();
    }

    private void close() {
        broker.close();
        pool.close();
    }
}
