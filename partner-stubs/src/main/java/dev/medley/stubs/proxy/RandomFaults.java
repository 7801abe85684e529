package dev.medley.stubs.proxy;

import java.time.Duration;
import java.util.Random;

/**
 * Faults of a {@link FaultProxy} at random, each of them for a while, and calm before. The same seed gives the same faults.
 *
 * <p>Used by one proxy.
 */
public final class RandomFaults {

    private static final int MOST_BYTES_BEFORE_CUT = 4_000;
    private static final int MOST_DELAY_MILLIS = 1_500;
    private static final int MOST_BYTES_PER_SECOND = 20_000;
    private static final int LEAST_BYTES_PER_SECOND = 1_000;
    private static final int MOST_DRIPPED = 50;

    private final Random random;
    private final Duration meanCalm;
    private final Duration longest;

    /** The kinds of faults. */
    public enum Kind {
        /** All connections are reset at once. */
        RESET,
        /** All connections are closed at once. */
        CLOSE,
        /** Responses are cut by a reset, after up to 4,000 bytes. */
        CUT_BY_RESET,
        /** Responses are cut by a close, after up to 4,000 bytes. */
        CUT_BY_CLOSE,
        /** Responses come up to 1.5 s later. */
        DELAY,
        /** Bytes come at 1,000 to 20,000 in a second. */
        THROTTLE,
        /** Bytes come at up to 50 in a second. */
        DRIP,
        /** Nothing passes. */
        BLACK_HOLE,
        /** All connections are reset, and no other is accepted. */
        REFUSE
    }

    /**
     * One fault.
     *
     * @param kind what it is
     * @param fault what it does to connections
     * @param calm the time before it
     * @param length the time for which it holds
     */
    record Episode(Kind kind, ProxyFault fault, Duration calm, Duration length) {

        void beginAt(FaultProxy proxy) {
            switch (kind) {
                case RESET -> proxy.reset();
                case CLOSE -> proxy.disconnect();
                case REFUSE -> {
                    proxy.refuse();
                    proxy.reset();
                }
                default -> proxy.inject(fault);
            }
        }
    }

    /**
     * Creates faults.
     *
     * @param seed determines them
     * @param meanCalm the mean time between two faults
     * @param longest the longest time that a fault holds
     * @throws IllegalArgumentException if a time is not above zero
     */
    public RandomFaults(long seed, Duration meanCalm, Duration longest) {
        random = new Random(seed);
        this.meanCalm = positive("meanCalm", meanCalm);
        this.longest = positive("longest", longest);
    }

    /** The next fault. */
    Episode next() {
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        // Drawn for each kind, so that the sequence does not depend on what the kinds need.
        double amount = random.nextDouble();
        Duration calm = scaled(meanCalm, -Math.log1p(-random.nextDouble()));
        return new Episode(kind, fault(kind, amount), calm, scaled(longest, random.nextDouble()));
    }

    private static ProxyFault fault(Kind kind, double amount) {
        return switch (kind) {
            case CUT_BY_RESET -> ProxyFault.resetAfter((long) (amount * MOST_BYTES_BEFORE_CUT));
            case CUT_BY_CLOSE -> ProxyFault.closeAfter((long) (amount * MOST_BYTES_BEFORE_CUT));
            case DELAY -> ProxyFault.delay(Duration.ofMillis((long) (amount * MOST_DELAY_MILLIS)));
            case THROTTLE ->
                ProxyFault.throttle(
                        LEAST_BYTES_PER_SECOND + (long) (amount * (MOST_BYTES_PER_SECOND - LEAST_BYTES_PER_SECOND)));
            case DRIP -> ProxyFault.throttle(1 + (long) (amount * (MOST_DRIPPED - 1)));
            case BLACK_HOLE -> ProxyFault.blackHole();
            case RESET, CLOSE, REFUSE -> ProxyFault.none();
        };
    }

    private static Duration scaled(Duration duration, double factor) {
        return Duration.ofNanos((long) (duration.toNanos() * factor));
    }

    private static Duration positive(String what, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException("%s is %s, but must be above zero".formatted(what, value));
        }
        return value;
    }
}
