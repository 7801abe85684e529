package dev.medley.thread.internal.turn;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;

/**
 * What a loop has to do for clients that it has just done something for: tasks that wait until others have had their turns. Each client
 * has a turn for one task after the other clients have had theirs. Used by the loop's thread only.
 */
public final class FurtherTurns {

    /** The client whose turn is next is the first one. */
    private final Map<Object, Queue<Runnable>> waiting = new LinkedHashMap<>();

    /** Creates turns for no task. */
    public FurtherTurns() {}

    /** Returns whether no task waits. */
    public boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Adds a task of {@code client}, behind those that it has. */
    public void add(Object client, Runnable task) {
        waiting.computeIfAbsent(client, added -> new ArrayDeque<>()).add(task);
    }

    /** Returns whether a task of {@code client} waits. */
    public boolean has(Object client) {
        return waiting.containsKey(client);
    }

    /** Removes the task whose turn it is, and returns it. One must wait. */
    public Runnable next() {
        Iterator<Map.Entry<Object, Queue<Runnable>>> clients =
                waiting.entrySet().iterator();
        Map.Entry<Object, Queue<Runnable>> first = clients.next();
        Object client = first.getKey();
        Queue<Runnable> tasks = first.getValue();
        clients.remove();
        Runnable task = tasks.remove();
        if (!tasks.isEmpty()) {
            waiting.put(client, tasks);
        }
        return task;
    }
}
