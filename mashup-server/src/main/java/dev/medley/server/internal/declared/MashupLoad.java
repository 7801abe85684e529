package dev.medley.server.internal.declared;

import dev.medley.server.internal.declared.plan.ExchangePlan;
import dev.medley.server.internal.declared.plan.Graph;
import dev.medley.server.internal.declared.run.DeclaredMashup;
import dev.medley.server.internal.declared.several.ElementsPlan;
import dev.medley.server.internal.declared.value.TextFormula;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a request for a declared mashup causes if nothing fails. Immutable.
 *
 * @param path of the mashup
 * @param exchanges with those of all elements, and without fallbacks
 * @param layers of exchanges that wait for one another; a round of elements is a layer
 * @param byPartner the exchanges by the names of their partners; one whose partner an expression chooses counts for each
 */
public record MashupLoad(String path, int exchanges, int layers, Map<String, Integer> byPartner) {

    /** Takes a copy. */
    public MashupLoad {
        byPartner = Map.copyOf(byPartner);
    }

    /** Returns the exchanges of a layer, on average. */
    public double perLayer() {
        return (double) exchanges / Math.max(1, layers);
    }

    /**
     * Returns the load of a mashup.
     *
     * @param elements of each array of {@code for-each}; null for as many as are in flight at a time
     */
    static MashupLoad of(DeclaredMashup mashup, List<String> partners, @Nullable Integer elements) {
        if (mashup.declaration().schedule() != null) {
            // A request for it gets the snapshot.
            return new MashupLoad(mashup.declaration().path().text(), 0, 1, Map.of());
        }
        Graph graph = mashup.graph();
        int[] layers = new int[graph.size()];
        int deepest = 0;
        int exchanges = 0;
        Map<String, Integer> byPartner = new TreeMap<>();
        for (int i : graph.order()) {
            ExchangePlan exchange = graph.exchange(i);
            int each = elementsOf(exchange, elements);
            layers[i] = roundsOf(exchange, each)
                    + graph.needs(i).stream()
                            .mapToInt(needed -> layers[needed])
                            .max()
                            .orElse(0);
            deepest = Math.max(deepest, layers[i]);
            exchanges += each;
            partnersOf(exchange, partners).forEach(partner -> byPartner.merge(partner, each, Integer::sum));
        }
        return new MashupLoad(mashup.declaration().path().text(), exchanges, Math.max(1, deepest), byPartner);
    }

    private static int elementsOf(ExchangePlan exchange, @Nullable Integer elements) {
        ElementsPlan each = exchange.elements();
        if (each == null) {
            // A snapshot is no exchange with a partner.
            return exchange.request().snapshot() == null ? 1 : 0;
        }
        return Math.min(each.max(), elements == null ? each.concurrency() : elements);
    }

    private static int roundsOf(ExchangePlan exchange, int elements) {
        ElementsPlan each = exchange.elements();
        return each == null ? 1 : (elements + each.concurrency() - 1) / each.concurrency();
    }

    private static List<String> partnersOf(ExchangePlan exchange, List<String> all) {
        if (exchange.request().snapshot() != null) {
            return List.of();
        }
        TextFormula partner = exchange.request().partner();
        return partner.template().isConstant() ? List.of(partner.constant()) : new ArrayList<>(all);
    }
}
