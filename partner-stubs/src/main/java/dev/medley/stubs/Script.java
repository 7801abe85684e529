package dev.medley.stubs;

import java.util.List;

/** The treatment of requests in turn; the last entry is repeated. Used by one thread. */
final class Script {

    private final List<Misbehaviour> entries;
    private int turn;

    Script(List<Misbehaviour> entries) {
        this.entries = List.copyOf(entries);
    }

    /** Returns the next entry and leaves it. */
    Misbehaviour peek() {
        return entries.get(turn);
    }

    Misbehaviour next() {
        Misbehaviour next = peek();
        turn = Math.min(turn + 1, entries.size() - 1);
        return next;
    }
}
