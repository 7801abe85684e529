package dev.medley.exchange.internal.timing;

import dev.medley.exchange.ExchangeState;
import java.util.Arrays;

/** The times at which an attempt entered its states: one for each state before the end, and one for the end. */
public final class StateTimestamps {

    static final long NEVER = Long.MIN_VALUE;
    /** The place of the end of the attempt, behind its states. */
    static final int END = 8;

    private StateTimestamps() {}

    /** Returns the times of an attempt that has entered no state. */
    public static long[] none() {
        long[] entered = new long[END + 1];
        Arrays.fill(entered, NEVER);
        return entered;
    }

    /** The place of {@code state}; -1 for the one that is before all attempts. */
    public static int index(ExchangeState state) {
        return switch (state) {
            case CREATED -> -1;
            case QUEUED -> 0;
            case CONNECTING -> 1;
            case HANDSHAKING -> 2;
            case CONNECTED -> 3;
            case SENDING -> 4;
            case WAITING -> 5;
            case HEADERS -> 6;
            case BODY -> 7;
            case COMPLETED, FAILED, EXPIRED, CANCELLED -> END;
        };
    }

    /** Notes that {@code state} is entered at {@code now}. */
    public static void enter(long[] entered, ExchangeState state, long now) {
        entered[index(state)] = now;
    }
}
