package dev.medley.stubs;

import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;

/** Lets requests wait without a thread. Thread-safe. */
final class Delays {

    private final Scheduler scheduler;
    private final Executor executor;
    private final Set<Waiting> hung = ConcurrentHashMap.newKeySet();

    Delays(Scheduler scheduler, Executor executor) {
        this.scheduler = scheduler;
        this.executor = executor;
    }

    /**
     * Runs {@code task} after {@code millis} milliseconds on a thread of the pool, or at once if there are none to
     * wait. If the caller leaves in the meantime, which HTTP/2 can tell, the exchange ends at once.
     */
    void run(PendingRequest exchange, long millis, Runnable task) {
        if (millis == 0) {
            task.run();
        } else {
            new Waiting(exchange, executor, task).begin(scheduler, millis);
        }
    }

    /** Lets a request wait until the caller leaves, which HTTP/2 can tell, or until {@link #release}, which runs {@code end}. */
    void hang(PendingRequest exchange, Runnable end) {
        begin(exchange, end);
    }

    /** As {@link #hang}, and until {@code release} is complete. */
    @SuppressWarnings("FutureReturnValueIgnored") // Nothing depends on it.
    void hold(PendingRequest exchange, CompletionStage<?> release, Runnable end) {
        Waiting waiting = begin(exchange, end);
        release.whenComplete((value, failure) -> waiting.end());
    }

    private Waiting begin(PendingRequest exchange, Runnable end) {
        Waiting waiting = new Waiting(exchange, executor, end);
        hung.add(waiting);
        Request.addCompletionListener(exchange.request(), failure -> hung.remove(waiting));
        waiting.begin();
        return waiting;
    }

    /** Ends the requests that hang, and those that are held. */
    void release() {
        hung.forEach(Waiting::end);
    }
}
