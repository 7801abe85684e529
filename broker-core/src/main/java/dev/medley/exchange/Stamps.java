package dev.medley.exchange;

import java.util.Arrays;

/** The times at which an attempt entered its states. Not thread-safe. */
final class Stamps {

    static final long NEVER = Long.MIN_VALUE;
    /** Where the end of the attempt is noted, behind its states. */
    static final int END = ExchangeState.BODY.ordinal() - ExchangeState.QUEUED.ordinal() + 1;

    private final long[] entered = new long[END + 1];

    Stamps() {
        Arrays.fill(entered, NEVER);
    }

    static int index(ExchangeState state) {
        return state.isEnd() ? END : state.ordinal() - ExchangeState.QUEUED.ordinal();
    }

    void enter(ExchangeState state, long now) {
        entered[index(state)] = now;
    }

    void end(long now) {
        entered[END] = now;
    }

    AttemptTimings snapshot(long now) {
        return new AttemptTimings(entered, now);
    }
}
