package dev.medley.thread;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The requests that one client has sent at once, as streams of HTTP/2. The loop begins {@value #OF_A_TURN} of them in a turn of the
 * client, and one while other clients wait for their turns; the rest waits for the client's next turns, behind those of others.
 */
public final class ClientQueue {

    /** The requests that begin in a turn that no other client waits for. */
    static final int OF_A_TURN = 4;

    private final @Nullable Loop loop;
    /** Used by the loop's thread only, as is all below. */
    private final Queue<Runnable> waiting = new ArrayDeque<>();

    /** Not 0 while a task waits, or is being begun in its turn. Written by the loop's thread. */
    private volatile int left;

    private boolean awaitsTurn;
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
        } else if (left == 0 && mayBegin(mine.turns())) {
            begun++;
            task.run();
        } else {
            waiting.add(task);
            left = waiting.size();
            awaitTurn(mine);
        }
    }

    private boolean mayBegin(ClientTurns turns) {
        if (round != turns.round()) {
            round = turns.round();
            begun = 0;
        }
        return begun < (turns.areAwaited() ? 1 : OF_A_TURN);
    }

    private void awaitTurn(Loop mine) {
        if (!awaitsTurn) {
            awaitsTurn = true;
            mine.deferFurther(() -> takeTurn(mine));
        }
    }

    private void takeTurn(Loop mine) {
        awaitsTurn = false;
        // It is another turn, though the round may be the same.
        round = mine.turns().round();
        begun = 0;
        try {
            while (!waiting.isEmpty() && mayBegin(mine.turns())) {
                begun++;
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
