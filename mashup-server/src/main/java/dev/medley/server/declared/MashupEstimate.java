package dev.medley.server.declared;

import dev.medley.partner.PartnerSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * What a declared mashup may cause at worst.
 *
 * @param chain the exchanges that take longest one after another if each takes its time-out, in their order
 * @param chainTime that time; each exchange with {@code for-each} counts once
 * @param layers exchanges that wait for one another, at most
 * @param exchanges with those of all elements
 * @param requests with all retries, hedges and redirects
 */
public record MashupEstimate(List<String> chain, Duration chainTime, int layers, long exchanges, long requests) {

    /** Takes a copy. */
    public MashupEstimate {
        chain = List.copyOf(chain);
    }

    static MashupEstimate of(Graph graph, Map<String, PartnerSettings> partners) {
        Duration[] times = new Duration[graph.size()];
        List<List<String>> chains = new ArrayList<>();
        int[] depths = new int[graph.size()];
        for (int i = 0; i < graph.size(); i++) {
            chains.add(List.of());
        }
        for (int i : graph.order()) {
            Duration before = Duration.ZERO;
            List<String> chain = new ArrayList<>();
            for (int needed : graph.needs(i)) {
                depths[i] = Math.max(depths[i], depths[needed]);
                if (times[needed].compareTo(before) > 0) {
                    before = times[needed];
                    chain = new ArrayList<>(chains.get(needed));
                }
            }
            chain.add(graph.exchange(i).name());
            chains.set(i, chain);
            depths[i]++;
            times[i] = before.plus(timeOf(graph.exchange(i), partners));
        }
        int last = 0;
        long exchanges = 0;
        long requests = 0;
        for (int i = 0; i < graph.size(); i++) {
            last = times[i].compareTo(times[last]) > 0 ? i : last;
            exchanges += exchangesOf(graph.exchange(i));
            requests += requestsOf(graph.exchange(i), partners);
        }
        boolean isEmpty = graph.size() == 0;
        return new MashupEstimate(
                isEmpty ? List.of() : chains.get(last),
                isEmpty ? Duration.ZERO : times[last],
                Arrays.stream(depths).max().orElse(0),
                exchanges,
                requests);
    }

    private static Duration timeOf(ExchangePlan exchange, Map<String, PartnerSettings> partners) {
        Duration own = exchange.request().timeout();
        Duration longest = partnersOf(exchange, partners).stream()
                .map(PartnerSettings::timeout)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        Duration time = own != null && own.compareTo(longest) < 0 ? own : longest;
        return exchange.fallback() == null ? time : time.plus(timeOf(exchange.fallback(), partners));
    }

    private static long exchangesOf(ExchangePlan exchange) {
        long elements = exchange.elements() == null ? 1 : exchange.elements().max();
        long one = 0;
        for (ExchangePlan each = exchange; each != null; each = each.fallback()) {
            one++;
        }
        return elements * one;
    }

    private static long requestsOf(ExchangePlan exchange, Map<String, PartnerSettings> partners) {
        long elements = exchange.elements() == null ? 1 : exchange.elements().max();
        long one = 0;
        for (ExchangePlan each = exchange; each != null; each = each.fallback()) {
            one += partnersOf(each, partners).stream()
                    .mapToLong(MashupEstimate::requestsTo)
                    .max()
                    .orElse(1);
        }
        return elements * one;
    }

    private static long requestsTo(PartnerSettings partner) {
        return (1L + partner.retries()) * (partner.hedge().isOn() ? 2 : 1) * (1L + partner.redirects());
    }

    /** The partner, or all if an expression chooses it. */
    private static Collection<PartnerSettings> partnersOf(
            ExchangePlan exchange, Map<String, PartnerSettings> partners) {
        TextFormula partner = exchange.request().partner();
        if (!partner.template().isConstant()) {
            return partners.values();
        }
        PartnerSettings settings = partners.get(partner.constant());
        return settings == null ? Collections.emptyList() : List.of(settings);
    }
}
