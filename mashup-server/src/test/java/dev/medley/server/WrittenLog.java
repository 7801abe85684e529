package dev.medley.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.slf4j.LoggerFactory;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** What the loggers of Medley write by an appender with a pattern, whose encoder the server may replace. */
final class WrittenLog implements AutoCloseable {

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final LoggerContext logback = (LoggerContext) LoggerFactory.getILoggerFactory();
    private final Logger logger = logback.getLogger("dev.medley");
    private final Logger access = logback.getLogger("dev.medley.access");
    private final OutputStreamAppender<ILoggingEvent> output = new OutputStreamAppender<>();

    WrittenLog() {
        PatternLayoutEncoder pattern = new PatternLayoutEncoder();
        pattern.setContext(logback);
        pattern.setPattern("%msg%n");
        pattern.start();
        output.setName("written");
        output.setContext(logback);
        output.setEncoder(pattern);
        output.setOutputStream(written);
        output.start();
        logger.addAppender(output);
        if (!access.isAdditive()) {
            access.addAppender(output);
        }
    }

    LoggerContext logback() {
        return logback;
    }

    Logger logger() {
        return logger;
    }

    OutputStreamAppender<ILoggingEvent> output() {
        return output;
    }

    String text() {
        return written.toString(UTF_8);
    }

    List<String> lines(String part) {
        return text().lines().filter(line -> line.contains(part)).toList();
    }

    /** Waits for a document with {@code part}, in which no name may be there twice, and returns the first. */
    JsonNode line(String part) {
        await().until(() -> !lines(part).isEmpty());
        return MAPPER.readTree(lines(part).get(0));
    }

    @Override
    public void close() {
        logger.detachAppender(output);
        access.detachAppender(output);
    }
}
