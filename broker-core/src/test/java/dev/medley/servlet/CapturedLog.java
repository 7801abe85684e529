package dev.medley.servlet;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** The warnings and errors that Medley and the container log meanwhile. */
final class CapturedLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();

    CapturedLog() {
        start();
        root.addAppender(this);
    }

    /** The warnings and errors of Medley. */
    List<ILoggingEvent> ofMedley() {
        return events.stream()
                .filter(event -> event.getLoggerName().startsWith("dev.medley."))
                .toList();
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
            events.add(event);
        }
    }

    @Override
    public void close() {
        root.detachAppender(this);
        stop();
    }
}
