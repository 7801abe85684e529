package dev.medley.mashup.internal;

import dev.medley.exchange.Exchange;
import dev.medley.exchange.Outcome;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.thread.internal.compute.Computation;
import dev.medley.thread.internal.compute.Drop;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** What one mashup has begun, and whether it is over: then it begins nothing more, and what is outstanding is cancelled. Thread-safe. */
final class Outstanding {

    private static final String OVER =
            "the mashup is over, its reply is decided: it cannot start an exchange or a computation";

    private final ReentrantLock lock = new ReentrantLock();
    private final List<DefaultExchange> started = new ArrayList<>();
    private Set<Branches<?>> branches = Set.of();
    private Set<Computation> computations = Set.of();
    private boolean over;

    boolean isOver() {
        lock.lock();
        try {
            return over;
        } finally {
            lock.unlock();
        }
    }

    /** Throws an {@link IllegalStateException} if the mashup is over. */
    void refuseIfOver() {
        lock.lock();
        try {
            checkNotOver();
        } finally {
            lock.unlock();
        }
    }

    void add(DefaultExchange exchange) {
        lock.lock();
        try {
            checkNotOver();
            started.add(exchange);
        } finally {
            lock.unlock();
        }
    }

    void add(Branches<?> begun) {
        lock.lock();
        try {
            checkNotOver();
            branches = branches.isEmpty() ? new HashSet<>() : branches;
            branches.add(begun);
        } finally {
            lock.unlock();
        }
    }

    void add(Computation queued) {
        lock.lock();
        try {
            checkNotOver();
            computations = computations.isEmpty() ? new HashSet<>() : computations;
            computations.add(queued);
        } finally {
            lock.unlock();
        }
    }

    private void checkNotOver() {
        if (over) {
            throw new IllegalStateException(OVER);
        }
    }

    void remove(Branches<?> decided) {
        lock.lock();
        try {
            branches.remove(decided);
        } finally {
            lock.unlock();
        }
    }

    void remove(Computation ended) {
        lock.lock();
        try {
            computations.remove(ended);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the exchanges that were started, the first one first. */
    List<Exchange> exchanges() {
        lock.lock();
        try {
            return over ? Collections.unmodifiableList(started) : List.copyOf(started);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the names of the exchanges that have failed: their labels, or their partners. */
    List<String> failed() {
        return exchanges().stream()
                .filter(exchange -> exchange.outcome() == Outcome.FAILED || exchange.outcome() == Outcome.EXPIRED)
                .map(exchange -> exchange.label() == null ? exchange.partner() : exchange.label())
                .toList();
    }

    /** Returns the first exchange of the mashup's own that has not ended; null if there is none. */
    @Nullable
    Exchange awaited() {
        return exchanges().stream()
                .filter(exchange -> !exchange.isInternal() && !exchange.state().isEnd())
                .findFirst()
                .orElse(null);
    }

    /** Cancels all that is outstanding; from now on the mashup is over and starts nothing more. */
    void cancel(Drop cause) {
        List<DefaultExchange> toEnd;
        List<Branches<?>> undecided;
        List<Computation> unneeded;
        lock.lock();
        try {
            over = true;
            // From now on none is added.
            toEnd = started;
            undecided = List.copyOf(branches);
            unneeded = List.copyOf(computations);
        } finally {
            lock.unlock();
        }
        List<Computation> dropped = unneeded.isEmpty()
                ? unneeded
                : unneeded.stream().filter(each -> each.drop(cause)).toList();
        undecided.forEach(Branches::cancel);
        toEnd.forEach(DefaultExchange::cancel);
        // Code of the mashup depends on them.
        dropped.forEach(each -> each.deliverDropped(cause));
    }

    /** Releases the responses of all exchanges. After {@link #cancel}. */
    void release() {
        List<DefaultExchange> ended;
        lock.lock();
        try {
            ended = over ? started : List.copyOf(started);
        } finally {
            lock.unlock();
        }
        ended.forEach(DefaultExchange::release);
    }
}
