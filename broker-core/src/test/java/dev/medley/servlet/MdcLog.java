package dev.medley.servlet;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** A logger whose lines are kept with the MDC of their threads. */
final class MdcLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Logger logger;
    private final Collection<Line> lines = new ConcurrentLinkedQueue<>();

    /** A line and the MDC with it. */
    record Line(String text, Map<String, String> mdc) {}

    MdcLog(String name) {
        logger = (Logger) LoggerFactory.getLogger(name);
        logger.setLevel(Level.INFO);
        logger.setAdditive(false);
        logger.addAppender(this);
        start();
    }

    void info(String text) {
        logger.info(text);
    }

    List<Line> lines() {
        return new ArrayList<>(lines);
    }

    /** The value of {@code key} in the MDC of the line {@code text}; null if it has none. */
    String value(String text, String key) {
        return lines.stream()
                .filter(line -> line.text.equals(text))
                .findFirst()
                .map(line -> String.valueOf(line.mdc.get(key)))
                .orElseThrow(() -> new AssertionError("no line '" + text + "' in " + lines));
    }

    @Override
    protected void append(ILoggingEvent event) {
        lines.add(new Line(event.getFormattedMessage(), Map.copyOf(event.getMDCPropertyMap())));
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        stop();
    }
}
