package dev.medley.loadtest.codec;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * Each unit is a fiber: a state without a stack, which runs one slice at a time and is then put behind the others. Each thread carries
 * the fibers of a queue of its own, which are dealt out before the start.
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

    @Override
    public void run(Units units, int threads) throws InterruptedException {
        List<Thread> carriers = new ArrayList<>();
        for (Queue<Fiber> queue : queues(units, threads)) {
            carriers.add(new Thread(() -> carry(queue), "carrier-" + carriers.size()));
        }
        units.start();
        carriers.forEach(Thread::start);
        for (Thread carrier : carriers) {
            carrier.join();
        }
    }

    @Override
    public Held hold(Units units) {
        List<Queue<Fiber>> queues = queues(units, 1);
        queues.forEach(queue -> queue.forEach(Fiber::resume));
        return new HeldQueue(queues);
    }

    private static void carry(Queue<Fiber> queue) {
        Fiber fiber = queue.poll();
        while (fiber != null) {
            if (fiber.resume()) {
                queue.add(fiber);
            }
            fiber = queue.poll();
        }
    }

    private static List<Queue<Fiber>> queues(Units units, int threads) {
        List<Queue<Fiber>> queues = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            queues.add(new ArrayDeque<>(units.count() / threads + 1));
        }
        for (int unit = 0; unit < units.count(); unit++) {
            queues.get(unit % threads).add(new Fiber(units, unit));
        }
        return queues;
    }
}
