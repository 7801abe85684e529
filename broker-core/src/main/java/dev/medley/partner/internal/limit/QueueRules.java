package dev.medley.partner.internal.limit;

import dev.medley.partner.QueueOrder;
import java.time.Duration;

/**
 * The bounds and the order of the queue of a {@link Limiter}.
 *
 * @param maxQueued waiters at a time, at most
 * @param maxAge time that a waiter may wait; zero for any time
 * @param order of waiters with the same priority
 */
public record QueueRules(int maxQueued, Duration maxAge, QueueOrder order) {

    /** Returns the rules of a queue without a bound on the age, in which the oldest is first. */
    public static QueueRules ofLength(int maxQueued) {
        return new QueueRules(maxQueued, Duration.ZERO, QueueOrder.OLDEST_FIRST);
    }
}
