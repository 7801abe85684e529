package dev.medley.mashup.internal;

import dev.medley.mashup.PartialResult;
import dev.medley.thread.internal.SerialWork;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A function of each of some items, with a bound on those in flight. A thread whose item ends starts the next ones; one thread
 * at a time does ({@link SerialWork}): items that complete at once are a loop, and no stack.
 */
final class FanOut<I, T> extends Branches<PartialResult<T>> {

    private final List<I> items;
    private final int concurrency;
    private final Function<? super I, ? extends CompletionStage<T>> function;
    private final boolean optional;
    /** The value of each item. An element is written before its item is counted, and read once all are. */
    private final @Nullable Object[] values;

    private final @Nullable String[] reasons;
    private final AtomicInteger left;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final SerialWork calls = new SerialWork();
    /** The next item. For the thread that starts them. */
    private int next;

    FanOut(
            DefaultMashup mashup,
            Collection<? extends I> items,
            int concurrency,
            Function<? super I, ? extends CompletionStage<T>> function,
            boolean optional) {
        super(mashup);
        if (concurrency < 1) {
            throw new IllegalArgumentException(
                    "the concurrency of a function for each item is " + concurrency + ", expected at least 1");
        }
        this.items = new ArrayList<>(items);
        this.concurrency = concurrency;
        this.function = function;
        this.optional = optional;
        values = new Object[this.items.size()];
        reasons = new String[this.items.size()];
        left = new AtomicInteger(this.items.size());
    }

    @Override
    void begin() {
        if (items.isEmpty()) {
            succeed(new PartialResult<>(List.of(), Map.of()));
            return;
        }
        if (!calls.begins()) {
            return;
        }
        do {
            while (next < items.size() && !isDecided() && inFlight.get() < concurrency) {
                startNext();
            }
        } while (calls.goesOn());
    }

    private void startNext() {
        int index = next++;
        I item = items.get(index);
        inFlight.incrementAndGet();
        this.<T>launch("item " + index, () -> function.apply(item), (value, failure) -> ended(index, value, failure));
    }

    private void ended(int index, @Nullable T value, @Nullable Throwable failure) {
        if (failure != null) {
            String reason = optional ? MissingReason.of(failure) : null;
            if (reason == null) {
                fail(failure);
                return;
            }
            reasons[index] = reason;
        }
        values[index] = value;
        inFlight.decrementAndGet();
        if (left.decrementAndGet() == 0) {
            succeed(collected());
        } else {
            begin();
        }
    }

    @SuppressWarnings("unchecked") // Values of the function.
    private PartialResult<T> collected() {
        Map<String, String> missing = new LinkedHashMap<>();
        List<T> came = new ArrayList<>(values.length);
        for (int i = 0; i < values.length; i++) {
            String reason = reasons[i];
            if (reason == null) {
                came.add((T) values[i]);
            } else {
                missing.putIfAbsent(String.valueOf(items.get(i)), reason);
            }
        }
        return new PartialResult<>(came, missing);
    }
}
