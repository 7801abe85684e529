package dev.medley.server.internal.declared.value;

import dev.medley.server.internal.declared.expression.analysis.Variables;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The variables of the expressions of one mashup: those of each mashup, and the names of its exchanges. Immutable. */
public final class Names {

    /** The inbound request. */
    public static final String REQUEST = "request";
    /** The names of the configured partners, in order. */
    public static final String PARTNERS = "partners";
    /** The element of {@code for-each}. */
    public static final String ITEM = "item";
    /** The position of the element. */
    public static final String INDEX = "index";
    /** Statuses and header fields of the responses of exchanges, by their names. */
    public static final String RESPONSE = "response";
    /** The causes of the values that are missing, by the names of exchanges; in the reply only. */
    public static final String MISSING = "missing";

    /** The value of the page that has been read. */
    public static final String PAGE = "page";
    /** The status and the header fields of the page that has been read. */
    public static final String HEAD = "head";
    /** What the page before has said of this one; undefined in the first. */
    public static final String CURSOR = "cursor";
    /** The keys of the elements that one request asks for. */
    public static final String KEYS = "keys";

    /** The names that no exchange may have. */
    public static final Set<String> RESERVED = Set.of(REQUEST, PARTNERS, ITEM, INDEX, RESPONSE, MISSING);

    /** The names that no exchange may have beside one that is several requests. */
    public static final Set<String> OF_SEVERAL = Set.of(PAGE, HEAD, CURSOR, KEYS);

    private final List<String> exchanges;
    private final Set<String> internal;
    private final Map<String, Integer> positions = new LinkedHashMap<>();

    /** Creates names of exchanges that clients see, all of them. */
    public Names(List<String> exchanges) {
        this(exchanges, Set.of());
    }

    /**
     * Creates names.
     *
     * @param internal those of the exchanges that clients do not see
     */
    public Names(List<String> exchanges, Set<String> internal) {
        this.exchanges = List.copyOf(exchanges);
        this.internal = Set.copyOf(internal);
        for (String each : exchanges) {
            positions.put(each, positions.size());
        }
    }

    /** Returns the names of the exchanges, in the order of their declaration. */
    public List<String> exchanges() {
        return exchanges;
    }

    /** Returns whether an exchange has the name, which is without the {@code $}. */
    public boolean isExchange(String name) {
        return positions.containsKey(name);
    }

    /** Returns whether an exchange is one that clients do not see. */
    public boolean isInternal(String exchange) {
        return internal.contains(exchange);
    }

    /** Returns whether a variable has the name, be it that of an exchange or a reserved one. */
    public boolean isVariable(String name) {
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
    public Variables variables(String... further) {
        Set<String> known = new LinkedHashSet<>(List.of(REQUEST, PARTNERS, RESPONSE));
        known.addAll(List.of(further));
        known.addAll(exchanges);
        Set<String> reserved = new LinkedHashSet<>(RESERVED);
        reserved.addAll(List.of(further));
        reserved.addAll(exchanges);
        return new Variables(known, reserved);
    }
}
