package dev.medley.partner.internal.health;

import dev.medley.thread.internal.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The broker's clock as Resilience4j asks for it: it goes on from the time of day at which it was created. */
final class BreakerClock extends java.time.Clock {

    private final Clock clock;
    private final long originNanos;
    private final Instant origin;
    private final ZoneId zone;

    BreakerClock(Clock clock) {
        this(clock, clock.nanoTime(), Instant.now(), ZoneOffset.UTC);
    }

    private BreakerClock(Clock clock, long originNanos, Instant origin, ZoneId zone) {
        this.clock = clock;
        this.originNanos = originNanos;
        this.origin = origin;
        this.zone = zone;
    }

    @Override
    public Instant instant() {
        return origin.plusNanos(clock.nanoTime() - originNanos);
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public java.time.Clock withZone(ZoneId other) {
        return new BreakerClock(clock, originNanos, origin, other);
    }
}
