package dev.medley.server.internal.declared.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The exchanges of a mashup, and which waits for which: an exchange for those that its expressions refer to, and the reply for
 * those of its own. Without a cycle. Immutable.
 */
public final class Graph {

    private final List<ExchangePlan> exchanges;
    private final List<Set<Integer>> needs;
    private final int[] awaited;
    private final boolean passesRequests;
    private final List<int[]> dependents = new ArrayList<>();
    /** For each exchange, those that it waits for, be it by way of others. */
    private final List<BitSet> sources = new ArrayList<>();

    /**
     * Creates a graph.
     *
     * @param exchanges those that start by themselves
     * @param needs for each of them the positions of those that it waits for, and last those that the reply waits for
     */
    public Graph(List<ExchangePlan> exchanges, List<Set<Integer>> needs) {
        this.exchanges = List.copyOf(exchanges);
        this.needs = List.copyOf(needs);
        awaited = needs.stream().mapToInt(Set::size).toArray();
        passesRequests = exchanges.stream()
                .map(each -> each.request().pass())
                .anyMatch(pass -> pass != null && pass.inbound() != null);
        for (int i = 0; i < exchanges.size(); i++) {
            int position = i;
            dependents.add(IntStream.range(0, needs.size())
                    .filter(other -> needs.get(other).contains(position))
                    .toArray());
            sources.add(new BitSet());
        }
        for (int each : order()) {
            for (int needed : needs.get(each)) {
                sources.get(each).set(needed);
                sources.get(each).or(sources.get(needed));
            }
        }
    }

    /** Returns the number of exchanges, which is the position of the reply. */
    public int size() {
        return exchanges.size();
    }

    /** Returns the exchanges that start by themselves, each at its position, as an unmodifiable list. */
    public List<ExchangePlan> exchanges() {
        return exchanges;
    }

    /** Returns whether one of the exchanges passes the request of the client on. */
    public boolean passesRequests() {
        return passesRequests;
    }

    /** Returns an exchange; {@code position} must not be that of the reply. */
    public ExchangePlan exchange(int position) {
        return exchanges.get(position);
    }

    /** Returns the positions of those that an exchange waits for. */
    public Set<Integer> needs(int position) {
        return needs.get(position);
    }

    /** Returns for each exchange, and last for the reply, the number of those that it waits for; not to be changed. */
    public int[] awaited() {
        return awaited;
    }

    /** Returns the positions of those that wait for an exchange; not to be changed. */
    public int[] dependents(int position) {
        return dependents.get(position);
    }

    /**
     * Returns the positions of those that an exchange waits for, directly or by way of others: what comes of it depends on what
     * came of them.
     */
    public List<BitSet> sources() {
        return sources;
    }

    /** Returns the positions of the exchanges in an order in which each comes after those that it waits for. */
    public List<Integer> order() {
        List<Integer> order = new ArrayList<>();
        Set<Integer> done = new TreeSet<>();
        while (order.size() < exchanges.size()) {
            for (int i = 0; i < exchanges.size(); i++) {
                if (!done.contains(i) && done.containsAll(needs.get(i))) {
                    order.add(i);
                    done.add(i);
                }
            }
        }
        return order;
    }
}
