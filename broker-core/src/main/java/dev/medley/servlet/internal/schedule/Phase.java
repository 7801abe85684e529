package dev.medley.servlet.internal.schedule;

import java.util.Locale;
import java.util.Set;

/** Where a schedule is. The table of its transitions is {@link #canBecome}. */
public enum Phase {
    /** It has not begun. */
    NEW,
    /** A run is in flight. */
    RUNNING,
    /** It waits for the time of its next run. */
    IDLE,
    /** It has ended: nothing begins any more, and what a run in flight replies is not kept. */
    STOPPED;

    /** Returns whether {@code next} may follow. */
    boolean canBecome(Phase next) {
        return (switch (this) {
                    case NEW -> Set.of(RUNNING, IDLE, STOPPED);
                    case IDLE -> Set.of(RUNNING, STOPPED);
                    case RUNNING -> Set.of(IDLE, STOPPED);
                    case STOPPED -> Set.<Phase>of();
                })
                .contains(next);
    }

    /** Returns the name that {@code /status} uses. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
