package dev.medley.stubs;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;

/** One request that waits for its delay to pass. Timer and caller may end it at the same time, and one of them does. */
final class Waiting {

    private final AtomicBoolean over = new AtomicBoolean();
    private final PendingRequest exchange;
    private final Executor executor;
    private final Runnable task;
    private volatile Scheduler.Task timer = () -> false;

    Waiting(PendingRequest exchange, Executor executor, Runnable task) {
        this.exchange = exchange;
        this.executor = executor;
        this.task = task;
    }

    void begin(Scheduler scheduler, long millis) {
        // The timer comes last: once it is set, the exchange may be over at any moment, and takes no listeners then.
        listen(exchange.request());
        timer = scheduler.schedule(this::delayOver, millis, TimeUnit.MILLISECONDS);
    }

    /** Waits without an end of its own. */
    void begin() {
        listen(exchange.request());
    }

    /** Ends the wait by the task, unless it is over. */
    void end() {
        delayOver();
    }

    private void listen(Request request) {
        // The request asked for the wait: it must not time out.
        request.addIdleTimeoutListener(timeout -> false);
        // Over HTTP/1.1 it would only tell that this server closes, and have it answer with status 500 as its last act.
        if (request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2) {
            request.addFailureListener(this::callerLeft);
        }
    }

    private void delayOver() {
        if (over.compareAndSet(false, true)) {
            try {
                executor.execute(task);
            } catch (RejectedExecutionException x) {
                exchange.callback().failed(x);
            }
        }
    }

    private void callerLeft(Throwable failure) {
        if (over.compareAndSet(false, true)) {
            timer.cancel();
            exchange.callback().failed(failure);
        }
    }
}
