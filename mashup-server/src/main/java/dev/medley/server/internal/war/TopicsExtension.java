package dev.medley.server.internal.war;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.topic.TopicService;
import dev.medley.server.internal.topic.servlet.TopicServlet;
import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.webapp.internal.ApplicationExtension;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletRegistration;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the topics that the configuration of a web application declares: event streams, polls and publications. */
public final class TopicsExtension implements ApplicationExtension {

    private static final Logger LOG = LoggerFactory.getLogger(TopicsExtension.class);
    private static final String NAME = "topics";

    /** For the service loader. */
    public TopicsExtension() {}

    @Override
    public boolean servesTopics() {
        return true;
    }

    @Override
    public void join(ServletContext context, MashupRuntime runtime, Configuration configuration) {
        if (configuration.topics().isEmpty()) {
            return;
        }
        TopicService service = new TopicService(runtime, configuration);
        ServletRegistration.Dynamic registration = context.addServlet(NAME, new TopicServlet(service));
        if (registration == null) {
            throw new IllegalStateException("the application has a servlet of the name '" + NAME + "'");
        }
        registration.setAsyncSupported(true);
        for (String taken : registration.addMapping(service.path() + "/*")) {
            throw new IllegalStateException(
                    "topics have the path %s, and so has another servlet of the application".formatted(taken));
        }
        context.addListener(new LifeCycle(service, configuration.server().drain()));
    }

    /** Starts and ends sessions with the application. */
    private record LifeCycle(TopicService service, Duration drain) implements ServletContextListener {

        @Override
        public void contextInitialized(ServletContextEvent event) {
            service.start();
        }

        @Override
        public void contextDestroyed(ServletContextEvent event) {
            try {
                service.endSessions().toCompletableFuture().get(drain.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException x) {
                LOG.warn("some sessions have not ended within server.drain: the container cuts them off");
            } catch (ExecutionException x) {
                throw new IllegalStateException("sessions cannot be ended", x);
            } catch (InterruptedException x) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
