package dev.medley.server.internal.admin.log;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.spi.AppenderAttachable;
import dev.medley.context.RequestId;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import net.logstash.logback.encoder.LogstashEncoder;
import net.logstash.logback.fieldnames.LogstashFieldNames;
import org.slf4j.ILoggerFactory;

/**
 * The logs of the process as JSON: the appenders of Logback that have a pattern write one document in each line, with the members of
 * Logstash's encoder. Appenders with another encoder stay as they are, because somebody has chosen that. Until it is closed.
 */
public final class JsonLog implements AutoCloseable {

    private static final String OMITTED = "[ignore]";

    private final Map<OutputStreamAppender<ILoggingEvent>, PatternLayoutEncoder> patterns = new LinkedHashMap<>();

    private JsonLog() {}

    /**
     * Has the appenders of {@code factory} write JSON from now on.
     *
     * @throws IllegalStateException if it is not that of Logback
     */
    public static JsonLog install(ILoggerFactory factory) {
        if (!(factory instanceof LoggerContext logback)) {
            throw new IllegalStateException(
                    "server.log.format is json, which needs Logback; the logs of this process are written by "
                            + factory.getClass().getName());
        }
        JsonLog json = new JsonLog();
        logback.getLoggerList().forEach(logger -> json.visit(logback, logger.iteratorForAppenders()));
        return json;
    }

    private void visit(LoggerContext logback, Iterator<Appender<ILoggingEvent>> appenders) {
        while (appenders.hasNext()) {
            Appender<ILoggingEvent> appender = appenders.next();
            if (appender instanceof OutputStreamAppender<ILoggingEvent> output
                    && output.getEncoder() instanceof PatternLayoutEncoder pattern) {
                patterns.put(output, pattern);
                output.setEncoder(encoder(logback));
            } else if (appender instanceof AppenderAttachable<?> queue) {
                visit(logback, attached(queue));
            }
        }
    }

    /** What is attached to an appender of events gets the same events. */
    @SuppressWarnings("unchecked")
    private static Iterator<Appender<ILoggingEvent>> attached(AppenderAttachable<?> queue) {
        return ((AppenderAttachable<ILoggingEvent>) queue).iteratorForAppenders();
    }

    private static LogstashEncoder encoder(LoggerContext logback) {
        LogstashEncoder encoder = new LogstashEncoder();
        encoder.setContext(logback);
        LogstashFieldNames names = new LogstashFieldNames();
        names.setVersion(OMITTED);
        names.setLevelValue(OMITTED);
        encoder.setFieldNames(names);
        // As the access log names it.
        encoder.addMdcKeyFieldName(RequestId.MDC_KEY + "=request_id");
        encoder.start();
        return encoder;
    }

    /** Has the appenders write by their patterns again. */
    @Override
    public void close() {
        patterns.forEach(OutputStreamAppender::setEncoder);
    }
}
