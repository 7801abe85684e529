package dev.medley.stubs.internal.loop;

import java.util.List;

/** The treatment of successive requests; the last entry is repeated. Used by one thread. */
public final class Script<M> {

    private final List<M> entries;
    private int turn;

    /** Creates a script of these entries, one at least, which are copied. */
    public Script(List<M> entries) {
        this.entries = List.copyOf(entries);
    }

    /** Returns the next entry and leaves it. */
    public M peek() {
        return entries.get(turn);
    }

    /** Returns the next entry and goes on to the one after it, if there is one. */
    public M next() {
        M next = peek();
        turn = Math.min(turn + 1, entries.size() - 1);
        return next;
    }
}
