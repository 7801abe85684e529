package dev.medley.thread.internal;

import dev.medley.thread.internal.BrokerThread.WorksFor;
import dev.medley.thread.internal.memory.ReportingBuffers;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ReservedThreadExecutor;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bounded pool of threads, the scheduler and the pool of buffers that Jetty's server, its client and Medley share
 * (paper, section 3: "the SSM server and the broker client can share the same thread pool instance").
 *
 * <p>Thread-safe. To be started before and closed after everything that runs on it.
 */
public final class BrokerPool implements Executor, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(BrokerPool.class);

    /** Threads when nothing else is asked for, in the execution modes that hold no thread while they wait. */
    public static final int DEFAULT_THREADS = 16;

    /**
     * The fewest threads that work: one each for the selectors of server, administration and client and for the one
     * that Jetty keeps in reserve, and one to get work done.
     */
    public static final int MINIMUM_THREADS = 5;

    /** The fewest threads beside the loops: the one that Jetty keeps in reserve, and one to get other work done. */
    public static final int THREADS_BESIDE_LOOPS = 2;

    /**
     * The address space of a thread's stack: for scripts, whose functions may call each other a thousand deep, each with several frames of
     * the JVM. The system gives memory to what has been used of it.
     */
    public static final long STACK_BYTES = 16L << 20;

    private static final int STARTED_AT_ONCE = 8;
    private static final int RESERVED = 1;
    private static final int ALARM_THREADS = 1;
    /** Three selectors, one in reserve. */
    private static final int LEASED = 4;

    /** Set on a virtual thread while it computes. */
    private static final ThreadLocal<@Nullable Boolean> COMPUTING = new ThreadLocal<>();

    private final int leasedThreads;
    private final PoolMeter meter;
    private final QueuedThreadPool threads;
    private final boolean virtualRequests;
    private final Scheduler scheduler;
    private final ByteBufferPool buffers;
    private final @Nullable Loops loops;
    private final PoolClock clock;
    private final BoundedExecutor share;
    private final BodyExecutor bodies;
    private final QuiescenceTracker quiescence = new QuiescenceTracker();
    private @Nullable BlockedThreadChecker watch;

    /**
     * Creates a pool without loops; {@link #start()} starts it.
     *
     * @param maxThreads the bound on threads of all kinds, at least {@value #MINIMUM_THREADS}
     * @param virtualRequests whether Jetty is to run inbound requests on virtual threads
     * @throws IllegalArgumentException if there are too few threads, or no virtual threads in this JVM
     */
    public BrokerPool(int maxThreads, boolean virtualRequests) {
        this(maxThreads, virtualRequests, 0);
    }

    /**
     * As above, with loops.
     *
     * @param loops the number of threads that select for inbound and outbound connections; with 0 each connector has a
     *     selector of its own
     */
    public BrokerPool(int maxThreads, boolean virtualRequests, int loops) {
        this(maxThreads, virtualRequests, loops, new ReportingBuffers());
    }

    /** As above, with buffers that a test can count. */
    BrokerPool(int maxThreads, boolean virtualRequests, int loops, ByteBufferPool buffers) {
        if (maxThreads < MINIMUM_THREADS) {
            throw new IllegalArgumentException(
                    "threads is %d, but at least %d are needed (three selectors, one in reserve, one to work)"
                            .formatted(maxThreads, MINIMUM_THREADS));
        }
        if (virtualRequests && !virtualThreadsAvailable()) {
            throw new IllegalArgumentException("execution is virtual, but Java %s has no virtual threads: Java 21 or"
                            .formatted(Runtime.version().feature())
                    + " later is needed");
        }
        this.virtualRequests = virtualRequests;
        scheduler = new ScheduledExecutorScheduler("medley-alarms", true, ALARM_THREADS);
        clock = new PoolClock(scheduler, this);
        meter = new PoolMeter(clock);
        threads = new NamedThreads(maxThreads, meter);
        leasedThreads = loops == 0 ? LEASED : loops + RESERVED;
        share = new BoundedExecutor(this, (maxThreads - leasedThreads) / 2, WorksFor.MASHUPS);
        int rest = maxThreads - leasedThreads - share.maxThreads();
        // One is left, which runs the deadlines.
        bodies = new BodyExecutor(
                this, Math.min(Math.max(0, rest - 1), Runtime.getRuntime().availableProcessors()));
        // A thread in reserve takes over selecting from one that goes on to work; on virtual threads nothing goes on
        // so.
        threads.setReservedThreads(virtualRequests ? 0 : RESERVED);
        if (virtualRequests) {
            threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
        }
        this.buffers = buffers;
        this.loops = loops == 0 ? null : new Loops(this, loops);
    }

    /** Returns what a server whose {@link #share()} has too few threads should have instead, by its keys. */
    public String expectedThreads() {
        String more = "expected a server.threads of more than " + threads.getMaxThreads();
        return loops == null ? more : more + ", or fewer server.loops";
    }

    /** Returns the number of threads that get no other work done: those that select, and the one in reserve. */
    public int leasedThreads() {
        return leasedThreads;
    }

    /** Returns whether this JVM has virtual threads (Java 21 or later). */
    public static boolean virtualThreadsAvailable() {
        return VirtualThreads.areSupported();
    }

    /** Returns whether the calling thread is one on which exchanges may deliver their events: of this pool, or virtual. */
    public static boolean onBrokerThread() {
        return Thread.currentThread() instanceof BrokerThread || VirtualThreads.isVirtualThread();
    }

    /**
     * Returns whether the calling thread may wait: it is not of this pool, or {@linkplain #hold holds} a thread of it for an
     * inbound request; and it is no virtual one that {@linkplain #compute computes}.
     */
    public static boolean mayWait() {
        return Thread.currentThread() instanceof BrokerThread thread ? thread.isHeld() : !isComputing();
    }

    /** Runs {@code task}, which may wait, because the pool has enough other threads. */
    public static void hold(Runnable task) {
        if (!(Thread.currentThread() instanceof BrokerThread thread)) {
            task.run();
            return;
        }
        boolean before = thread.hold(true);
        try {
            task.run();
        } finally {
            thread.hold(before);
        }
    }

    /** Returns whether Jetty runs inbound requests on virtual threads. */
    public boolean virtualRequests() {
        return virtualRequests;
    }

    /** Runs {@code task} on a new virtual thread; for JVMs that have them. */
    public static void startVirtualThread(Runnable task) {
        VirtualThreads.getDefaultVirtualThreadsExecutor().execute(task);
    }

    /** Runs {@code computation}, of the pool or virtual. It may not wait, since few compute at a time. */
    public static boolean compute(BooleanSupplier computation) {
        if (Thread.currentThread() instanceof BrokerThread thread) {
            thread.computing(true);
            try {
                return computation.getAsBoolean();
            } finally {
                thread.computing(false);
            }
        }
        COMPUTING.set(true);
        try {
            return computation.getAsBoolean();
        } finally {
            COMPUTING.remove();
        }
    }

    /** Returns whether the calling thread {@linkplain #compute computes}. */
    public static boolean isComputing() {
        return Thread.currentThread() instanceof BrokerThread thread ? thread.isComputing() : COMPUTING.get() != null;
    }

    /** Returns whether the calling thread is virtual. */
    public static boolean onVirtualThread() {
        return VirtualThreads.isVirtualThread();
    }

    /** Has the loops watched for mashups that hold one longer than {@code warning}; before the start. */
    public void watchStalls(Duration warning) {
        if (loops != null) {
            watch = new BlockedThreadChecker(clock, warning, loops::all);
            loops.watchedBy(watch);
        }
    }

    /** Returns the watch of the loops, or null without one. */
    public @Nullable BlockedThreadChecker stallWatch() {
        return watch;
    }

    /**
     * Returns the share of this pool for mashups that are placed on it: half of the threads that select nothing. It has no
     * thread where only one is left, which runs the deadlines.
     */
    public BoundedExecutor share() {
        return share;
    }

    /** Returns what runs work on large bodies; on no thread where only one would be left beside the {@link #share()}. */
    public BodyExecutor bodies() {
        return bodies;
    }

    /**
     * Starts threads and scheduler.
     *
     * @throws IllegalStateException if they do not start
     */
    public void start() {
        try {
            threads.start();
            scheduler.start();
            if (loops != null) {
                loops.start();
            }
            if (watch != null) {
                watch.start();
            }
            // Tasks may have been scheduled before.
            clock.wakeUp();
        } catch (Exception x) {
            throw new IllegalStateException("the thread pool did not start: " + x, x);
        }
    }

    /** Runs {@code task} on a thread of the pool, soon; drops it once the pool has been closed. */
    @Override
    public void execute(Runnable task) {
        try {
            threads.execute(task);
        } catch (RejectedExecutionException x) {
            if (threads.isRunning()) {
                throw x;
            }
            LOG.debug("the pool is closed: {} is dropped", task);
        }
    }

    /** Returns whether tasks are run: it has been started and not closed. */
    public boolean isRunning() {
        return threads.isRunning();
    }

    /** The clock and the scheduler of this pool. */
    public Clock clock() {
        return clock;
    }

    /** The threads, as Jetty's server and client want them. */
    public QueuedThreadPool threads() {
        return threads;
    }

    /** The loops; null if connectors have selectors of their own. */
    public @Nullable Loops loops() {
        return loops;
    }

    /** The scheduler, as Jetty's server and client want it. Nothing may block or compute on its one thread. */
    public Scheduler scheduler() {
        return scheduler;
    }

    /** The buffers, as Jetty's server and client want them. */
    public ByteBufferPool buffers() {
        return buffers;
    }

    /** Returns what tells whether the code of mashups is at rest. */
    public QuiescenceTracker quiescence() {
        return quiescence;
    }

    /** Returns the use of the threads at this moment. */
    public PoolUse use() {
        return new PoolUse(
                threads.getMaxThreads(),
                threads.getThreads(),
                threads.getUtilizedThreads(),
                threads.getLeasedThreads(),
                threads.getIdleThreads(),
                threads.getQueueSize() + share.queued() + bodies.queued());
    }

    /** Returns the time that the threads have been utilized up to now; the difference of two readings is that between them. */
    public ThreadTime threadTime() {
        return meter.read();
    }

    /**
     * Stops the threads; work that still waits is dropped.
     *
     * @throws IllegalStateException if they do not stop
     */
    @Override
    public void close() {
        BlockedThreadChecker watching = watch;
        if (watching != null) {
            watching.close();
        }
        try {
            if (loops != null) {
                loops.stop();
            }
            scheduler.stop();
            threads.stop();
        } catch (Exception x) {
            throw new IllegalStateException("the thread pool did not stop: " + x, x);
        }
    }

    private static final class NamedThreads extends QueuedThreadPool {

        private final AtomicInteger number = new AtomicInteger();
        private final PoolMeter meter;

        NamedThreads(int maxThreads, PoolMeter meter) {
            super(maxThreads, Math.min(STARTED_AT_ONCE, maxThreads));
            this.meter = meter;
            setName("medley");
            setDetailedDump(false);
        }

        @Override
        public Thread newThread(Runnable job) {
            Thread thread = meter.newThread(job, "medley-" + number.incrementAndGet());
            thread.setDaemon(isDaemon());
            return thread;
        }

        @Override
        protected void removeThread(Thread thread) {
            super.removeThread(thread);
            meter.remove(thread);
        }

        @Override
        protected void runJob(Runnable job) {
            if (isReserve(job)) {
                job.run();
            } else {
                PoolMeter.run(job);
            }
        }

        @Override
        public boolean tryExecute(Runnable task) {
            return super.tryExecute(() -> PoolMeter.run(task));
        }

        /** Returns whether {@code job} only waits in reserve, for tasks that {@link #tryExecute} hands to it. */
        private static boolean isReserve(Runnable job) {
            return job.getClass().getEnclosingClass() == ReservedThreadExecutor.class;
        }
    }
}
