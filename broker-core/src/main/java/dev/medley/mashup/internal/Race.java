package dev.medley.mashup.internal;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The first of several branches that has a value. A failure that is not a partner's ends it at once: it is a defect. */
final class Race<T> extends Branches<T> {

    private final List<? extends Supplier<? extends CompletionStage<T>>> starts;
    private final AtomicInteger left;
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    Race(DefaultMashup mashup, List<? extends Supplier<? extends CompletionStage<T>>> starts) {
        super(mashup);
        if (starts.isEmpty()) {
            throw new IllegalArgumentException("a race without branches, expected at least one branch");
        }
        this.starts = starts;
        left = new AtomicInteger(starts.size());
    }

    @Override
    void begin() {
        for (int i = 0; i < starts.size() && !isDecided(); i++) {
            this.<T>launch("branch " + i + " of a race", starts.get(i), this::ended);
        }
    }

    private void ended(@Nullable T value, @Nullable Throwable failure) {
        if (failure == null) {
            succeed(value);
            return;
        }
        failures.add(failure);
        if (MissingReason.of(failure) == null) {
            fail(failure);
        } else if (left.decrementAndGet() == 0) {
            fail(firstOfAll());
        }
    }

    private Throwable firstOfAll() {
        Throwable first = failures.remove();
        for (Throwable other : failures) {
            if (other != first) {
                first.addSuppressed(other);
            }
        }
        return first;
    }
}
