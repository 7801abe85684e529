package dev.medley.server.internal.admin.log;

import dev.medley.config.LogField;
import dev.medley.config.LogFormat;
import dev.medley.servlet.internal.inbound.RequestSummary;
import dev.medley.thread.internal.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs each inbound request that has taken longer than a threshold to {@code dev.medley.slow}, with its exchanges and where their time
 * went; at most one line per second for each mashup, with the number of requests that it stands for. Thread-safe.
 */
final class SlowRequests {

    private static final Logger LOG = LoggerFactory.getLogger("dev.medley.slow");

    private final Map<String, OnePerSecond<Line>> limits = new ConcurrentHashMap<>();
    private final long thresholdNanos;
    private final LogFormat format;
    private final Clock clock;

    /** Creates a log of requests that take longer than {@code thresholdNanos}. */
    SlowRequests(long thresholdNanos, LogFormat format, Clock clock) {
        this.thresholdNanos = thresholdNanos;
        this.format = format;
        this.clock = clock;
    }

    /** Returns whether a request that has taken {@code nanos} is slow. */
    boolean includes(long nanos) {
        return nanos > thresholdNanos;
    }

    void log(LoggedRequest logged, RequestSummary end) {
        limits.computeIfAbsent(end.mashup(), mashup -> new OnePerSecond<>(clock, this::write))
                .offer(line(logged, end));
    }

    private Line line(LoggedRequest logged, RequestSummary end) {
        Map<String, Object> members = Map.of();
        StringBuilder message = new StringBuilder("slow request: ");
        message.append(LogText.escaped(logged.method() + " " + logged.target()));
        message.append(' ').append(end.status());
        message.append(" in ").append(ExchangeTimes.millis(logged.nanos())).append(" ms");
        if (format == LogFormat.JSON) {
            members = logged.members(List.of(LogField.values()), end);
        } else {
            Map<String, Object> phases = logged.phases(end);
            if (phases != null && !phases.isEmpty()) {
                message.append(" (")
                        .append(phases.toString().replaceAll("[{}]", "").replace('=', ' '))
                        .append(')');
            }
            message.append(", request-id ").append(logged.id());
            if (!logged.exchanges().isEmpty()) {
                message.append(": ").append(ExchangeTimes.text(logged.exchanges()));
            }
        }
        return new Line(message.toString(), members);
    }

    private void write(Line line, int others) {
        String more = others == 0 ? "" : "; " + others + " more like it in the last second";
        LogDocument.log(LOG.atWarn(), line.message + more, line.members);
    }

    private record Line(String message, Map<String, Object> members) {}
}
