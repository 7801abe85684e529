package dev.medley.stubs;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.util.thread.Scheduler;

/** Lets requests wait without a thread. Thread-safe. */
final class Delays {

    private final Scheduler scheduler;
    private final Executor executor;

    Delays(Scheduler scheduler, Executor executor) {
        this.scheduler = scheduler;
        this.executor = executor;
    }

    /**
     * Runs {@code task} after {@code millis} milliseconds on a thread of the pool, or at once if there are none to
     * wait. If the caller leaves in the meantime, which HTTP/2 can tell, the exchange ends at once.
     */
    void run(Exchange exchange, long millis, Runnable task) {
        if (millis == 0) {
            task.run();
            return;
        }
        // To wait is what was asked for, and no reason to time out.
        exchange.request().addIdleTimeoutListener(timeout -> false);
        Scheduler.Task timer = scheduler.schedule(() -> hand(task, exchange), millis, TimeUnit.MILLISECONDS);
        // Over HTTP/1.1 it would only tell that this server closes, and have it answer with status 500 at the last
        // moment.
        if (exchange.request().getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2) {
            exchange.request().addFailureListener(failure -> {
                if (timer.cancel()) {
                    exchange.callback().failed(failure);
                }
            });
        }
    }

    private void hand(Runnable task, Exchange exchange) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException x) {
            exchange.callback().failed(x);
        }
    }
}
