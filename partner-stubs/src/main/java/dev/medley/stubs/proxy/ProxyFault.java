package dev.medley.stubs.proxy;

import java.time.Duration;

/**
 * What a {@link FaultProxy} does to the bytes of a connection. Immutable.
 *
 * <p>Bytes of the partner are those that it sends, responses; they are counted from the moment at which the fault begins: that
 * of {@link FaultProxy#inject}, or the opening of the connection.
 */
public final class ProxyFault {

    private static final ProxyFault NONE = new ProxyFault(Kind.NONE, 0);
    private static final ProxyFault BLACK_HOLE = new ProxyFault(Kind.BLACK_HOLE, 0);
    private static final Duration LONGEST_DELAY = Duration.ofHours(1);

    private final Kind kind;
    private final long amount;

    private ProxyFault(Kind kind, long amount) {
        this.kind = kind;
        this.amount = amount;
    }

    /** The kinds of faults. */
    enum Kind {
        NONE,
        RESET,
        CLOSE,
        DELAY,
        ROUND_TRIP,
        THROTTLE,
        BLACK_HOLE
    }

    /** Returns the absence of a fault: bytes pass as they come. */
    public static ProxyFault none() {
        return NONE;
    }

    /**
     * Returns a fault that passes {@code bytes} of the partner on, and resets the connection (RST) in place of the next one: with
     * 0 before the response, which the partner has sent; with more inside a response, or a later one on the connection.
     *
     * @throws IllegalArgumentException if {@code bytes} is negative
     */
    public static ProxyFault resetAfter(long bytes) {
        return new ProxyFault(Kind.RESET, notNegative(bytes));
    }

    /**
     * Returns a fault as {@link #resetAfter}, with an orderly end of the connection (FIN).
     *
     * @throws IllegalArgumentException if {@code bytes} is negative
     */
    public static ProxyFault closeAfter(long bytes) {
        return new ProxyFault(Kind.CLOSE, notNegative(bytes));
    }

    /**
     * Returns a fault by which the partner's bytes pass after a time, 16 KiB at once at most.
     *
     * @throws IllegalArgumentException unless {@code time} is from 0 to an hour
     */
    public static ProxyFault delay(Duration time) {
        if (time.isNegative() || time.compareTo(LONGEST_DELAY) > 0) {
            throw new IllegalArgumentException("the delay is %s, but must be from 0 to 1 h".formatted(time));
        }
        return new ProxyFault(Kind.DELAY, time.toNanos());
    }

    /**
     * Returns a fault by which a connection takes as long as over a network with this round-trip time: the partner's bytes pass
     * after that time, as with {@link #delay}, and so do the first bytes of the client, which over such a network come behind
     * the handshake of TCP. A proxy completes that at once.
     *
     * @throws IllegalArgumentException unless {@code time} is from 0 to an hour
     */
    public static ProxyFault roundTrip(Duration time) {
        return new ProxyFault(Kind.ROUND_TRIP, delay(time).amount);
    }

    /**
     * Returns a fault by which so many bytes pass in a second, in either direction, which holds both sides back.
     *
     * @throws IllegalArgumentException if {@code bytesPerSecond} is below 1
     */
    public static ProxyFault throttle(long bytesPerSecond) {
        if (bytesPerSecond < 1) {
            throw new IllegalArgumentException(
                    "%d bytes per second, but there must be at least 1".formatted(bytesPerSecond));
        }
        return new ProxyFault(Kind.THROTTLE, bytesPerSecond);
    }

    /**
     * Returns a fault by which nothing passes in either direction, the end of a connection included. Nothing is lost either: it
     * passes when the fault is over.
     */
    public static ProxyFault blackHole() {
        return BLACK_HOLE;
    }

    Kind kind() {
        return kind;
    }

    /** The bytes before a cut or per second, or the nanoseconds of a delay. */
    long amount() {
        return amount;
    }

    private static long notNegative(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes is %d, but must not be negative".formatted(bytes));
        }
        return bytes;
    }

    @Override
    public String toString() {
        return switch (kind) {
            case NONE -> "no fault";
            case RESET -> "reset after " + amount + " bytes";
            case CLOSE -> "close after " + amount + " bytes";
            case DELAY -> "delay of " + Duration.ofNanos(amount).toMillis() + " ms";
            case ROUND_TRIP -> "round trip of " + Duration.ofNanos(amount).toMillis() + " ms";
            case THROTTLE -> amount + " bytes/s";
            case BLACK_HOLE -> "black hole";
        };
    }
}
