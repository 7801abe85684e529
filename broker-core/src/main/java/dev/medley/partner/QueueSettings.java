package dev.medley.partner;

import dev.medley.partner.internal.limit.QueueRules;
import java.time.Duration;

/**
 * The settings of a partner's queue and of the limit before it. Immutable.
 *
 * @param adaptive the algorithm by which the exchanges at a time are limited, below what the connections carry
 * @param maxQueueAge time that an exchange may wait for a permit; zero for as long as its {@code timeout}
 * @param queueOrder in which those that wait have their permits
 */
public record QueueSettings(Adaptation adaptive, Duration maxQueueAge, QueueOrder queueOrder) {

    /** A limit by connections alone; any time in the queue; the oldest first. */
    public static final QueueSettings DEFAULT =
            new QueueSettings(Adaptation.OFF, Duration.ZERO, QueueOrder.OLDEST_FIRST);

    public QueueRules rules(int maxQueued) {
        return new QueueRules(maxQueued, maxQueueAge, queueOrder);
    }
}
