package dev.medley.thread.internal;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The stalls of one mashup, and the rules on them. Not thread-safe: for the watch.
 *
 * <p>Stalls in which the thread runs are warm-up until {@link #WARM_UP} after the first of them: classes are loaded, and code
 * is not compiled yet. A stall in which the thread waits never is.
 */
final class StallHistory {

    /** Stalls {@link #WITHIN} which a mashup is moved. */
    static final int STALLS = 3;

    static final Duration WITHIN = Duration.ofMinutes(1);

    static final Duration WARM_UP = Duration.ofSeconds(10);

    private final Deque<Long> recent = new ArrayDeque<>(STALLS);
    private @Nullable Long firstRunning;
    private @Nullable Long firstLogged;
    private int logged;

    boolean isWarmUp(Stall stall) {
        if (!stall.isRunning()) {
            return false;
        }
        Long first = firstRunning;
        if (first == null) {
            firstRunning = stall.atNanos();
            return true;
        }
        return stall.atNanos() - first < WARM_UP.toNanos();
    }

    /** Adds a stall; returns whether the mashup stalls again and again. */
    boolean add(Stall stall) {
        recent.add(stall.atNanos());
        while (stall.atNanos() - recent.element() > WITHIN.toNanos()) {
            recent.remove();
        }
        if (recent.size() > STALLS) {
            recent.remove();
        }
        return recent.size() == STALLS;
    }

    /** Returns whether a stall is logged as a warning: as many a minute as move a mashup, for one that is not moved. */
    boolean isToBeLogged(Stall stall) {
        Long first = firstLogged;
        if (first == null || stall.atNanos() - first > WITHIN.toNanos()) {
            firstLogged = stall.atNanos();
            logged = 0;
        }
        return logged++ < STALLS;
    }
}
