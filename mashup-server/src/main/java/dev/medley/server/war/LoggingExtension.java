package dev.medley.server.war;

import ch.qos.logback.classic.LoggerContext;
import dev.medley.servlet.MashupRuntime;
import dev.medley.webapp.ApplicationExtension;
import jakarta.servlet.ServletContext;
import org.slf4j.LoggerFactory;

/**
 * Ends the threads of the WAR's own logging when the application does not start. When it stops, Logback sees to that by
 * itself.
 */
public final class LoggingExtension implements ApplicationExtension {

    /** For the service loader. */
    public LoggingExtension() {}

    @Override
    public void join(ServletContext context, MashupRuntime runtime) {
        // Nothing to do while it runs.
    }

    @Override
    public void notStarted() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext logback) {
            logback.stop();
        }
    }
}
