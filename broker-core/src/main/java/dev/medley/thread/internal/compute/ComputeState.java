package dev.medley.thread.internal.compute;

import java.util.EnumSet;
import java.util.Set;

/**
 * The states of a {@link Computation}. One compare-and-set makes each step, so that its beginning, its end and the end of its mashup
 * are decided once:
 *
 * <pre>
 * WAITING ---> RUNNING ---> ENDED            it has run, and its result counts
 *    |  ^------'  |                          a slice gives its thread back
 *    |            |---> ABANDONED ---> ENDED     it runs on, and its result does not count
 *    |            '---> INTERRUPTING ---> INTERRUPTED ---> ENDED
 *    '---> REMOVED                           it never begins
 * </pre>
 */
enum ComputeState {
    /** It has not begun, or has given its thread back. */
    WAITING,
    RUNNING,
    /** It runs, and nobody needs it. */
    ABANDONED,
    /** As above, and its thread is being interrupted: it must not go on to other work before that has been done. */
    INTERRUPTING,
    /** As above, after that. */
    INTERRUPTED,
    ENDED,
    REMOVED;

    /** Returns whether this state may follow {@code before}. */
    boolean follows(ComputeState before) {
        return next(before).contains(this);
    }

    /** Returns whether it is decided whether its result counts. */
    boolean isDecided() {
        return this != WAITING && this != RUNNING;
    }

    /** Returns whether it runs although nobody needs it. */
    boolean isOverdue() {
        return this == ABANDONED || this == INTERRUPTING || this == INTERRUPTED;
    }

    private static Set<ComputeState> next(ComputeState state) {
        return switch (state) {
            case WAITING -> EnumSet.of(RUNNING, REMOVED);
            case RUNNING -> EnumSet.of(WAITING, ENDED, ABANDONED, INTERRUPTING);
            case INTERRUPTING -> EnumSet.of(INTERRUPTED);
            case ABANDONED, INTERRUPTED -> EnumSet.of(ENDED);
            case ENDED, REMOVED -> EnumSet.noneOf(ComputeState.class);
        };
    }
}
