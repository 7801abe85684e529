package dev.medley.server.internal.declared.value;

import dev.medley.mashup.Status;
import dev.medley.server.internal.declared.expression.analysis.Source;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The origin of a value, and so who is at fault if it cannot be used. From the inbound request alone, its client is; from an
 * exchange, its partner is, also where the request has a part in it, because the client may have asked for nothing wrong; from neither,
 * the configuration is. Immutable.
 *
 * @param request the parts of the inbound request, such as {@code query.city}; empty text for the request as a whole
 * @param exchanges by name; with what came of those that have no value of their partner
 * @param internal those of the exchanges that clients do not see
 */
public record Provenance(SortedSet<String> request, SortedMap<String, String> exchanges, Set<String> internal) {

    /** The members of the request that have members by the names of its parameters and fields. */
    private static final Set<String> NAMED = Set.of("path", "query", "queries", "headers");

    /** Copies them. */
    public Provenance {
        request = Collections.unmodifiableSortedSet(new TreeSet<>(request));
        exchanges = Collections.unmodifiableSortedMap(new TreeMap<>(exchanges));
        internal = Set.copyOf(internal);
    }

    /** Returns that of what the request itself has, such as a field that is passed on. */
    public static Provenance ofRequest(String part) {
        return new Provenance(new TreeSet<>(Set.of(part)), new TreeMap<>(), Set.of());
    }

    /** Returns that of a value of these references, which an expression sees in {@code scope}. */
    public static Provenance of(Collection<Source> references, Scope scope) {
        SortedSet<String> request = new TreeSet<>();
        SortedMap<String, String> exchanges = new TreeMap<>();
        for (Source each : references) {
            List<String> names = each.names();
            if (scope.isExchange(each.variable())) {
                exchanges.put(each.variable(), outcome(each.variable(), scope));
                continue;
            }
            switch (each.variable()) {
                case Names.REQUEST -> request.add(part(names));
                case Names.PAGE, Names.HEAD, Names.CURSOR -> exchanges.put(scope.exchange(), "");
                case Names.ITEM, Names.INDEX, Names.KEYS -> {
                    request.addAll(scope.ofArray().request);
                    exchanges.putAll(scope.ofArray().exchanges);
                }
                case Names.RESPONSE -> {
                    for (String exchange : scope.exchanges()) {
                        if (names.isEmpty() || names.get(0).equals(exchange)) {
                            exchanges.put(exchange, outcome(exchange, scope));
                        }
                    }
                }
                case Names.MISSING ->
                    scope.exchanges().forEach(exchange -> exchanges.put(exchange, outcome(exchange, scope)));
                case Names.PARTNERS -> {
                    // They are of the configuration.
                }
                default -> exchanges.put(each.variable(), outcome(each.variable(), scope));
            }
        }
        return new Provenance(
                request,
                exchanges,
                exchanges.keySet().stream().filter(scope::isInternal).collect(Collectors.toSet()));
    }

    private static String outcome(String exchange, Scope scope) {
        Result result = scope.result(exchange);
        return switch (result == null ? Result.Outcome.UNFINISHED : result.outcome()) {
            case SKIPPED -> ", which was skipped";
            case MISSING -> ", whose value is missing";
            default -> "";
        };
    }

    private static String part(List<String> names) {
        if (names.isEmpty()) {
            return "";
        }
        return NAMED.contains(names.get(0)) ? String.join(".", names) : names.get(0);
    }

    /** Whether the client alone is to blame. */
    public boolean isOfClient() {
        return exchanges.isEmpty() && !request.isEmpty();
    }

    /** Whether a client can cause what the value does, by itself or together with a partner. */
    boolean mayBeOfClient() {
        return !request.isEmpty();
    }

    /** Returns the status of a reply for whose lack the value is to blame. */
    public int status() {
        if (exchanges.isEmpty()) {
            return request.isEmpty() ? Status.INTERNAL_SERVER_ERROR : Status.BAD_REQUEST;
        }
        return Status.BAD_GATEWAY;
    }

    /** Returns the same for a value that is too long; of a client the status tells what in its request is. */
    public int statusOfTooLong() {
        if (!isOfClient()) {
            return status();
        }
        if (request.stream().allMatch(each -> each.startsWith("path") || each.startsWith("quer"))) {
            return Status.URI_TOO_LONG;
        }
        if (request.stream().allMatch(each -> each.startsWith("headers"))) {
            return Status.REQUEST_HEADER_FIELDS_TOO_LARGE;
        }
        return request.stream().allMatch(RequestValue.BODY::equals) ? Status.CONTENT_TOO_LARGE : Status.BAD_REQUEST;
    }

    /** Returns it in words for clients. */
    String shown() {
        return words(internal);
    }

    /** Returns it in words, such as {@code the exchange a and query.city of the request}. */
    @Override
    public String toString() {
        return words(Set.of());
    }

    private String words(Set<String> unnamed) {
        List<String> words = new ArrayList<>();
        exchanges.forEach((name, outcome) ->
                words.add((unnamed.contains(name) ? "an exchange" : "the exchange " + name) + outcome));
        if (!request.isEmpty()) {
            words.add(request.contains("") ? "the request" : String.join(", ", request) + " of the request");
        }
        return words.isEmpty() ? "the configuration" : String.join(" and ", words);
    }
}
