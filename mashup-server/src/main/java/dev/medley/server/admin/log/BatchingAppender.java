package dev.medley.server.admin.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import ch.qos.logback.core.spi.AppenderAttachable;
import ch.qos.logback.core.spi.AppenderAttachableImpl;
import dev.medley.thread.IntervalThread;
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
    /** Held by the thread that passes events on: the batches of two would be mixed. */
    private final ReentrantLock passing = new ReentrantLock();

    private final IntervalThread thread = new IntervalThread("medley-log", this::passAll, INTERVAL_NANOS);
    private int queueSize = DEFAULT_QUEUE_SIZE;
    private volatile @Nullable BlockingQueue<ILoggingEvent> queue;

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
        queue = new ArrayBlockingQueue<>(queueSize);
        thread.start();
        super.start();
    }

    @Override
    protected void append(ILoggingEvent event) {
        BlockingQueue<ILoggingEvent> waiting = queue;
        if (waiting != null) {
            event.prepareForDeferredProcessing();
            if (waiting.offer(event)) {
                thread.onWork();
            }
        }
    }

    @Override
    public void stop() {
        if (!isStarted()) {
            return;
        }
        super.stop();
        thread.close();
        passRest();
        targets.detachAndStopAllAppenders();
    }

    /** A target may block for ever, as a pipe that nothing reads does: then the rest is lost. */
    private void passRest() {
        try {
            if (passing.tryLock(STOP_SECONDS, TimeUnit.SECONDS)) {
                try {
                    passAll();
                } finally {
                    passing.unlock();
                }
            } else {
                addWarn("appender %s stops while its target blocks; events are lost".formatted(name));
            }
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            addWarn("appender %s was interrupted while it stopped; events may be lost".formatted(name), x);
        }
    }

    /** Passes on what waits; returns the nanoseconds to the next look. */
    private long passAll() {
        BlockingQueue<ILoggingEvent> waiting = queue;
        if (waiting == null) {
            return IntervalThread.NO_WORK;
        }
        passing.lock();
        try {
            boolean work = false;
            for (ILoggingEvent event = waiting.poll(); event != null; event = waiting.poll()) {
                work = true;
                targets.appendLoopOnAppenders(event);
            }
            return work ? INTERVAL_NANOS : IntervalThread.NO_WORK;
        } finally {
            passing.unlock();
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
