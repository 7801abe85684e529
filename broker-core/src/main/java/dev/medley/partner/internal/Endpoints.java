package dev.medley.partner.internal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints of a partner at this moment, and the choice among them. Thread-safe: the list is replaced as a whole.
 *
 * <p>An attempt goes to an endpoint that admits it and is fit. Two rules keep fitness from making things worse: where fewer
 * endpoints are fit than the panic threshold asks for, the others would be overwhelmed, or it is the judgement that is wrong,
 * and all are used; and an endpoint that is not fit is better than none. Where there are priorities, those of one are replaced by
 * those of the next, so that each is judged by itself, and all are used only if too few are fit of each.
 */
final class Endpoints {

    private static final int PERCENT = 100;
    private static final int MAX_NAMED = 4;

    private final EndpointChooser chooser;
    private final int panicThreshold;
    private volatile IntConsumer capacityListener = capacity -> {};
    private volatile List<Endpoint> all = List.of();
    /** The same by their priorities. */
    private volatile Collection<List<Endpoint>> levels = List.of();

    /**
     * Creates a choice without endpoints.
     *
     * @param panicThreshold percentage of the endpoints that must be fit
     */
    Endpoints(EndpointChooser chooser, int panicThreshold) {
        this.chooser = chooser;
        this.panicThreshold = panicThreshold;
    }

    List<Endpoint> all() {
        return all;
    }

    /** Replaces the endpoints; {@link #reportCapacity} is to follow. */
    void replace(List<Endpoint> others) {
        levels = others.stream()
                .collect(Collectors.groupingBy(Endpoint::priority))
                .values();
        all = List.copyOf(others);
    }

    /** Returns whether an endpoint would admit an attempt now. */
    boolean admits() {
        List<Endpoint> now = all;
        for (int i = 0; i < now.size(); i++) {
            if (now.get(i).admits()) {
                return true;
            }
        }
        return false;
    }

    /** Nanoseconds until an endpoint admits an attempt, as {@link Endpoint#admitsInNanos}. */
    long admitsInNanos() {
        long soonest = Long.MAX_VALUE;
        for (Endpoint endpoint : all) {
            soonest = Math.min(soonest, endpoint.admitsInNanos());
        }
        return soonest;
    }

    /** An attempt was refused by all endpoints. */
    void onRefused() {
        for (Endpoint endpoint : all) {
            if (endpoint.onRefused()) {
                return;
            }
        }
    }

    /** The reasons why no endpoint admits an attempt, for messages. */
    String refusal() {
        List<Endpoint> now = all;
        if (now.isEmpty()) {
            return "no address of it is known yet";
        }
        String named = now.stream().limit(MAX_NAMED).map(Endpoint::refusal).collect(Collectors.joining("; "));
        return now.size() <= MAX_NAMED ? named : named + "; and " + (now.size() - MAX_NAMED) + " more";
    }

    /**
     * Chooses the endpoint of an attempt, which starts there.
     *
     * @param avoided the endpoint not to choose where there is another one, or null
     * @return null if no endpoint admits an attempt now
     */
    @Nullable
    Endpoint choose(@Nullable Endpoint avoided) {
        List<Endpoint> now = all;
        if (now.size() == 1) {
            Endpoint only = now.get(0);
            return only.admits() && only.start(true) ? only : null;
        }
        List<Endpoint> fit = unlessPanic(endpoint -> endpoint.admits() && endpoint.isFit());
        Endpoint chosen = startAtOneOf(fit, avoided, false);
        // Those that were fit may not be so any more: other attempts are their trials, or their addresses are gone.
        return chosen != null ? chosen : startAtOneOf(where(all, Endpoint::admits), avoided, true);
    }

    private @Nullable Endpoint startAtOneOf(List<Endpoint> among, @Nullable Endpoint avoided, boolean fitOrNot) {
        List<Endpoint> left = among;
        while (!left.isEmpty()) {
            List<Endpoint> free = preferring(left, endpoint -> !endpoint.isFull());
            Endpoint chosen = chooser.choose(preferring(free, endpoint -> endpoint != avoided));
            if (chosen.start(fitOrNot)) {
                return chosen;
            }
            left = where(left, endpoint -> endpoint != chosen);
        }
        return null;
    }

    /** Returns those that match, of the priorities of which enough are fit. */
    private List<Endpoint> unlessPanic(Predicate<Endpoint> condition) {
        List<Endpoint> matching = new ArrayList<>();
        for (List<Endpoint> level : levels) {
            if (!isPanic(level)) {
                matching.addAll(where(level, condition));
            }
        }
        return matching;
    }

    private boolean isPanic(List<Endpoint> now) {
        return where(now, Endpoint::isFit).size() * PERCENT < panicThreshold * now.size();
    }

    private static List<Endpoint> preferring(List<Endpoint> among, Predicate<Endpoint> condition) {
        List<Endpoint> preferred = where(among, condition);
        return preferred.isEmpty() ? among : preferred;
    }

    private static List<Endpoint> where(List<Endpoint> among, Predicate<Endpoint> condition) {
        List<Endpoint> matching = new ArrayList<>(among.size());
        for (Endpoint endpoint : among) {
            if (condition.test(endpoint)) {
                matching.add(endpoint);
            }
        }
        return matching;
    }

    // ---- Capacity. ----------------------------------------------------------------------------------------------

    /**
     * Registers the listener of the number of exchanges that the fit endpoints carry at a time; it is called now and with each
     * change, by any thread, holding no lock, and must not block.
     */
    void onCapacity(IntConsumer listener) {
        capacityListener = listener;
        reportCapacity();
    }

    /** Two threads may report at a time: the one that is late reports again. */
    void reportCapacity() {
        int reported;
        do {
            reported = capacity();
            capacityListener.accept(reported);
        } while (reported != capacity());
    }

    /**
     * What exceeded it would wait for a connection of an endpoint in use, and not in the queue, whose length is bounded. An
     * ejected one whose time is over counts once it is in use again: until then it has one attempt.
     */
    private int capacity() {
        List<Endpoint> inUse = unlessPanic(Endpoint::isInUse);
        List<Endpoint> counted = inUse.isEmpty() ? all : inUse;
        long sum = 0;
        for (Endpoint endpoint : counted) {
            sum += endpoint.capacity();
        }
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, sum));
    }
}
