package dev.medley.connection.http2;

import dev.medley.thread.Clock;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http2.frames.ResetFrame;

/**
 * The rate of frames that cost this side more than the partner: settings, pings, resets, empty frames, small
 * window updates, frames of streams that are closed. Above it the connection ends, with ENHANCE_YOUR_CALM. What follows from requests of this side is not
 * held against the partner: a reset of a stream that is open, and some frames for each stream that was opened.
 *
 * <p>For the one thread at a time that reads the connection, and those that reset streams; a lost update does no harm.
 */
final class FrameRate {

    private static final int PER_SECOND = 1000;
    private static final int PER_STREAM = 8;
    private static final long NANOS_PER_FRAME = TimeUnit.SECONDS.toNanos(1) / PER_SECOND;

    private final Clock clock;
    private final Http2Connection connection;
    private long permitted = PER_SECOND;
    private long sinceNanos;
    private long streams;

    FrameRate(Clock clock, Http2Connection connection) {
        this.clock = clock;
        this.connection = connection;
        sinceNanos = clock.nanoTime();
    }

    /** Returns whether {@code frame} is within the rate. */
    boolean permits(Object frame) {
        if (frame instanceof CancelFrame
                || (frame instanceof ResetFrame reset && connection.isOpenStream(reset.getStreamId()))) {
            return true;
        }
        refill();
        permitted--;
        return permitted >= 0;
    }

    private void refill() {
        long opened = connection.streamsOpened();
        long now = clock.nanoTime();
        long earned = (now - sinceNanos) / NANOS_PER_FRAME;
        if (earned > 0) {
            sinceNanos += earned * NANOS_PER_FRAME;
        }
        permitted = Math.min(PER_SECOND, permitted + earned) + (opened - streams) * PER_STREAM;
        streams = opened;
    }
}
