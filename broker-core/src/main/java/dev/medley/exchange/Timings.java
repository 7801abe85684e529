package dev.medley.exchange;

import java.util.List;

/**
 * When an exchange entered which state.
 *
 * @param startNanos when it was started, by the broker's clock
 * @param endNanos when it ended, or the present moment while it has not
 * @param attempts its attempts, the first one first
 */
public record Timings(long startNanos, long endNanos, List<AttemptTimings> attempts) {

    /** The time from its start to its end, or until now, in nanoseconds. */
    public long totalNanos() {
        return endNanos - startNanos;
    }

    /** Returns whether one of its attempts was started beside another one. */
    public boolean isHedged() {
        return attempts.size() > 1 && attempts.stream().anyMatch(AttemptTimings::isHedge);
    }

    /** The time that it was in {@code state} over all attempts, in nanoseconds. */
    public long nanosIn(ExchangeState state) {
        long nanos = 0;
        for (AttemptTimings attempt : attempts) {
            nanos += attempt.nanosIn(state);
        }
        return nanos;
    }
}
