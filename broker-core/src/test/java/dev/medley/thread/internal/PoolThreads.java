package dev.medley.thread.internal;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.MDC;

/** Looks at the threads of a pool. */
public final class PoolThreads {

    /** Selectors, and the thread that Jetty keeps in reserve, run no task. */
    private static final int RESERVED = 1;

    private PoolThreads() {}

    /** The MDC of each thread of {@code pool} that can run a task, as text; empty where it has no value. */
    public static List<String> mdcs(BrokerPool pool) throws InterruptedException {
        int free = pool.use().max() - pool.use().leased() - RESERVED;
        List<String> seen = new CopyOnWriteArrayList<>();
        CountDownLatch all = new CountDownLatch(free);
        for (int i = 0; i < free; i++) {
            pool.execute(() -> {
                Map<String, String> values = MDC.getCopyOfContextMap();
                seen.add(values == null || values.isEmpty() ? "" : values.toString());
                all.countDown();
                awaitAll(all);
            });
        }
        if (!all.await(Soon.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException(all.getCount() + " of " + free + " threads did not run");
        }
        return List.copyOf(seen);
    }

    /** Returns whether the calling thread runs a task of a {@link BoundedExecutor}. */
    public static boolean isInShare() {
        return Thread.currentThread() instanceof BrokerThread thread
                && thread.worksFor() == BrokerThread.WorksFor.MASHUPS;
    }

    /** Holds all threads of {@code pool} that work on large bodies, until the latch that this returns is down. */
    public static CountDownLatch holdThoseOfBodies(BrokerPool pool) throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        int threads = Runtime.getRuntime().availableProcessors();
        CountDownLatch held = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            pool.bodies().execute(() -> {
                held.countDown();
                awaitAll(release);
            });
        }
        Soon.down(held);
        return release;
    }

    /** So that each task has a thread of its own. */
    private static void awaitAll(CountDownLatch all) {
        try {
            all.await();
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }
}
