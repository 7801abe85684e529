package dev.medley.server.internal.inbound;

import dev.medley.config.ClientSettings;

/** The bytes of one body or reply, and the time for which it has waited for the client. Used by the one thread that looks. */
final class Pace {

    private static final long NONE = Long.MIN_VALUE;
    private static final double SECOND = 1e9;

    private long from = NONE;
    private long nanos;

    /**
     * A look finds that more is awaited from the client.
     *
     * @param elapsed nanoseconds since the last look, which count unless this is the first one that finds so
     * @param bytes that have come, or gone, by now
     */
    void waited(long elapsed, long bytes) {
        if (from == NONE) {
            from = bytes;
        } else {
            nanos += elapsed;
        }
    }

    /** Nothing is awaited any more, and the next wait is one of another body or reply. */
    void end() {
        from = NONE;
        nanos = 0;
    }

    /** Returns whether fewer than {@code rate} bytes a second have come while they were awaited; 0 for any rate. */
    boolean isBelow(long rate, long bytes, ClientSettings bounds) {
        return from != NONE
                && rate > 0
                && nanos > bounds.rateGrace().toNanos()
                && bytes - from < rate * (nanos / SECOND);
    }
}
