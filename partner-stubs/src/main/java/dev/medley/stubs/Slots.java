package dev.medley.stubs;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** Bounds the requests that are worked on at a time; the others wait in order, without a thread and without a bound. Thread-safe. */
final class Slots {

    private final int max;
    private final Executor executor;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int used;

    /** Creates slots for {@code max} requests at a time; 0 for any number. */
    Slots(int max, Executor executor) {
        this.max = max;
        this.executor = executor;
    }

    /** Runs {@code work} once {@code request} has a slot, which it keeps until it has been answered. */
    void run(Request request, Runnable work) {
        if (max == 0) {
            work.run();
            return;
        }
        Runnable begin = () -> {
            Request.addCompletionListener(request, failure -> release());
            work.run();
        };
        if (takeOrWait(begin)) {
            begin.run();
        }
    }

    private synchronized boolean takeOrWait(Runnable begin) {
        if (used == max) {
            waiting.add(begin);
            return false;
        }
        used++;
        return true;
    }

    private void release() {
        Runnable next = next();
        if (next != null) {
            executor.execute(next);
        }
    }

    private synchronized @Nullable Runnable next() {
        Runnable next = waiting.poll();
        if (next == null) {
            used--;
        }
        return next;
    }
}
