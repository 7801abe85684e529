package dev.medley.exchange.internal.timing;

import dev.medley.connection.internal.address.Address;
import dev.medley.exchange.AttemptTimings;
import dev.medley.exchange.ExchangeState;
import org.jspecify.annotations.Nullable;

/**
 * When one attempt entered which state, and its endpoint. Immutable.
 *
 * <p>A state that was skipped or not reached took no time.
 */
public final class DefaultAttemptTimings implements AttemptTimings {

    /** One for each state of an attempt and one for its end; 0 where the state was not entered. */
    private final long[] entered;

    private final long now;
    private final @Nullable Address endpoint;
    private final boolean hedge;

    /**
     * Creates the timings at {@code now}, by the clock.
     *
     * @param entered the {@linkplain StateTimestamps times} of its states
     * @param hedge whether it was started beside another one
     */
    public DefaultAttemptTimings(long[] entered, long now, @Nullable Address endpoint, boolean hedge) {
        // Once it has ended, they do not change.
        this.entered = entered[StateTimestamps.END] == StateTimestamps.NEVER ? entered.clone() : entered;
        this.now = now;
        this.endpoint = endpoint;
        this.hedge = hedge;
    }

    @Override
    public @Nullable String endpoint() {
        return endpoint == null ? null : endpoint.label();
    }

    @Override
    public long nanosIn(ExchangeState state) {
        int i = StateTimestamps.index(state);
        if (i < 0 || i >= StateTimestamps.END || entered[i] == StateTimestamps.NEVER) {
            return 0;
        }
        for (int next = i + 1; next <= StateTimestamps.END; next++) {
            if (entered[next] != StateTimestamps.NEVER) {
                return entered[next] - entered[i];
            }
        }
        return now - entered[i];
    }

    @Override
    public boolean isHedge() {
        return hedge;
    }

    @Override
    public boolean reached(ExchangeState state) {
        int i = StateTimestamps.index(state);
        return i >= 0 && i < StateTimestamps.END && entered[i] != StateTimestamps.NEVER;
    }
}
