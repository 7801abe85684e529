package dev.medley.servlet.internal.reply;

import dev.medley.exchange.Exchange;
import dev.medley.exchange.Outcome;
import dev.medley.exchange.Timings;
import dev.medley.partner.CacheStatus;
import dev.medley.thread.internal.ledger.RequestPhase;
import dev.medley.thread.internal.ledger.RequestPhases;
import java.util.List;

/**
 * The {@code Server-Timing} field (W3C): the time of the request until its reply begins, its phases, and each of its exchanges that
 * clients may see, in milliseconds. A phase without a time that the field could show is left out.
 */
final class ServerTiming {

    /** More would be a field of kilobytes, which clients refuse. */
    private static final int MAX_EXCHANGES = 32;

    private static final String SEPARATOR = ", ";
    private static final RequestPhase[] PHASES = RequestPhase.values();
    private static final int NANOS_PER_TENTH = 100_000;
    private static final int TENTHS = 10;

    private ServerTiming() {}

    static String of(RequestPhases phases, List<Exchange> exchanges) {
        StringBuilder field = new StringBuilder(96 + 32 * Math.min(exchanges.size(), MAX_EXCHANGES));
        long left = phases.totalNanos();
        append("total", left, field);
        for (RequestPhase phase : PHASES) {
            // It goes on.
            long nanos = phase == RequestPhase.WRITING ? left : phases.nanos(phase);
            left -= nanos;
            if (nanos >= NANOS_PER_TENTH) {
                append(phase.label(), nanos, field.append(SEPARATOR));
            }
        }
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

    static String ofTotal(RequestPhases phases) {
        StringBuilder field = new StringBuilder();
        append("total", phases.totalNanos(), field);
        return field.toString();
    }

    private static void append(Exchange exchange, StringBuilder field) {
        Timings timings = exchange.timings();
        append(exchange.partner(), timings.totalNanos(), field.append(SEPARATOR));
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
    private static void append(String name, long nanos, StringBuilder field) {
        field.append(name).append(";dur=");
        long tenths = Math.max(0, nanos) / NANOS_PER_TENTH;
        field.append(tenths / TENTHS).append('.').append(tenths % TENTHS);
    }
}
