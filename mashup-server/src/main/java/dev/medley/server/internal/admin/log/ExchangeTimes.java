package dev.medley.server.internal.admin.log;

import dev.medley.connection.ResponseHead;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.ExchangeState;
import dev.medley.exchange.Outcome;
import dev.medley.exchange.Timings;
import dev.medley.partner.CacheStatus;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** What a log says of an exchange: its partner, its outcome, and where its time went. */
final class ExchangeTimes {

    /** More would be a line of kilobytes. */
    private static final int MAX_LISTED = 32;

    private static final double NANOS_PER_TENTH = 100_000;
    private static final double TENTHS = 10;

    /** Between attempts that follow each other. */
    private static final String PAUSE = "pause";

    private static final List<ExchangeState> PHASES = Arrays.stream(ExchangeState.values())
            .filter(state -> state != ExchangeState.CREATED && !state.isEnd())
            .toList();

    private ExchangeTimes() {}

    /** Returns milliseconds with one decimal. */
    static double millis(long nanos) {
        return Math.round(Math.max(0, nanos) / NANOS_PER_TENTH) / TENTHS;
    }

    /** Returns them as values of a JSON document. */
    static List<Map<String, Object>> tree(List<Exchange> exchanges) {
        return exchanges.stream().limit(MAX_LISTED).map(ExchangeTimes::tree).toList();
    }

    /** Returns the number of those that are not listed. */
    static int omitted(List<Exchange> exchanges) {
        return Math.max(0, exchanges.size() - MAX_LISTED);
    }

    private static Map<String, Object> tree(Exchange exchange) {
        Timings timings = exchange.timings();
        Map<String, Object> tree = new LinkedHashMap<>();
        if (exchange.label() != null) {
            tree.put("exchange", exchange.label());
        }
        tree.put("partner", exchange.partner());
        tree.put("outcome", outcome(exchange));
        ResponseHead head = exchange.head();
        if (head != null) {
            tree.put("status", head.status());
        }
        ExchangeException failure = exchange.failure();
        if (failure != null) {
            tree.put("reason", failure.reason().label());
            tree.put("detail", LogText.shortened(String.valueOf(failure.getMessage())));
        }
        CacheStatus cache = exchange.cacheStatus();
        if (cache != null && cache.label() != null) {
            tree.put("cache", cache.label());
        }
        tree.put("ms", millis(timings.totalNanos()));
        tree.put("attempts", timings.attempts().size());
        Map<String, Object> phases = phases(timings);
        if (!phases.isEmpty()) {
            tree.put("phases", phases);
        }
        return tree;
    }

    private static Map<String, Object> phases(Timings timings) {
        Map<String, Object> phases = new LinkedHashMap<>();
        long rest = timings.totalNanos();
        for (ExchangeState phase : PHASES) {
            long nanos = timings.nanosIn(phase);
            rest -= nanos;
            put(phase.label(), nanos, phases);
        }
        if (timings.attempts().size() > 1 && !timings.isHedged()) {
            put(PAUSE, rest, phases);
        }
        return phases;
    }

    private static void put(String phase, long nanos, Map<String, Object> phases) {
        double millis = millis(nanos);
        if (millis > 0) {
            phases.put(phase, millis);
        }
    }

    /** Returns them as text, in one line. */
    static String text(List<Exchange> exchanges) {
        StringJoiner text = new StringJoiner("; ");
        for (Map<String, Object> tree : tree(exchanges)) {
            text.add(text(tree));
        }
        if (omitted(exchanges) > 0) {
            text.add(omitted(exchanges) + " more");
        }
        return text.toString();
    }

    private static String text(Map<String, Object> tree) {
        StringBuilder text = new StringBuilder();
        String partner = String.valueOf(tree.get("partner"));
        String name = tree.containsKey("exchange") ? String.valueOf(tree.get("exchange")) : partner;
        text.append(name);
        if (!name.equals(partner)) {
            text.append(" with ").append(partner);
        }
        text.append(' ').append(tree.get("outcome"));
        if (tree.containsKey("status")) {
            text.append(' ').append(tree.get("status"));
        }
        if (tree.containsKey("reason")) {
            text.append(" (").append(tree.get("reason")).append(')');
        }
        text.append(" in ").append(tree.get("ms")).append(" ms");
        if (tree.containsKey("cache")) {
            text.append(", ").append(tree.get("cache"));
        }
        if (tree.get("attempts") instanceof Integer attempts && attempts > 1) {
            text.append(", ").append(attempts).append(" attempts");
        }
        if (tree.get("phases") instanceof Map<?, ?> phases) {
            StringJoiner each = new StringJoiner(", ", " (", ")");
            phases.forEach((phase, millis) -> each.add(phase + " " + millis));
            text.append(each);
        }
        return LogText.escaped(text.toString());
    }

    private static String outcome(Exchange exchange) {
        Outcome outcome = exchange.outcome();
        return outcome == null ? "unfinished" : outcome.label();
    }
}
