package dev.medley.thread.internal;

import dev.medley.context.MedleyThread;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A thread of the {@link BrokerPool}, distinguished from all others by its type. */
final class BrokerThread extends Thread implements MedleyThread {

    private static final VarHandle HELD_SINCE;

    static {
        try {
            HELD_SINCE = MethodHandles.lookup().findVarHandle(BrokerThread.class, "heldSince", long.class);
        } catch (ReflectiveOperationException x) {
            throw new ExceptionInInitializerError(x);
        }
    }

    private final ThreadMeter meter;
    /** True while the thread is an inbound request's own. Only the thread itself sees it. */
    private boolean held;

    /** True while the thread runs a computation. Only the thread itself sees it. */
    private boolean computing;

    /** The loop that the thread is; null if it is none. Only the thread itself sees it. */
    private @Nullable Loop loop;

    /** What the thread works for. Only the thread itself sees it. */
    private WorksFor worksFor = WorksFor.ALL;

    /** The mashup whose code runs on the thread; null if none does. Read by the watch. */
    private @Nullable ExecutionTarget holder;

    @SuppressWarnings("UnusedVariable") // Read by its handle.
    private long heldSince;

    BrokerThread(Runnable job, String name, ThreadMeter meter) {
        super(null, job, name, BrokerPool.STACK_BYTES);
        this.meter = meter;
    }

    ThreadMeter meter() {
        return meter;
    }

    /** Marks the thread, which runs this, as one that may wait, or not; returns what it was before. */
    boolean hold(boolean now) {
        boolean before = held;
        held = now;
        return before;
    }

    @Nullable
    Loop loop() {
        return loop;
    }

    void loop(@Nullable Loop now) {
        loop = now;
    }

    boolean isHeld() {
        return held;
    }

    /** Notes whether the thread, which runs this, computes. */
    void computing(boolean now) {
        computing = now;
    }

    boolean isComputing() {
        return computing;
    }

    /** Returns what the thread, which runs this, works for. */
    WorksFor worksFor() {
        return worksFor;
    }

    /** Runs {@code task} of a {@link BoundedExecutor} on the calling thread. */
    static void run(WorksFor work, Runnable task) {
        if (!(Thread.currentThread() instanceof BrokerThread thread)) {
            task.run();
            return;
        }
        thread.worksFor = work;
        try {
            task.run();
        } finally {
            thread.worksFor = WorksFor.ALL;
        }
    }

    /** Notes that the code of {@code executionTarget} holds the thread, which runs this, since {@code nanos}; null for none. */
    void heldBy(@Nullable ExecutionTarget executionTarget, long nanos) {
        BlockedThreadChecker watching = loop == null ? null : loop.watch();
        if (watching == null) {
            return;
        }
        // A reader that finds one time before and after it has read the holder has read the holder of that time.
        holder = null;
        VarHandle.releaseFence();
        HELD_SINCE.setOpaque(this, nanos);
        VarHandle.releaseFence();
        holder = executionTarget;
        if (executionTarget != null) {
            watching.onWork();
        }
    }

    /** Returns the mashup whose code holds the thread, and since when; null for none. By any thread. */
    @Nullable
    Hold holder() {
        long since = (long) HELD_SINCE.getOpaque(this);
        VarHandle.acquireFence();
        ExecutionTarget executionTarget = holder;
        VarHandle.acquireFence();
        return executionTarget == null || (long) HELD_SINCE.getOpaque(this) != since
                ? null
                : new Hold(executionTarget, since);
    }

    /** What a thread of the pool works for. */
    enum WorksFor {
        /** Whatever there is. */
        ALL,
        /** For the code of mashups, which may block. */
        MASHUPS,
        /** For work in proportion to large bodies, which does not block. */
        BODIES
    }

    /**
     * The time that the code of a mashup has held a thread.
     *
     * @param executionTarget of the mashup
     * @param since by the clock; two holds of one thread that begin at one time are the same
     */
    record Hold(ExecutionTarget executionTarget, long since) {}
}
