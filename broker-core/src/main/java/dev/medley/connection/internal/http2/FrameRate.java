package dev.medley.connection.internal.http2;

import dev.medley.connection.internal.Http2Settings;
import dev.medley.thread.internal.Clock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;

/**
 * The rate of frames that cost this side more than the partner: settings, pings, resets, empty frames, small
 * window updates, frames of streams that are closed. Above it the connection ends, with ENHANCE_YOUR_CALM. What follows
 * from requests of this side is not held against the partner: a reset of a stream that is open, some frames for each stream
 * that was opened, and, for each stream that this side has reset, the bytes that may have been on their way.
 *
 * <p>For the one thread at a time that reads the connection, and those that reset streams; a lost update does no harm.
 */
final class FrameRate {

    private static final int PER_SECOND = 1000;
    private static final int PER_STREAM = 8;
    private static final long NANOS_PER_FRAME = TimeUnit.SECONDS.toNanos(1) / PER_SECOND;

    private final Clock clock;
    private final Http2Connection connection;
    private final Http2Settings settings;
    /** Bytes that the partner may have sent on streams before it knew of their resets. */
    private final AtomicLong onTheWay = new AtomicLong();

    private long permitted = PER_SECOND;
    private long sinceNanos;
    private long streams;

    FrameRate(Clock clock, Http2Connection connection, Http2Settings settings) {
        this.clock = clock;
        this.connection = connection;
        this.settings = settings;
        sinceNanos = clock.nanoTime();
    }

    /** Returns whether {@code frame} is within the rate. */
    boolean permits(Object frame) {
        if (frame instanceof CancelFrame) {
            onTheWay.updateAndGet(bytes -> Math.min(bytes + settings.streamWindow(), settings.connectionWindow()));
            return true;
        }
        if (frame instanceof ResetFrame reset && connection.isOpenStream(reset.getStreamId())) {
            return true;
        }
        if (frame instanceof DataFrame data
                && data.remaining() > 0
                && onTheWay.addAndGet(-data.flowControlLength()) >= 0) {
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
