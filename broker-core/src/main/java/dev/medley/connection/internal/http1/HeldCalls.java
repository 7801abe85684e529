package dev.medley.connection.internal.http1;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The calls to a listener that come after a part of the body which the listener has not yet consumed. They are held until
 * it has. Thread-safe; the calls run one after another, under no lock.
 */
final class HeldCalls {

    private static final List<Runnable> NONE = List.of();

    private final AtomicBoolean released = new AtomicBoolean();

    /** The calls that wait; null once all that were held have run. */
    private final AtomicReference<@Nullable List<Runnable>> waiting = new AtomicReference<>(NONE);

    /** Runs {@code call}, or holds it. */
    void run(Runnable call) {
        List<Runnable> before = waiting.getAndUpdate(held -> held == null
                ? null
                : Stream.concat(held.stream(), Stream.of(call)).toList());
        if (before == null) {
            call.run();
        }
    }

    /** Runs {@code first}, then the calls that were held and those that come meanwhile; does nothing the second time. */
    void release(Runnable first) {
        if (!released.compareAndSet(false, true)) {
            return;
        }
        first.run();
        for (List<Runnable> held = take(); !held.isEmpty(); held = take()) {
            held.forEach(Runnable::run);
        }
    }

    /** Returns the calls that were held; after none was held, none is held any more. */
    private List<Runnable> take() {
        List<Runnable> held = waiting.getAndUpdate(calls -> calls == null || calls.isEmpty() ? null : NONE);
        return held == null ? NONE : held;
    }
}
