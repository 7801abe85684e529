package dev.medley.server.internal.admin.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Captures the lines of one logger, which are not written then. */
public final class LogLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger;
    private final boolean additive;
    private final @Nullable Level level;
    private final List<Appender<ILoggingEvent>> others = new ArrayList<>();

    private LogLines(Logger logger) {
        this.logger = logger;
        additive = logger.isAdditive();
        level = logger.getLevel();
        logger.iteratorForAppenders().forEachRemaining(others::add);
    }

    /** Captures the lines of the logger {@code name}. */
    public static LogLines of(String name) {
        return of(name, null);
    }

    /** As above, from {@code level} on; null for the level that the logger has. */
    public static LogLines of(String name, @Nullable Level level) {
        LogLines lines = new LogLines((Logger) LoggerFactory.getLogger(name));
        if (level != null) {
            lines.logger.setLevel(level);
        }
        lines.start();
        lines.logger.setAdditive(false);
        lines.others.forEach(lines.logger::detachAppender);
        lines.logger.addAppender(lines);
        return lines;
    }

    /** Returns the lines so far, each after its level. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    protected void append(ILoggingEvent event) {
        lines.add(event.getLevel() + " " + event.getFormattedMessage());
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        others.forEach(logger::addAppender);
        logger.setAdditive(additive);
        logger.setLevel(level);
        stop();
    }
}
