package dev.medley.server.internal.declared.run;

import dev.medley.exchange.AttemptTimings;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.Outcome;
import dev.medley.mashup.ReplyEnd;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.partner.CacheStatus;
import dev.medley.server.internal.declared.plan.ExchangePlan;
import dev.medley.server.internal.declared.plan.Graph;
import dev.medley.server.internal.declared.plan.RequestPlan;
import dev.medley.server.internal.declared.several.RequestSource;
import dev.medley.server.internal.declared.value.Manifest;
import dev.medley.server.internal.declared.value.Result;
import dev.medley.server.internal.declared.value.Scope;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The completeness manifest of one reply in full, for administrators: with the endpoints, phases and messages that {@link
 * Manifest} leaves out, and with the exchanges that a fallback has started. Of the request it has the path, and neither the
 * query nor header fields. Its size is bounded: texts are cut, and so are the elements of {@code for-each}. By one thread.
 */
public final class FullManifest {

    /** Elements of {@code for-each}, and exchanges of fallbacks, that are listed. */
    static final int MAX_LISTED = 100;

    /** Endpoints of one exchange, and causes of one failure, that are listed. */
    private static final int MAX_DETAILS = 5;

    private final Redaction redaction;
    /** Those that are not listed yet, by their labels. */
    private final Map<String, Exchange> started = new LinkedHashMap<>();

    private final List<Map<String, Object>> lines = new ArrayList<>();
    private int listed;
    private int more;

    private FullManifest(DefaultMashup mashup, Redaction redaction) {
        this.redaction = redaction;
        for (Exchange each : mashup.exchanges()) {
            started.put(String.valueOf(each.label()), each);
        }
    }

    /** Returns the manifest of a reply that has ended at {@code time}, as the tree of a JSON document. */
    static Map<String, Object> tree(DefaultMashup mashup, Graph graph, Scope scope, ReplyEnd end, Instant time) {
        FullManifest manifest = new FullManifest(mashup, Redaction.of(scope.request()));
        for (int i = 0; i < graph.size(); i++) {
            ExchangePlan plan = graph.exchange(i);
            manifest.add(plan, scope.result(plan.name()));
        }
        // What is left are fallbacks.
        manifest.started.forEach((label, exchange) -> manifest.addBounded(label, null, exchange));
        return manifest.tree(mashup, end, time);
    }

    /**
     * As above, of a mashup that is not declared.
     *
     * @param results of its exchanges, by their labels
     * @param secrets values of the request that its exchanges may have sent: texts, or several of them
     */
    public static Map<String, Object> tree(
            DefaultMashup mashup, Map<String, Result> results, Iterable<?> secrets, ReplyEnd end, Instant time) {
        FullManifest manifest = new FullManifest(mashup, Redaction.of(secrets));
        results.forEach((label, result) -> manifest.addBounded(label, result, manifest.started.remove(label)));
        return manifest.tree(mashup, end, time);
    }

    private Map<String, Object> tree(DefaultMashup mashup, ReplyEnd end, Instant time) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("time", time.toString());
        tree.put("request", mashup.requestId());
        String trace = mashup.traceId();
        if (trace != null) {
            tree.put("trace", trace);
        }
        tree.put("mashup", String.valueOf(mashup.inbound().template()));
        tree.put("method", mashup.inbound().method());
        tree.put("path", Redaction.shortened(mashup.inbound().path()));
        tree.put("status", end.status());
        tree.put("ms", BigDecimal.valueOf(end.nanos(), 6).setScale(1, RoundingMode.DOWN));
        tree.put("clientGone", end.clientGone());
        tree.put("exchanges", lines);
        tree.put("more", more);
        return tree;
    }

    private void add(ExchangePlan plan, @Nullable Result result) {
        String name = plan.name();
        Map<String, Object> line = line(name, result, own(plan, name));
        lines.add(line);
        if (result != null && result.isOfElements()) {
            List<Result> elements = result.elements();
            line.put("elements", elements.size());
            line.put(
                    "incomplete",
                    elements.stream().filter(each -> !each.isComplete()).count());
            for (int i = 0; i < elements.size(); i++) {
                String label = RequestPlan.label(name, i);
                Exchange own = own(plan, label);
                if (!elements.get(i).isComplete()) {
                    addBounded(label, elements.get(i), own);
                }
            }
        } else if (plan.elements() != null) {
            // It has failed as a whole, or has not ended.
            List<String> labels = started.keySet().stream()
                    .filter(each -> each.startsWith(name + '[') && each.endsWith("]"))
                    .toList();
            line.put("elements", labels.size());
            for (String label : labels) {
                Exchange own = Objects.requireNonNull(own(plan, label));
                if (own.outcome() != Outcome.COMPLETED) {
                    addBounded(label, null, own);
                }
            }
        }
    }

    /** Removes the exchange that has started for a label, and returns it: of several pages the last one, with which a list ends or fails. */
    private @Nullable Exchange own(ExchangePlan plan, String label) {
        Exchange own = started.remove(label);
        for (int page = 2; plan.pages() != null && own != null; page++) {
            Exchange next = started.remove(RequestSource.label(label, page));
            if (next == null) {
                return own;
            }
            own = next;
        }
        return own;
    }

    private void addBounded(String label, @Nullable Result result, @Nullable Exchange own) {
        if (listed == MAX_LISTED) {
            more++;
            return;
        }
        listed++;
        lines.add(line(label, result, own));
    }

    /**
     * Returns what came of an exchange.
     *
     * @param result of it; null for an element or a fallback of one that has failed, and for one that has not ended
     * @param own the exchange of this name; null if it was not started
     */
    private Map<String, Object> line(String label, @Nullable Result result, @Nullable Exchange own) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("exchange", label);
        line.put("outcome", outcome(result, own));
        if (own != null) {
            Manifest.describe(own, line);
            CacheStatus cache = own.cacheStatus();
            String part = cache == null ? null : cache.label();
            if (part != null) {
                line.put("cache", part);
            }
            line.put("endpoints", endpoints(own));
        }
        Manifest.describe(result == null ? null : result.pages(), line);
        Exchange used = result == null ? null : result.exchange();
        if (result != null && result.outcome() == Result.Outcome.FALLBACK && used != null && used != own) {
            line.put("fallback", String.valueOf(used.label()));
        }
        Throwable failure = failure(result, own);
        if (failure instanceof ExchangeException x) {
            line.put("phase", x.phase().label());
        } else if (own != null && (failure != null || !own.state().isEnd())) {
            line.put("phase", own.state().label());
        }
        if (result != null && result.cause() != null) {
            // The words for an exchange have nothing of the request.
            line.put(
                    "cause",
                    failure instanceof ExchangeException
                            ? Redaction.shortened(result.cause())
                            : redaction.of(result.cause()));
        }
        if (failure != null) {
            line.put("failure", chain(failure));
        }
        return line;
    }

    private static @Nullable Throwable failure(@Nullable Result result, @Nullable Exchange own) {
        Throwable ofResult = result == null ? null : result.failure();
        return ofResult != null || own == null ? ofResult : own.failure();
    }

    private static String outcome(@Nullable Result result, @Nullable Exchange own) {
        Outcome outcome = own == null ? null : own.outcome();
        Result.Outcome shown = result != null
                ? result.outcome()
                : outcome == null || outcome == Outcome.CANCELLED
                        ? Result.Outcome.UNFINISHED
                        : outcome == Outcome.COMPLETED ? Result.Outcome.COMPLETED : Result.Outcome.FAILED;
        return shown.label();
    }

    private static List<String> endpoints(Exchange exchange) {
        return exchange.timings().attempts().stream()
                .map(AttemptTimings::endpoint)
                .filter(Objects::nonNull)
                .distinct()
                .limit(MAX_DETAILS)
                .toList();
    }

    private List<String> chain(Throwable failure) {
        List<String> chain = new ArrayList<>();
        for (Throwable each = failure; each != null && chain.size() < MAX_DETAILS; each = each.getCause()) {
            chain.add(redaction.of(each.getClass().getSimpleName() + ": " + each.getMessage()));
        }
        return chain;
    }
}
