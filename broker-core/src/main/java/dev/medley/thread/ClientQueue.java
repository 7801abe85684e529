package dev.medley.thread;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The requests that one client has sent at once, as streams of HTTP/2. The loop begins {@value #OF_A_TURN} of them in a turn of the
 * client; the others wait for its next turns, behind those of other clients.
 */
public final class ClientQueue {

    /** The requests that begin in a turn. */
    static final int OF_A_TURN = 4;

    private final @Nullable Loop loop;
    /** Used by the loop's thread only, as is all below. */
    private final Queue<Runnable> waiting = new ArrayDeque<>();

    /** Not 0 while a task waits, or is being begun in its turn. Written by the loop's thread. */
    private volatile int left;

    private boolean awaitsTurn;
    private long round;
    private int begun;

    /** Creates the queue of the client of {@code socket}. */
    public ClientQueue(LoopEndPoint socket) {
        loop = socket.selectingLoop();
    }

    /**
     * Runs {@code task}, now or in one of the next turns, behind those that wait already. At once on other threads than the loop, which
     * are few, unless tasks wait.
     */
    public void run(Runnable task) {
        Loop mine = loop;
        if (mine == null || Loop.current() != mine) {
            if (mine == null || left == 0) {
                task.run();
            } else {
                mine.execute(() -> run(task));
            }
        } else if (left == 0 && hasBegunFewer(mine.turns().round())) {
            task.run();
        } else {
            waiting.add(task);
            left = waiting.size();
            awaitTurn(mine);
        }
    }

    private boolean hasBegunFewer(long now) {
        if (round != now) {
            round = now;
            begun = 0;
        }
        return begun++ < OF_A_TURN;
    }

    private void awaitTurn(Loop mine) {
        if (!awaitsTurn) {
            awaitsTurn = true;
            mine.deferTurn(() -> takeTurn(mine));
        }
    }

    private void takeTurn(Loop mine) {
        awaitsTurn = false;
        try {
            for (int i = 0; i < OF_A_TURN && !waiting.isEmpty(); i++) {
                waiting.remove().run();
            }
        } finally {
            left = waiting.size();
            if (left > 0) {
                awaitTurn(mine);
            }
        }
    }
}
