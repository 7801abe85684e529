package dev.medley.exchange.internal.call;

import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The exchanges that wait for one call; nearly always one. Not thread-safe: for the tasks of the call's queue only. */
final class JoinedExchanges {

    private @Nullable DefaultExchange first;
    private Set<DefaultExchange> others = Collections.emptySet();

    boolean isEmpty() {
        return first == null;
    }

    void add(DefaultExchange exchange) {
        if (first == null) {
            first = exchange;
            return;
        }
        if (others.isEmpty()) {
            others = new LinkedHashSet<>();
        }
        others.add(exchange);
    }

    void remove(DefaultExchange exchange) {
        if (first == exchange) {
            poll();
        } else {
            others.remove(exchange);
        }
    }

    /** Removes the one that has waited longest, and returns it; null if none waits. */
    @Nullable
    DefaultExchange poll() {
        DefaultExchange longest = first;
        Iterator<DefaultExchange> next = others.iterator();
        first = next.hasNext() ? next.next() : null;
        if (first != null) {
            next.remove();
        }
        return longest;
    }

    /** Removes all that wait but one, which stays as the only one, and returns them; those whose end is decided leave by themselves. */
    List<DefaultExchange> removeOthers() {
        Set<DefaultExchange> removed = others;
        others = Collections.emptySet();
        return removed.stream().filter(other -> !other.hasResult()).toList();
    }

    /** The latest deadline, by the clock: the deadlines of attempts count until then. Of one exchange at least. */
    long horizonNanos() {
        DefaultExchange only = first;
        if (only == null) {
            throw new IllegalStateException("no exchange waits");
        }
        long horizon = only.deadlineNanos();
        for (DefaultExchange other : others) {
            horizon = other.deadlineNanos() - horizon > 0 ? other.deadlineNanos() : horizon;
        }
        return horizon;
    }

    /** Returns whether one still waits. One whose end is decided has left, or is about to. */
    boolean isAnyWaiting() {
        return isAnyWaitingBut(null);
    }

    /** As {@link #isAnyWaiting}, of all but {@code left}. */
    boolean isAnyWaitingBut(@Nullable DefaultExchange left) {
        return isWaiting(first, left) || others.stream().anyMatch(other -> isWaiting(other, left));
    }

    private static boolean isWaiting(@Nullable DefaultExchange exchange, @Nullable DefaultExchange left) {
        return exchange != null && exchange != left && !exchange.hasResult();
    }

    /** Calls all that wait now. One that leaves meanwhile is called once more, and does nothing. */
    void forEach(Consumer<DefaultExchange> action) {
        DefaultExchange only = first;
        if (only == null) {
            return;
        }
        if (others.isEmpty()) {
            // Each exchange has several events: a copy and an iterator of nothing were 3 % of what a mashup allocates.
            action.accept(only);
            return;
        }
        List<DefaultExchange> more = List.copyOf(others);
        action.accept(only);
        more.forEach(action);
    }
}
