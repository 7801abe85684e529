package dev.medley.server.internal.declared.value;

import dev.medley.config.ManifestDetail;
import dev.medley.connection.ResponseHead;
import dev.medley.exchange.Exchange;
import dev.medley.partner.CacheStatus;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The completeness manifest of a reply: for each exchange its outcome, status, time, attempts, staleness, and the cause if its
 * value is missing. Causes are those words that a client may see, without addresses and messages.
 */
public final class Manifest {

    /** The header field of each reply of a declared mashup or a script: a list of RFC 8941. */
    public static final String FIELD = "Medley-Manifest";

    /** More would be a field of kilobytes, which clients refuse. */
    private static final int MAX_LISTED = 32;

    private static final int NANOS_PER_TENTH = 100_000;

    private final Map<String, Result> results;
    private final boolean complete;

    /**
     * Creates a manifest.
     *
     * @param results of the exchanges that clients see, by their names
     * @param complete whether each value is the partner's own, and none is missing
     */
    Manifest(Map<String, Result> results, boolean complete) {
        this.results = results;
        this.complete = complete;
    }

    /** Returns the manifest of a mashup that is not declared: of its exchanges, by their names. */
    public static Manifest of(Map<String, Result> results) {
        return new Manifest(results, results.values().stream().allMatch(Result::isComplete));
    }

    /** Returns the value of the header field; null without exchanges, and for none. */
    @Nullable
    public String field(ManifestDetail detail) {
        return switch (detail) {
            case FULL -> full();
            case TOTAL -> total();
            case OFF -> null;
        };
    }

    private @Nullable String total() {
        if (results.isEmpty()) {
            return null;
        }
        long incomplete =
                results.values().stream().filter(each -> !each.isComplete()).count();
        return "total;exchanges=" + results.size() + (incomplete == 0 ? "" : ";incomplete=" + incomplete);
    }

    private @Nullable String full() {
        if (results.isEmpty()) {
            return null;
        }
        StringBuilder field = new StringBuilder(64 * Math.min(results.size(), MAX_LISTED));
        int listed = 0;
        for (Map.Entry<String, Result> entry : results.entrySet()) {
            if (listed++ == MAX_LISTED) {
                field.append(", more;exchanges=").append(results.size() - MAX_LISTED);
                break;
            }
            append(entry.getKey(), entry.getValue(), field.append(field.isEmpty() ? "" : ", "));
        }
        return field.toString();
    }

    private static void append(String name, Result result, StringBuilder field) {
        field.append(name).append(';').append(result.outcome().label());
        if (result.isOfElements()) {
            field.append(";elements=").append(result.elements().size());
            long incomplete = result.elements().stream()
                    .filter(each -> !each.isComplete())
                    .count();
            if (incomplete > 0) {
                field.append(";incomplete=").append(incomplete);
            }
            return;
        }
        Exchange exchange = shown(result);
        if (exchange != null) {
            ResponseHead head = exchange.head();
            if (head != null) {
                field.append(";status=").append(head.status());
            }
            Result.PagesRead pages = result.pages();
            long nanos = pages == null ? exchange.timings().totalNanos() : pages.nanos();
            long tenths = nanos / NANOS_PER_TENTH;
            field.append(";ms=").append(tenths / 10).append('.').append(tenths % 10);
            appendPages(pages, field);
            int attempts = exchange.timings().attempts().size();
            if (attempts > 1) {
                field.append(";attempts=").append(attempts);
            }
            if (isStale(exchange)) {
                field.append(";stale");
            }
        }
        Result.SnapshotHead snapshot = result.snapshot();
        if (snapshot != null) {
            field.append(";status=").append(snapshot.status()).append(";age=").append(snapshot.ageSeconds());
        }
        String cause = result.cause();
        if (cause != null) {
            field.append(";cause=\"").append(printable(cause)).append('"');
        }
    }

    private static void appendPages(Result.@Nullable PagesRead pages, StringBuilder field) {
        if (pages != null) {
            field.append(";pages=").append(pages.exchanges().size()).append(pages.more() ? ";more" : "");
        }
    }

    /** Adds the time of a list, how many pages of it were read, and that others follow, if they do. */
    public static void describe(Result.@Nullable PagesRead pages, Map<String, Object> tree) {
        if (pages != null) {
            tree.put("ms", millis(pages.nanos()));
            tree.put("pages", pages.exchanges().size());
            if (pages.more()) {
                tree.put("more", true);
            }
        }
    }

    /** Returns the exchange of a result; null if there is none, or it is one that clients do not see, which stands for another. */
    private static @Nullable Exchange shown(Result result) {
        Exchange exchange = result.exchange();
        return exchange == null || exchange.isInternal() ? null : exchange;
    }

    /** A string of RFC 8941 has printed characters of ASCII, and escapes quotation marks and backslashes. */
    private static String printable(String text) {
        return text.replaceAll("[^ -~]", "?").replace("\\", "\\\\").replace("\"", "\\\"");
    }

    private static boolean isStale(Exchange exchange) {
        CacheStatus status = exchange.cacheStatus();
        Long fresh = status == null ? null : status.ttlSeconds();
        return status != null && (status.isInPlaceOfFailure() || (status.isHit() && fresh != null && fresh < 0));
    }

    /** Returns it as the tree of a JSON document. */
    public Map<String, Object> tree() {
        Map<String, Object> exchanges = new LinkedHashMap<>();
        results.forEach((name, result) -> exchanges.put(name, tree(result)));
        Map<String, Object> tree = withoutExchanges();
        tree.put("exchanges", exchanges);
        return tree;
    }

    /** As {@link #tree}, without the exchanges. */
    public Map<String, Object> withoutExchanges() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("complete", complete);
        return tree;
    }

    private static Map<String, Object> tree(Result result) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("outcome", result.outcome().label());
        Exchange exchange = shown(result);
        if (exchange != null) {
            describe(exchange, tree);
            describe(result.pages(), tree);
        }
        Result.SnapshotHead snapshot = result.snapshot();
        if (snapshot != null) {
            tree.put("status", snapshot.status());
            tree.put("age", snapshot.ageSeconds());
        }
        if (result.cause() != null) {
            tree.put("cause", result.cause());
        }
        if (result.isOfElements()) {
            List<Object> elements = new ArrayList<>();
            result.elements().forEach(each -> elements.add(tree(each)));
            tree.put("elements", elements);
        }
        return tree;
    }

    /** Adds the partner, status, time, attempts and staleness of an exchange. */
    public static void describe(Exchange exchange, Map<String, Object> tree) {
        tree.put("partner", exchange.partner());
        ResponseHead head = exchange.head();
        if (head != null) {
            tree.put("status", head.status());
        }
        tree.put("ms", millis(exchange.timings().totalNanos()));
        tree.put("attempts", exchange.timings().attempts().size());
        if (isStale(exchange)) {
            tree.put("stale", true);
            addAge(exchange, tree);
        }
    }

    private static BigDecimal millis(long nanos) {
        return BigDecimal.valueOf(nanos, 6).setScale(1, RoundingMode.DOWN);
    }

    private static void addAge(Exchange exchange, Map<String, Object> tree) {
        @Nullable ResponseHead head = exchange.head();
        String age = head == null ? null : head.header("Age");
        if (age != null && age.matches("[0-9]{1,9}")) {
            tree.put("age", Integer.valueOf(age));
        }
    }
}
