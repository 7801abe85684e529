package dev.medley.server.declared;

import dev.medley.server.declared.expression.Variables;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The variables of the expressions of one mashup: those of each mashup, and the names of its exchanges. Immutable. */
final class Names {

    /** The inbound request. */
    static final String REQUEST = "request";
    /** The names of the configured partners, in order. */
    static final String PARTNERS = "partners";
    /** The element of {@code for-each}. */
    static final String ITEM = "item";
    /** The position of the element. */
    static final String INDEX = "index";
    /** Statuses and header fields of the responses of exchanges, by their names. */
    static final String RESPONSE = "response";
    /** The causes of the values that are missing, by the names of exchanges; in the reply only. */
    static final String MISSING = "missing";

    /** The names that no exchange may have. */
    static final Set<String> RESERVED = Set.of(REQUEST, PARTNERS, ITEM, INDEX, RESPONSE, MISSING);

    private final List<String> exchanges;
    private final Set<String> internal;
    private final Map<String, Integer> positions = new LinkedHashMap<>();

    Names(List<String> exchanges) {
        this(exchanges, Set.of());
    }

    /**
     * Creates names.
     *
     * @param internal those of the exchanges that clients do not see
     */
    Names(List<String> exchanges, Set<String> internal) {
        this.exchanges = List.copyOf(exchanges);
        this.internal = Set.copyOf(internal);
        for (String each : exchanges) {
            positions.put(each, positions.size());
        }
    }

    /** Returns the names of the exchanges, in the order of their declaration. */
    List<String> exchanges() {
        return exchanges;
    }

    boolean isExchange(String name) {
        return positions.containsKey(name);
    }

    /** Returns whether an exchange is one that clients do not see. */
    boolean isInternal(String exchange) {
        return internal.contains(exchange);
    }

    boolean isVariable(String name) {
        return isExchange(name) || RESERVED.contains(name);
    }

    int position(String exchange) {
        Integer position = positions.get(exchange);
        if (position == null) {
            throw new IllegalArgumentException("there is no exchange " + exchange);
        }
        return position;
    }

    /** Returns the variables of an expression that sees {@code further} ones besides those of each. */
    Variables variables(String... further) {
        Set<String> known = new LinkedHashSet<>(List.of(REQUEST, PARTNERS, RESPONSE));
        known.addAll(List.of(further));
        known.addAll(exchanges);
        Set<String> reserved = new LinkedHashSet<>(RESERVED);
        reserved.addAll(exchanges);
        return new Variables(known, reserved);
    }
}
