package dev.medley.partner.internal.policy;

import dev.medley.partner.internal.limit.AdmissionStage;
import dev.medley.thread.internal.Clock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Refuses attempts at an endpoint for as long as its responses ask for by Retry-After (RFC 9110, section 10.2.3), up to a
 * bound: the field of one response holds back all exchanges with the endpoint, unless it is about one user. Thread-safe.
 */
final class RetryAfterStage implements AdmissionStage<AttemptResult> {

    private final Clock clock;
    private final long startNanos;
    private final RetryAfterRules retryAfter;
    private final ResendCounters counters;
    /** The end of the pause, in nanoseconds since the start; 0 for no pause. */
    private final AtomicLong until = new AtomicLong();

    RetryAfterStage(Clock clock, RetryAfterRules retryAfter, ResendCounters counters) {
        this.clock = clock;
        this.retryAfter = retryAfter;
        this.counters = counters;
        startNanos = clock.nanoTime();
    }

    @Override
    public boolean admits() {
        long end = until.get();
        if (end == 0) {
            return true;
        }
        if (end > sinceStart()) {
            return false;
        }
        // Another response may have asked for more meanwhile.
        until.compareAndSet(end, 0);
        return true;
    }

    @Override
    public long admitsInNanos() {
        return Math.max(0, until.get() - sinceStart());
    }

    @Override
    public void onRefused() {
        counters.heldBack.increment();
    }

    @Override
    public void onEnded(AttemptResult result) {
        if (result.retryAfterNanos() > 0 && retryAfter.holdsBackAll(result.status())) {
            long end = sinceStart() + retryAfter.pauseNanos(result);
            until.accumulateAndGet(end, Math::max);
        }
    }

    @Override
    public String refusal() {
        long left = TimeUnit.NANOSECONDS.toMillis(admitsInNanos());
        return "its Retry-After permits no request for another " + left + " ms";
    }

    private long sinceStart() {
        return clock.nanoTime() - startNanos;
    }
}
