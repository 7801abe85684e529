package dev.medley.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/**
 * The defects that are logged: errors of Medley, and warnings of Jetty, such as an exception that came out of one of our
 * callbacks.
 */
final class LoggedDefects extends AppenderBase<ILoggingEvent> {

    private static final Logger ROOT = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

    private static final String TLS_CONFIGURATION = "org.eclipse.jetty.util.ssl.SslContextFactory.config";

    private final List<String> defects = new CopyOnWriteArrayList<>();

    /** Watches from now on. */
    static LoggedDefects watch() {
        LoggedDefects watching = new LoggedDefects();
        watching.setContext(ROOT.getLoggerContext());
        watching.start();
        ROOT.addAppender(watching);
        return watching;
    }

    /** No longer watches. */
    void end() {
        ROOT.detachAppender(this);
        stop();
    }

    void assertNone() {
        assertThat(defects).as("logged").isEmpty();
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getLoggerName().equals(TLS_CONFIGURATION)) {
            // Jetty's notice of tls.verify: false, which the test has asked for.
            return;
        }
        boolean jetty = event.getLoggerName().startsWith("org.eclipse.jetty");
        if (event.getLevel().isGreaterOrEqual(jetty ? Level.WARN : Level.ERROR)) {
            defects.add(event.getLoggerName() + ": " + event.getFormattedMessage());
        }
    }
}
