package dev.medley.server.internal.admin.log;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.net.SyslogAppenderBase;
import ch.qos.logback.core.sift.SiftingAppenderBase;
import ch.qos.logback.core.spi.AppenderAttachable;
import ch.qos.logback.core.spi.ConfigurationEvent;
import ch.qos.logback.core.spi.ConfigurationEventListener;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import net.logstash.logback.decorate.json.JsonWriteFeatureDecorator;
import net.logstash.logback.encoder.LogstashEncoder;
import net.logstash.logback.fieldnames.LogstashFieldNames;
import org.slf4j.LoggerFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * The appenders of Logback while they write JSON: those that have a pattern write one document in each line, with the members of
 * Logstash's encoder; also after Logback has read its file again. Those with another encoder stay as they are, because somebody has
 * chosen that. Thread-safe.
 */
final class JsonAppenders implements ConfigurationEventListener {

    private static final String OMITTED = "[ignore]";

    private final LoggerContext logback;
    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by the lock.
    private final Map<OutputStreamAppender<ILoggingEvent>, Encoder<ILoggingEvent>> patterns = new LinkedHashMap<>();
    private int users;

    JsonAppenders(LoggerContext logback) {
        this.logback = logback;
    }

    /** One more user. */
    void begin() {
        boolean first;
        lock.lock();
        try {
            first = users == 0;
            users++;
        } finally {
            lock.unlock();
        }
        if (first) {
            logback.addConfigurationEventListener(this);
        }
        replace();
    }

    /** One user less. Returns whether it was the last one: then the appenders write by their patterns again. */
    boolean end() {
        lock.lock();
        try {
            users--;
            if (users > 0) {
                return false;
            }
            patterns.forEach(OutputStreamAppender::setEncoder);
            patterns.clear();
        } finally {
            lock.unlock();
        }
        logback.removeConfigurationEventListener(this);
        return true;
    }

    /** Logback has read its file again, and has new appenders. */
    @Override
    public void listen(ConfigurationEvent event) {
        if (event.getEventType() == ConfigurationEvent.EventType.CONFIGURATION_ENDED_SUCCESSFULLY) {
            replace();
        }
    }

    private void replace() {
        Set<String> text = new TreeSet<>();
        lock.lock();
        try {
            if (users > 0) {
                patterns.keySet().removeIf(appender -> !appender.isStarted());
                logback.getLoggerList().forEach(logger -> visit(logger.iteratorForAppenders(), text));
            }
        } finally {
            lock.unlock();
        }
        if (!text.isEmpty()) {
            LoggerFactory.getLogger(JsonLog.class)
                    .warn(
                            "server.log.format is json, and these appenders of Logback still write text: {};"
                                    + " give them an encoder of JSON",
                            String.join(", ", text));
        }
    }

    private void visit(Iterator<Appender<ILoggingEvent>> appenders, Set<String> text) {
        while (appenders.hasNext()) {
            Appender<ILoggingEvent> appender = appenders.next();
            if (appender instanceof OutputStreamAppender<ILoggingEvent> output) {
                if (output.getEncoder() instanceof LayoutWrappingEncoder<ILoggingEvent> encoder) {
                    replace(output, encoder, text);
                }
            } else if (appender instanceof AppenderAttachable<?> queue) {
                visit(attached(queue), text);
            } else if (appender instanceof SiftingAppenderBase || appender instanceof SyslogAppenderBase) {
                text.add(String.valueOf(appender.getName()));
            }
        }
    }

    private void replace(
            OutputStreamAppender<ILoggingEvent> appender,
            LayoutWrappingEncoder<ILoggingEvent> encoder,
            Set<String> text) {
        if (encoder.getLayout() instanceof PatternLayout) {
            patterns.put(appender, encoder);
            appender.setEncoder(encoder());
        } else {
            text.add(String.valueOf(appender.getName()));
        }
    }

    /** What is attached to an appender of events gets the same events. */
    @SuppressWarnings("unchecked")
    private static Iterator<Appender<ILoggingEvent>> attached(AppenderAttachable<?> queue) {
        return ((AppenderAttachable<ILoggingEvent>) queue).iteratorForAppenders();
    }

    private LogstashEncoder encoder() {
        LogstashEncoder encoder = new LogstashEncoder();
        encoder.setContext(logback);
        LogstashFieldNames names = new LogstashFieldNames();
        names.setVersion(OMITTED);
        names.setLevelValue(OMITTED);
        encoder.setFieldNames(names);
        encoder.setIncludeMdc(false);
        encoder.setIncludeKeyValuePairs(false);
        encoder.addProvider(new JsonMembers());
        // Some characters end a line, or turn it, where a person reads it.
        JsonWriteFeatureDecorator ascii = new JsonWriteFeatureDecorator();
        ascii.enable(JsonWriteFeature.ESCAPE_NON_ASCII);
        encoder.addDecorator(ascii);
        encoder.start();
        return encoder;
    }
}
