package dev.medley.thread.internal;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The requests that one client has sent at once, as streams of HTTP/2. The loop begins {@value #OF_A_ROUND} of them at once, and one
 * while others wait; the rest waits for further turns, behind those of others.
 */
public final class ClientQueue {

    /** The requests that begin at once, in a round in which no other client waits. */
    static final int OF_A_ROUND = 4;

    private final @Nullable Loop loop;
    /** Whether tasks wait. Written by the loop's thread. */
    private volatile boolean areAwaited;
    // Used by the loop's thread only.
    private int waiting;
    private long round;
    private int begun;

    /**
     * Creates the queue of a client.
     *
     * @param socket of the client; null if no loop can select it
     */
    public ClientQueue(@Nullable LoopEndPoint socket) {
        loop = socket == null ? null : socket.selectingLoop();
    }

    /**
     * Runs {@code task}, now or in one of the further turns, behind those that wait already. At once on other threads than the loop,
     * which are few, unless tasks wait.
     */
    public void run(Runnable task) {
        Loop mine = loop;
        if (mine == null || Loop.current() != mine) {
            if (mine == null || !areAwaited) {
                task.run();
            } else {
                mine.execute(() -> run(task));
            }
        } else if (waiting == 0 && mayBegin(mine)) {
            begun++;
            task.run();
        } else {
            await(mine, task);
        }
    }

    /** Runs {@code task} on the loop, soon; by {@code executor} if no loop selects the client's socket. By any thread. */
    public void execute(Runnable task, Executor executor) {
        if (loop == null) {
            executor.execute(task);
        } else {
            loop.execute(task);
        }
    }

    private boolean mayBegin(Loop mine) {
        if (round != mine.turns().round()) {
            round = mine.turns().round();
            begun = 0;
        }
        return begun < (mine.areTurnsAwaited() ? 1 : OF_A_ROUND);
    }

    private void await(Loop mine, Runnable task) {
        waiting++;
        areAwaited = true;
        mine.deferFurther(this, () -> {
            waiting--;
            areAwaited = waiting > 0;
            task.run();
        });
    }
}
