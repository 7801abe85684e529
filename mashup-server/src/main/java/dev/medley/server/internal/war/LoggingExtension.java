package dev.medley.server.internal.war;

import ch.qos.logback.classic.LoggerContext;
import dev.medley.config.internal.Configuration;
import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.webapp.internal.ApplicationExtension;
import jakarta.servlet.ServletContext;
import org.slf4j.LoggerFactory;

/**
 * Stops the threads of the WAR's logging if the application fails to start. After a regular stop, Logback does so itself.
 */
public final class LoggingExtension implements ApplicationExtension {

    /** For the service loader. */
    public LoggingExtension() {}

    @Override
    public void join(ServletContext context, MashupRuntime runtime, Configuration configuration) {
        // Logging needs nothing at the start.
    }

    @Override
    public void notStarted() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext logback) {
            logback.stop();
        }
    }
}
