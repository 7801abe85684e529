package dev.medley.server.internal.declared.plan;

import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.declared.value.TextFormula;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The worst-case partner calls of a declared mashup.
 *
 * @param chain the longest sequence of exchanges that wait for one another, if each takes its time-out
 * @param chainTime the duration of {@code chain}; an exchange with {@code for-each} takes all rounds of its elements
 * @param deadline of a reply, if the configuration has none
 * @param layers the largest number of exchanges that wait for one another
 * @param exchanges their number, including all elements
 * @param requests their number, including all retries, hedges and redirects
 */
public record MashupEstimate(
        List<String> chain, Duration chainTime, Duration deadline, int layers, long exchanges, long requests) {

    /** The time-outs of exchanges end before the deadline of their mashup. */
    private static final Duration BEYOND_TIMEOUTS = Duration.ofMillis(500);

    /** Clients and proxies hardly wait longer, and arrays are rarely as long as they may be. */
    private static final Duration LONGEST_WITH_ROUNDS = Duration.ofMinutes(1);

    /** Takes a copy. */
    public MashupEstimate {
        chain = List.copyOf(chain);
    }

    /** Returns the estimate of a graph; {@code partners} are all that are configured, by their names. */
    public static MashupEstimate of(Graph graph, Map<String, PartnerSettings> partners) {
        TimeoutChain chain = TimeoutChain.withRounds(graph, partners);
        int[] depths = new int[graph.size()];
        long exchanges = 0;
        long requests = 0;
        for (int i : graph.order()) {
            depths[i] = 1
                    + graph.needs(i).stream()
                            .mapToInt(needed -> depths[needed])
                            .max()
                            .orElse(0);
            exchanges += exchangesOf(graph.exchange(i));
            requests += requestsOf(graph.exchange(i), partners);
        }
        return new MashupEstimate(
                chain.names(),
                chain.time(),
                deadline(chain, TimeoutChain.withoutRounds(graph, partners)),
                Arrays.stream(depths).max().orElse(0),
                exchanges,
                requests);
    }

    /** Rounds make it longer up to a bound; what one round of each exchange may take makes it longer in any case. */
    private static Duration deadline(TimeoutChain withRounds, TimeoutChain withoutRounds) {
        Duration all = withRounds.time().plus(BEYOND_TIMEOUTS);
        Duration least = withoutRounds.time().plus(BEYOND_TIMEOUTS);
        Duration bounded = all.compareTo(LONGEST_WITH_ROUNDS) < 0 ? all : LONGEST_WITH_ROUNDS;
        return bounded.compareTo(least) < 0 ? least : bounded;
    }

    private static long exchangesOf(ExchangePlan exchange) {
        long elements = exchange.elements() == null ? 1 : exchange.elements().max();
        long all = exchange.requests();
        for (ExchangePlan each = exchange.fallback(); each != null; each = each.fallback()) {
            all += elements * each.requests();
        }
        return all;
    }

    /** A fallback is asked for each element by itself, whatever the exchange before it does. */
    private static long requestsOf(ExchangePlan exchange, Map<String, PartnerSettings> partners) {
        long elements = exchange.elements() == null ? 1 : exchange.elements().max();
        long all = mostRequests(exchange, exchange.requests(), partners);
        for (ExchangePlan each = exchange.fallback(); each != null; each = each.fallback()) {
            all += mostRequests(each, elements * each.requests(), partners);
        }
        return all;
    }

    private static long mostRequests(ExchangePlan exchange, long times, Map<String, PartnerSettings> partners) {
        RequestPlan request = exchange.request();
        if (request.snapshot() != null) {
            return 0;
        }
        return times
                * partnersOf(exchange, partners).stream()
                        .mapToLong(partner -> requestsOf(request, partner))
                        .max()
                        .orElse(1);
    }

    private static long requestsOf(RequestPlan request, PartnerSettings partner) {
        Integer ownRetries = request.retries();
        Duration ownHedge = request.hedgeAfter();
        int retries = ownRetries == null ? partner.retries() : ownRetries;
        boolean hedged = ownHedge == null ? partner.hedge().isOn() : !ownHedge.isZero();
        return (1L + retries) * (hedged ? 2 : 1) * (1L + partner.redirects());
    }

    /** The partner, or all if an expression chooses it. */
    static Collection<PartnerSettings> partnersOf(ExchangePlan exchange, Map<String, PartnerSettings> partners) {
        if (exchange.request().snapshot() != null) {
            return List.of();
        }
        TextFormula partner = exchange.request().partner();
        if (!partner.template().isConstant()) {
            return partners.values();
        }
        PartnerSettings settings = partners.get(partner.constant());
        return settings == null ? Collections.emptyList() : List.of(settings);
    }
}
