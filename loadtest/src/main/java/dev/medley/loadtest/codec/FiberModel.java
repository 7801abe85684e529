package dev.medley.loadtest.codec;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Each unit is a fiber: a state without a stack, which runs one slice at a time and is then put behind the others. Each thread carries
 * the fibers of a queue of its own, which are dealt out before the start. A thread that has none left takes half of another's, so that
 * none idles while a core that is slower, or shared, has work.
 */
final class FiberModel implements UnitModel {

    /** A unit that can be resumed. Used by its carrier only. */
    private static final class Fiber {

        private final Units units;
        private final int unit;
        private int slice;

        Fiber(Units units, int unit) {
            this.units = units;
            this.unit = unit;
        }

        /** Runs the next slice; returns whether there are more. */
        boolean resume() {
            return units.run(unit, slice++);
        }
    }

    /** The fibers of one thread. Thread-safe. */
    private static final class Carrier {

        private final Queue<Fiber> fibers;

        Carrier(int capacity) {
            fibers = new ArrayDeque<>(capacity);
        }

        synchronized void add(Fiber fiber) {
            fibers.add(fiber);
        }

        synchronized @Nullable Fiber poll() {
            return fibers.poll();
        }

        /** Returns half of the fibers, and those are no longer here. */
        synchronized List<Fiber> half() {
            List<Fiber> taken = new ArrayList<>();
            for (int left = (fibers.size() + 1) / 2; left > 0; left--) {
                taken.add(fibers.remove());
            }
            return taken;
        }

        /** Returns the next fiber, which may be one of {@code others}; null if none waits. */
        @Nullable
        Fiber next(List<Carrier> others) {
            Fiber own = poll();
            if (own != null) {
                return own;
            }
            for (Carrier other : others) {
                if (other != this) {
                    other.half().forEach(this::add);
                }
            }
            return poll();
        }

        void run(List<Carrier> all) {
            Fiber fiber = next(all);
            while (fiber != null) {
                if (fiber.resume()) {
                    add(fiber);
                }
                fiber = next(all);
            }
        }
    }

    @Override
    public void run(Units units, int threads) throws InterruptedException {
        List<Carrier> carriers = carriers(units, threads);
        List<Thread> running = new ArrayList<>();
        for (Carrier carrier : carriers) {
            running.add(new Thread(() -> carrier.run(carriers), "carrier-" + running.size()));
        }
        units.start();
        running.forEach(Thread::start);
        for (Thread thread : running) {
            thread.join();
        }
    }

    @Override
    public Held hold(Units units) {
        List<Carrier> carriers = carriers(units, 1);
        carriers.forEach(carrier -> carrier.fibers.forEach(Fiber::resume));
        return new HeldQueue(carriers);
    }

    private static List<Carrier> carriers(Units units, int threads) {
        List<Carrier> carriers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            carriers.add(new Carrier(units.count() / threads + 1));
        }
        for (int unit = 0; unit < units.count(); unit++) {
            carriers.get(unit % threads).add(new Fiber(units, unit));
        }
        return carriers;
    }
}
