package dev.medley.server.internal.declared.plan;

import dev.medley.partner.PartnerSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The exchanges of a graph that take longest one after another, if each takes its time-out.
 *
 * @param names of the exchanges, in their order; those with several rounds of elements say so
 * @param time that they take
 */
record TimeoutChain(List<String> names, Duration time) {

    /** Takes a copy. */
    TimeoutChain {
        names = List.copyOf(names);
    }

    /** Returns the longest chain, in which elements beyond {@code concurrency} wait for those before them. */
    static TimeoutChain withRounds(Graph graph, Map<String, PartnerSettings> partners) {
        return longest(graph, partners, true);
    }

    /** Returns the longest chain, if all elements of an array are in flight at the same time. */
    static TimeoutChain withoutRounds(Graph graph, Map<String, PartnerSettings> partners) {
        return longest(graph, partners, false);
    }

    private static TimeoutChain longest(Graph graph, Map<String, PartnerSettings> partners, boolean withRounds) {
        TimeoutChain none = new TimeoutChain(List.of(), Duration.ZERO);
        List<TimeoutChain> chains = new ArrayList<>(Collections.nCopies(graph.size(), none));
        Comparator<TimeoutChain> byTime = Comparator.comparing(TimeoutChain::time);
        TimeoutChain longest = none;
        for (int i : graph.order()) {
            TimeoutChain before =
                    graph.needs(i).stream().map(chains::get).max(byTime).orElse(none);
            TimeoutChain chain = before.then(graph.exchange(i), partners, withRounds);
            chains.set(i, chain);
            longest = byTime.compare(chain, longest) > 0 || longest.names.isEmpty() ? chain : longest;
        }
        return longest;
    }

    private TimeoutChain then(ExchangePlan exchange, Map<String, PartnerSettings> partners, boolean withRounds) {
        long rounds = withRounds ? exchange.rounds() : 1;
        List<String> longer = new ArrayList<>(names);
        longer.add(rounds == 1 ? exchange.name() : "%s (%d rounds)".formatted(exchange.name(), rounds));
        return new TimeoutChain(longer, time.plus(timeOf(exchange, partners).multipliedBy(rounds)));
    }

    private static Duration timeOf(ExchangePlan exchange, Map<String, PartnerSettings> partners) {
        Duration own = exchange.request().timeout();
        Duration longest = MashupEstimate.partnersOf(exchange, partners).stream()
                .map(PartnerSettings::timeout)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        Duration time = own != null && own.compareTo(longest) < 0 ? own : longest;
        return exchange.fallback() == null ? time : time.plus(timeOf(exchange.fallback(), partners));
    }
}
