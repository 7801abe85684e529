package dev.medley.servlet.internal.reply;

import dev.medley.exchange.Exchange;
import dev.medley.exchange.Outcome;
import dev.medley.exchange.Timings;
import dev.medley.partner.CacheStatus;
import java.util.List;

/**
 * The {@code Server-Timing} field (W3C): the times of the mashup and of each of its exchanges that clients may see, in
 * milliseconds.
 */
final class ServerTiming {

    /** More would be a field of kilobytes, which clients refuse. */
    private static final int MAX_EXCHANGES = 32;

    private static final int NANOS_PER_TENTH = 100_000;
    private static final int TENTHS = 10;

    private ServerTiming() {}

    static String of(List<Exchange> exchanges, long totalNanos) {
        StringBuilder field = new StringBuilder(64 + 32 * Math.min(exchanges.size(), MAX_EXCHANGES));
        field.append("total;dur=");
        millis(totalNanos, field);
        int shown = 0;
        for (Exchange exchange : exchanges) {
            if (!exchange.isInternal() && shown++ < MAX_EXCHANGES) {
                append(exchange, field);
            }
        }
        if (shown > MAX_EXCHANGES) {
            field.append(", more;desc=\"").append(shown - MAX_EXCHANGES).append(" exchanges\"");
        }
        return field.toString();
    }

    static String ofTotal(long totalNanos) {
        return of(List.of(), totalNanos);
    }

    private static void append(Exchange exchange, StringBuilder field) {
        Timings timings = exchange.timings();
        field.append(", ").append(exchange.partner()).append(";dur=");
        millis(timings.totalNanos(), field);
        Outcome outcome = exchange.outcome();
        int attempts = timings.attempts().size();
        CacheStatus cacheStatus = exchange.cacheStatus();
        String byCache = cacheStatus == null ? null : cacheStatus.label();
        if (outcome != Outcome.COMPLETED || attempts > 1 || byCache != null) {
            field.append(";desc=\"")
                    .append(outcome == null ? "unfinished" : byCache == null ? outcome.label() : byCache);
            if (attempts > 1) {
                field.append(", attempt ").append(attempts);
            }
            if (timings.isHedged()) {
                field.append(", hedged");
            }
            field.append('"');
        }
    }

    /** Formats with one decimal, without the cost of a formatter. */
    private static void millis(long nanos, StringBuilder field) {
        long tenths = Math.max(0, nanos) / NANOS_PER_TENTH;
        field.append(tenths / TENTHS).append('.').append(tenths % TENTHS);
    }
}
