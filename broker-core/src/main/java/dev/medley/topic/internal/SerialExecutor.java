package dev.medley.topic.internal;

import dev.medley.thread.internal.SerialWork;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs one task after another, in their order, on threads of another executor. Thread-safe. */
final class SerialExecutor implements Executor {

    private static final Logger LOG = LoggerFactory.getLogger(SerialExecutor.class);

    private final Executor threads;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final SerialWork work = new SerialWork();

    SerialExecutor(Executor threads) {
        this.threads = threads;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        if (work.begins()) {
            threads.execute(this::runAll);
        }
    }

    private void runAll() {
        do {
            Runnable task = tasks.poll();
            while (task != null) {
                run(task);
                task = tasks.poll();
            }
        } while (work.goesOn());
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error x) {
            // Must not propagate: the tasks behind it would never run.
            LOG.error("internal error in {}", task, x);
        }
    }
}
