package dev.medley.server.internal.admin.log;

import ch.qos.logback.classic.LoggerContext;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.ILoggerFactory;

/** One user of the logs of the process as JSON. They are JSON until the last user is closed. Thread-safe. */
public final class JsonLog implements AutoCloseable {

    private static final ReentrantLock LOCK = new ReentrantLock();
    /** Guarded by the lock, as the users that each has. */
    private static final Map<LoggerContext, JsonAppenders> APPENDERS = new HashMap<>();

    private final LoggerContext logback;
    private final AtomicBoolean closed = new AtomicBoolean();

    private JsonLog(LoggerContext logback) {
        this.logback = logback;
    }

    /**
     * Has the appenders of {@code factory} write JSON from now on.
     *
     * @throws IllegalStateException if it is not that of Logback
     */
    public static JsonLog install(ILoggerFactory factory) {
        if (!(factory instanceof LoggerContext logback)) {
            throw new IllegalStateException(
                    "server.log.format is json, which needs Logback; the logs of this process are written by "
                            + factory.getClass().getName());
        }
        LOCK.lock();
        try {
            APPENDERS.computeIfAbsent(logback, JsonAppenders::new).begin();
        } finally {
            LOCK.unlock();
        }
        return new JsonLog(logback);
    }

    /** Has the appenders write by their patterns again, unless there is another user. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        LOCK.lock();
        try {
            APPENDERS.computeIfPresent(logback, (key, appenders) -> appenders.end() ? null : appenders);
        } finally {
            LOCK.unlock();
        }
    }
}
