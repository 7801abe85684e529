package dev.medley.server.internal.admin.log;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs one line for each inbound request to {@code dev.medley.access}: the combined log format, followed by the milliseconds
 * from the first byte of the request to the end of the reply, and the request's id:
 *
 * <pre>
 * 127.0.0.1 - - [31/Dec/2026:23:59:59 +0000] "GET /trip?city=Rome HTTP/1.1" 200 512 "-" "curl/8.5.0" 12.3 4bf92f3577b34da6
 * </pre>
 *
 * <p>A session on topics has the messages that it has got behind that, {@code messages=42}.
 *
 * <p>Values in the query that look like secrets are masked, and nothing that a client sends can start a new line or field.
 * Does not block with the logging configuration of Medley. Thread-safe.
 */
final class AccessLog {

    /** The name of its logger. */
    static final String NAME = "dev.medley.access";

    private static final Logger LOG = LoggerFactory.getLogger(NAME);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH)
            .withZone(ZoneId.systemDefault());
    private static final int TYPICAL_LINE = 192;
    private static final long NANOS_PER_TENTH = 100_000;
    private static final int TENTHS = 10;

    /** The latest second as text: formatted once, not for each of its thousands of requests. */
    private volatile Second latest = Second.of(0);

    void log(LoggedRequest logged) {
        if (LOG.isInfoEnabled()) {
            LOG.info(line(logged));
        }
    }

    private String line(LoggedRequest logged) {
        StringBuilder line = new StringBuilder(TYPICAL_LINE);
        line.append(logged.client()).append(" - ");
        // A blank would begin the next column.
        String caller = logged.caller();
        field(line, caller == null ? null : caller.replace(' ', '_'));
        line.append(" [");
        line.append(second(logged.beganMillis())).append("] \"");
        LogText.append(line, logged.method());
        line.append(' ');
        LogText.append(line, logged.target());
        line.append(' ').append(logged.protocol()).append("\" ");
        line.append(logged.sentStatus()).append(' ').append(logged.bytes());
        line.append(" \"");
        field(line, logged.referer());
        line.append("\" \"");
        field(line, logged.userAgent());
        long tenths = logged.nanos() / NANOS_PER_TENTH;
        String id = logged.id();
        line.append("\" ")
                .append(tenths / TENTHS)
                .append('.')
                .append(tenths % TENTHS)
                .append(' ')
                .append(id == null ? "-" : id);
        Long messages = logged.messages();
        if (messages != null) {
            line.append(" messages=").append(messages);
        }
        return line.toString();
    }

    private static void field(StringBuilder line, @Nullable String value) {
        LogText.append(line, value == null ? "-" : value);
    }

    private String second(long epochMillis) {
        long epochSecond = Math.floorDiv(epochMillis, 1000L);
        Second second = latest;
        if (second.epochSecond != epochSecond) {
            second = Second.of(epochSecond);
            latest = second;
        }
        return second.text;
    }

    private record Second(long epochSecond, String text) {

        static Second of(long epochSecond) {
            return new Second(epochSecond, TIME.format(Instant.ofEpochSecond(epochSecond)));
        }
    }
}
