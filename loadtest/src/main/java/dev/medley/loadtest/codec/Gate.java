package dev.medley.loadtest.codec;

import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** Units with a thread each, which wait after their first slice. */
final class Gate implements UnitModel.Held {

    private final CountDownLatch open = new CountDownLatch(1);
    private final CountDownLatch ended;

    private Gate(int units) {
        ended = new CountDownLatch(units);
    }

    /**
     * Starts a thread for each unit, and returns when all wait.
     *
     * @param threads starts a thread that runs a task
     */
    static Gate hold(Units units, Consumer<Runnable> threads) throws InterruptedException {
        Gate gate = new Gate(units.count());
        CountDownLatch begun = new CountDownLatch(units.count());
        for (int i = 0; i < units.count(); i++) {
            int unit = i;
            threads.accept(() -> gate.pass(units, unit, begun));
        }
        begun.await();
        return gate;
    }

    private void pass(Units units, int unit, CountDownLatch begun) {
        boolean more = units.run(unit, 0);
        begun.countDown();
        try {
            open.await();
            for (int slice = 1; more; slice++) {
                more = units.run(unit, slice);
            }
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        } finally {
            ended.countDown();
        }
    }

    @Override
    public void release() throws InterruptedException {
        open.countDown();
        ended.await();
    }
}
