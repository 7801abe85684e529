package dev.medley.partner.internal.limit;

import dev.medley.partner.QueueOrder;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The waiters of a limiter: those of a higher priority first, those of the same priority in the order of the rules. Not
 * thread-safe: guarded by the limiter's lock.
 */
final class WaitQueue {

    private final QueueOrder order;
    private final Map<Priority, Line> lines = new EnumMap<>(Priority.class);
    private int size;

    WaitQueue(QueueOrder order) {
        this.order = order;
        for (Priority priority : Priority.values()) {
            lines.put(priority, new Line());
        }
    }

    /** The waiters of one priority, linked from the oldest to the newest. */
    private static final class Line {

        private @Nullable Waiter oldest;
        private @Nullable Waiter newest;

        private void add(Waiter waiter) {
            waiter.ahead = newest;
            if (newest == null) {
                oldest = waiter;
            } else {
                newest.behind = waiter;
            }
            newest = waiter;
        }

        private void remove(Waiter waiter) {
            if (waiter.ahead == null) {
                oldest = waiter.behind;
            } else {
                waiter.ahead.behind = waiter.behind;
            }
            if (waiter.behind == null) {
                newest = waiter.ahead;
            } else {
                waiter.behind.ahead = waiter.ahead;
            }
            waiter.ahead = null;
            waiter.behind = null;
        }
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    void add(Waiter waiter, long nowNanos) {
        waiter.queued = true;
        waiter.sinceNanos = nowNanos;
        line(waiter).add(waiter);
        size++;
    }

    void remove(Waiter waiter) {
        line(waiter).remove(waiter);
        waiter.queued = false;
        size--;
    }

    /** Returns the waiter that is to be admitted next, or null. */
    @Nullable
    Waiter first() {
        if (size == 0) {
            return null;
        }
        for (Line line : lines.values()) {
            Waiter first = order == QueueOrder.OLDEST_FIRST ? line.oldest : line.newest;
            if (first != null) {
                return first;
            }
        }
        return null;
    }

    /** Returns the waiter of the lowest priority that would be admitted after {@code newcomer}, or null. */
    @Nullable
    Waiter displacedBy(Waiter newcomer) {
        Waiter last = null;
        for (Map.Entry<Priority, Line> each : lines.entrySet()) {
            int behind = each.getKey().compareTo(newcomer.priority());
            boolean newest = order == QueueOrder.OLDEST_FIRST;
            if (behind > 0 || (behind == 0 && !newest)) {
                Waiter candidate = newest ? each.getValue().newest : each.getValue().oldest;
                last = candidate == null ? last : candidate;
            }
        }
        return last;
    }

    /** Returns the waiter that waits longest, or null. */
    @Nullable
    Waiter oldest() {
        Waiter oldest = null;
        for (Line line : lines.values()) {
            Waiter candidate = line.oldest;
            if (candidate != null && (oldest == null || candidate.sinceNanos - oldest.sinceNanos < 0)) {
                oldest = candidate;
            }
        }
        return oldest;
    }

    private Line line(Waiter waiter) {
        Line line = lines.get(waiter.priority());
        if (line == null) {
            throw new IllegalStateException("no queue has " + waiter.priority());
        }
        return line;
    }
}
