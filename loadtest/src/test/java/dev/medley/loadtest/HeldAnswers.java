package dev.medley.loadtest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** A timer that makes the delayed answers of partner stubs wait until they are released; from then on they come at once. */
public final class HeldAnswers implements BiFunction<Runnable, Duration, Runnable> {

    /** Longer ones are the stubs' own, which no test waits for. */
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(1);

    private final List<Runnable> held = new ArrayList<>();
    private boolean released;

    /** Holds all. */
    public HeldAnswers() {}

    @Override
    public Runnable apply(Runnable task, Duration delay) {
        if (delay.compareTo(LONGEST_DELAY) > 0) {
            return () -> {};
        }
        synchronized (held) {
            if (!released) {
                held.add(task);
                return () -> cancel(task);
            }
        }
        task.run();
        return () -> {};
    }

    /** Lets those that wait and those to come go. */
    public void release() {
        List<Runnable> waiting;
        synchronized (held) {
            released = true;
            waiting = List.copyOf(held);
            held.clear();
        }
        waiting.forEach(Runnable::run);
    }

    private void cancel(Runnable task) {
        synchronized (held) {
            held.remove(task);
        }
    }
}
