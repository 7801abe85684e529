package dev.medley.exchange;

import org.jspecify.annotations.Nullable;

/**
 * The times at which one attempt entered its states, and its endpoint. Immutable.
 *
 * <p>A state that was skipped or not reached took no time.
 */
public interface AttemptTimings {

    /** The endpoint that the attempt went to, as host and port; null if it had none. */
    @Nullable
    String endpoint();

    /** The time that the attempt was in {@code state}, in nanoseconds. */
    long nanosIn(ExchangeState state);

    /** Returns whether the attempt was started beside another one, and not in place of it. */
    boolean isHedge();

    /** Returns whether the attempt was in {@code state}. */
    boolean reached(ExchangeState state);
}
