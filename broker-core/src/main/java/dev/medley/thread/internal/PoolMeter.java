package dev.medley.thread.internal;

import java.util.HashSet;
import java.util.Set;

/**
 * The time that the threads of a pool have been utilized. Thread-safe.
 *
 * <p>A thread is utilized while it runs a task, but not while it selects or is kept in reserve. The threads themselves keep
 * account, where their state changes, so that nothing has to look at them; and independently of {@code ThreadLedger}, whose
 * prediction is compared with this.
 */
final class PoolMeter {

    private final Clock clock;
    /** Guarded by itself, as is {@link #ended}. */
    private final Set<BrokerThread> threads = new HashSet<>();

    private long ended;

    PoolMeter(Clock clock) {
        this.clock = clock;
    }

    BrokerThread newThread(Runnable job, String name) {
        BrokerThread thread = new BrokerThread(job, name, new ThreadMeter(clock));
        synchronized (threads) {
            threads.add(thread);
        }
        return thread;
    }

    /** Removes a thread that ends, and keeps its time. */
    void remove(Thread ending) {
        synchronized (threads) {
            if (ending instanceof BrokerThread thread && threads.remove(thread)) {
                ended += thread.meter().utilizedNanos(clock.nanoTime());
            }
        }
    }

    ThreadTime read() {
        synchronized (threads) {
            long now = clock.nanoTime();
            long sum = ended;
            for (BrokerThread thread : threads) {
                sum += thread.meter().utilizedNanos(now);
            }
            return new ThreadTime(now, sum);
        }
    }

    /** Runs {@code task}, for which the calling thread of the pool is utilized. */
    static void run(Runnable task) {
        ThreadMeter meter = ((BrokerThread) Thread.currentThread()).meter();
        meter.begin();
        try {
            task.run();
        } finally {
            meter.end();
        }
    }
}
