package dev.medley.server.internal.admin.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import ch.qos.logback.core.spi.AppenderAttachable;
import ch.qos.logback.core.spi.AppenderAttachableImpl;
import dev.medley.thread.internal.IntervalThread;
import java.util.Iterator;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Passes log events on in batches, to the appenders that are attached to it, by a thread that wakes ten times a second at most:
 * for a log with a line for each request. Logback's own {@code AsyncAppender} wakes its thread for each event where they are
 * far apart, which costs more than the line.
 *
 * <p>Never blocks the thread that logs: events wait in a bounded queue, and while it is full the newest are dropped. A stop
 * passes the rest on, for up to a second. Thread-safe.
 */
public final class BatchingAppender extends UnsynchronizedAppenderBase<ILoggingEvent>
        implements AppenderAttachable<ILoggingEvent> {

    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int DEFAULT_QUEUE_SIZE = 1024;
    private static final long STOP_SECONDS = 1;

    private final AppenderAttachableImpl<ILoggingEvent> targets = new AppenderAttachableImpl<>();
    private int queueSize = DEFAULT_QUEUE_SIZE;
    private volatile @Nullable Batches batches;

    /** For Logback, which configures it by name. */
    public BatchingAppender() {}

    /** Sets the number of events that may wait; {@value #DEFAULT_QUEUE_SIZE} by default. Called before the start. */
    public void setQueueSize(int events) {
        queueSize = events;
    }

    @Override
    public void start() {
        if (isStarted()) {
            return;
        }
        if (queueSize < 1) {
            addError("queueSize is %d, expected 1 or more; appender %s passes nothing on".formatted(queueSize, name));
            return;
        }
        if (!targets.iteratorForAppenders().hasNext()) {
            addError("no appender is attached to appender %s, expected an appender-ref".formatted(name));
            return;
        }
        Batches started = new Batches(new ArrayBlockingQueue<>(queueSize));
        batches = started;
        started.thread.start();
        super.start();
    }

    @Override
    protected void append(ILoggingEvent event) {
        Batches started = batches;
        if (started != null) {
            event.prepareForDeferredProcessing();
            started.add(event);
        }
    }

    @Override
    public void stop() {
        Batches started = batches;
        if (!isStarted() || started == null) {
            return;
        }
        super.stop();
        started.thread.close();
        passRest(started);
        targets.detachAndStopAllAppenders();
    }

    /** A target may block for ever, as a pipe that nothing reads does: then the rest is lost. */
    private void passRest(Batches started) {
        try {
            if (started.passing.tryLock(STOP_SECONDS, TimeUnit.SECONDS)) {
                try {
                    started.passAll();
                } finally {
                    started.passing.unlock();
                }
            } else {
                addWarn("appender %s stops while its target blocks; events are lost".formatted(name));
            }
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            addWarn("appender %s was interrupted while it stopped; events may be lost".formatted(name), x);
        }
    }

    /** The events that wait, and the thread that passes them on. */
    private final class Batches {

        final IntervalThread thread =
                new IntervalThread("BatchingAppender-" + getName(), this::passAll, INTERVAL_NANOS);
        /** Held while events are passed on: the batches of two threads would be mixed. */
        final ReentrantLock passing = new ReentrantLock();

        private final BlockingQueue<ILoggingEvent> queue;

        Batches(BlockingQueue<ILoggingEvent> queue) {
            this.queue = queue;
        }

        void add(ILoggingEvent event) {
            if (queue.offer(event)) {
                thread.onWork();
            }
        }

        /** Passes on what waits; returns the nanoseconds to the next look. */
        long passAll() {
            passing.lock();
            try {
                boolean work = false;
                for (ILoggingEvent event = queue.poll(); event != null; event = queue.poll()) {
                    work = true;
                    targets.appendLoopOnAppenders(event);
                }
                return work ? INTERVAL_NANOS : IntervalThread.NO_WORK;
            } finally {
                passing.unlock();
            }
        }
    }

    // ---- The attached appenders. --------------------------------------------------------------------------------

    @Override
    public void addAppender(Appender<ILoggingEvent> target) {
        targets.addAppender(target);
    }

    @Override
    public Iterator<Appender<ILoggingEvent>> iteratorForAppenders() {
        return targets.iteratorForAppenders();
    }

    @Override
    public @Nullable Appender<ILoggingEvent> getAppender(String appender) {
        return targets.getAppender(appender);
    }

    @Override
    public boolean isAttached(Appender<ILoggingEvent> target) {
        return targets.isAttached(target);
    }

    @Override
    public void detachAndStopAllAppenders() {
        targets.detachAndStopAllAppenders();
    }

    @Override
    public boolean detachAppender(Appender<ILoggingEvent> target) {
        return targets.detachAppender(target);
    }

    @Override
    public boolean detachAppender(String appender) {
        return targets.detachAppender(appender);
    }
}
