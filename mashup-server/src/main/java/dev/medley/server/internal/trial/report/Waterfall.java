package dev.medley.server.internal.trial.report;

import dev.medley.exchange.Outcome;
import dev.medley.server.recording.RecordedExchange;
import dev.medley.server.recording.Times;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The exchanges of a run as lines of text, one for each, with a bar from its start to its end. */
final class Waterfall {

    private static final int LONGEST_NAME = 28;
    private static final int LONGEST_RESULT = 40;
    private static final int SHORTEST_BAR = 10;
    private static final String GAP = "  ";

    private final List<RecordedExchange> exchanges;
    private final double tookMs;
    private final Terminal terminal;
    private final int nameWidth;
    private final int timeWidth;
    private final int barWidth;
    private final Set<Phase> shown = EnumSet.of(Phase.QUEUED, Phase.CONNECTING, Phase.WAITING, Phase.BODY);

    private Waterfall(List<RecordedExchange> exchanges, double tookMs, Terminal terminal) {
        this.exchanges = exchanges.stream()
                .sorted(Comparator.comparingDouble(exchange -> exchange.times().startMs()))
                .toList();
        this.tookMs = exchanges.stream()
                .mapToDouble(exchange -> exchange.times().endMs())
                .reduce(tookMs, Math::max);
        this.terminal = terminal;
        nameWidth = Math.min(
                LONGEST_NAME, longest(exchanges.stream().map(Waterfall::name).toList()));
        timeWidth = longest(exchanges.stream().map(Waterfall::time).toList());
        int resultWidth = Math.min(
                LONGEST_RESULT,
                longest(exchanges.stream().map(Waterfall::result).toList()));
        barWidth =
                Math.max(SHORTEST_BAR, terminal.width() - nameWidth - timeWidth - resultWidth - 3 * GAP.length() - 1);
    }

    private static int longest(List<String> texts) {
        return texts.stream().mapToInt(String::length).max().orElse(0);
    }

    /**
     * Returns the lines.
     *
     * @param tookMs the time from the request to the end of the reply, in milliseconds
     */
    static List<String> of(List<RecordedExchange> exchanges, double tookMs, Terminal terminal) {
        return exchanges.isEmpty()
                ? List.of("No exchange was sent.")
                : new Waterfall(exchanges, tookMs, terminal).lines();
    }

    private List<String> lines() {
        List<String> lines = new ArrayList<>();
        String end = millis(tookMs) + " ms";
        lines.add(" ".repeat(nameWidth) + GAP + "0" + " ".repeat(Math.max(1, barWidth - end.length() - 1)) + end);
        exchanges.forEach(exchange -> lines.add(line(exchange)));
        lines.add(shown.stream()
                .map(phase -> phase.drawn(1, terminal) + " " + phase.label())
                .collect(Collectors.joining(GAP)));
        return lines;
    }

    private String line(RecordedExchange exchange) {
        String name = terminal.cut(name(exchange), nameWidth);
        String time = time(exchange);
        int rest = terminal.width() - nameWidth - barWidth - timeWidth - 3 * GAP.length();
        String result = terminal.cut(result(exchange), Math.max(SHORTEST_BAR, rest));
        return (name
                        + " ".repeat(nameWidth - name.length())
                        + GAP
                        + bar(exchange.times())
                        + GAP
                        + " ".repeat(timeWidth - time.length())
                        + time
                        + GAP
                        + coloured(exchange, result))
                .stripTrailing();
    }

    private String bar(Times times) {
        StringBuilder bar = new StringBuilder();
        int first = Math.min(barWidth - 1, (int) (times.startMs() / tookMs * barWidth));
        int last = Math.min(barWidth - 1, Math.max(first, (int) Math.ceil(times.endMs() / tookMs * barWidth) - 1));
        bar.append(" ".repeat(Math.max(0, first)));
        @Nullable Phase run = null;
        int count = 0;
        for (int i = Math.max(0, first); i <= last; i++) {
            double middle = (i + 0.5) / barWidth * tookMs;
            Phase phase = Phase.at(Math.min(Math.max(middle, times.startMs()), times.endMs()), times);
            shown.add(phase);
            if (run != null && phase != run) {
                bar.append(run.drawn(count, terminal));
                count = 0;
            }
            run = phase;
            count++;
        }
        if (run != null) {
            bar.append(run.drawn(count, terminal));
        }
        return bar + " ".repeat(barWidth - 1 - last);
    }

    private String coloured(RecordedExchange exchange, String result) {
        if (exchange.ended(Outcome.COMPLETED)) {
            return result;
        }
        return terminal.coloured(
                exchange.ended(Outcome.CANCELLED) ? Terminal.Colour.FAINT : Terminal.Colour.RED, result);
    }

    /** Returns its name, or its partner and path. */
    private static String name(RecordedExchange exchange) {
        return exchange.name() == null ? exchange.partner() + " " + exchange.target() : exchange.name();
    }

    private static String time(RecordedExchange exchange) {
        return millis(exchange.times().totalMs()) + " ms";
    }

    private static String millis(double ms) {
        return String.format(Locale.ROOT, "%.1f", ms);
    }

    /** Returns status or cause, attempts and the part of the cache. */
    private static String result(RecordedExchange exchange) {
        List<String> words = new ArrayList<>();
        boolean completed = exchange.ended(Outcome.COMPLETED);
        words.add(
                completed
                        ? String.valueOf(exchange.status())
                        : exchange.cause() == null ? exchange.outcome() : exchange.cause());
        if (exchange.attempts() > 1) {
            words.add(exchange.attempts() + " attempts");
        }
        if (exchange.joined() != null) {
            words.add("joined another");
        } else if (exchange.cache() != null) {
            words.add("cache: " + exchange.cache());
        }
        return String.join(", ", words);
    }
}
