package dev.medley.partner.internal.health;

import dev.medley.partner.BreakerSettings;
import dev.medley.thread.internal.Clock;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The circuit breaker of one endpoint (Nygard, <i>Release It!</i>), by Resilience4j. Closed, it admits all attempts and counts
 * their faults; open, it refuses all for a time; half-open, it admits a few probes, whose results close or open it.
 *
 * <p>A result counts only in the period in which its attempt began: an attempt that was sent to an endpoint before its breaker
 * opened, and fails long after, does not count as a failed probe. Periods have numbers, which attempts carry.
 *
 * <p>Thread-safe; Resilience4j decides each transition by one compare-and-set, and {@link #period} follows it by another.
 */
public final class Breaker {

    /** The number of no period: the breaker refuses. */
    public static final int REFUSED = -1;

    private static final Logger LOG = LoggerFactory.getLogger(Breaker.class);
    private static final AtomicReferenceFieldUpdater<Breaker, Period> PERIOD =
            AtomicReferenceFieldUpdater.newUpdater(Breaker.class, Period.class, "period");

    private final String name;
    private final BreakerSettings settings;
    private final BreakerClock clock;
    private final CircuitBreaker breaker;
    private volatile Period period;
    /** What Resilience4j is given for each fault; it has no stack trace, because it says nothing. */
    private final Throwable fault = new Fault();

    private final AtomicLong opened = new AtomicLong();

    /** The states. */
    public enum State {
        /** Admits all attempts. */
        CLOSED,
        /** Refuses all attempts. */
        OPEN,
        /** Admits a few probes. */
        HALF_OPEN;

        /** The state in words, as {@code /status} shows it. */
        public String label() {
            return this == HALF_OPEN ? "half-open" : this == OPEN ? "open" : "closed";
        }
    }

    /** A time in one state, and the probes that may still start in it. */
    private record Period(State state, int number, Instant since, AtomicInteger probesLeft) {}

    /** A fault, for Resilience4j. */
    private static final class Fault extends Exception {

        private static final long serialVersionUID = 1L;

        Fault() {
            super("fault", null, false, false);
        }
    }

    /** Creates the breaker of the endpoint {@code name}, closed. */
    public Breaker(String name, BreakerSettings settings, Clock clock) {
        this.name = name;
        this.settings = settings;
        this.clock = new BreakerClock(clock);
        breaker = CircuitBreaker.of(
                name,
                CircuitBreakerConfig.custom()
                        .failureRateThreshold(settings.failureRate())
                        .slidingWindow(
                                Math.toIntExact(Math.max(1, settings.window().toSeconds())),
                                settings.minAttempts(),
                                SlidingWindowType.TIME_BASED)
                        .waitDurationInOpenState(settings.openFor())
                        .permittedNumberOfCallsInHalfOpenState(settings.probes())
                        .clock(this.clock)
                        .build());
        period = new Period(State.CLOSED, 0, this.clock.instant(), new AtomicInteger());
    }

    /** Returns whether it would admit an attempt now. Changes nothing; {@link #start} decides. */
    public boolean admits() {
        Period now = period;
        return switch (now.state) {
            case CLOSED -> true;
            case OPEN -> clock.instant().isAfter(retryAt(now));
            case HALF_OPEN -> now.probesLeft.get() > 0;
        };
    }

    /**
     * An attempt is about to start.
     *
     * @return the number of the period, for {@link #ended}, which must follow; {@link #REFUSED} if it is not admitted
     */
    public int start() {
        boolean admitted = breaker.tryAcquirePermission();
        Period now = follow();
        if (!admitted) {
            return REFUSED;
        }
        if (now.state == State.HALF_OPEN) {
            now.probesLeft.decrementAndGet();
        }
        return now.number;
    }

    /** An attempt that was started in the period {@code number} has ended. */
    public void ended(Verdict verdict, int number) {
        Period now = period;
        if (now.number != number) {
            return;
        }
        switch (verdict) {
            // No duration: slow attempts have time-outs.
            case GOOD -> breaker.onSuccess(0, TimeUnit.NANOSECONDS);
            case FAULT -> breaker.onError(0, TimeUnit.NANOSECONDS, fault);
            case NONE -> {
                breaker.releasePermission();
                if (now.state == State.HALF_OPEN) {
                    now.probesLeft.incrementAndGet();
                }
            }
        }
        follow();
    }

    /** Begins a new period if Resilience4j has changed the state; the thread that does so reports it. */
    private Period follow() {
        Period now = period;
        State state = state(breaker.getState());
        if (state == now.state) {
            return now;
        }
        int probes = state == State.HALF_OPEN ? settings.probes() : 0;
        Period next = new Period(state, now.number + 1, clock.instant(), new AtomicInteger(probes));
        if (PERIOD.compareAndSet(this, now, next)) {
            report(next);
            return next;
        }
        return period;
    }

    private void report(Period next) {
        switch (next.state) {
            case OPEN -> {
                opened.incrementAndGet();
                LOG.warn(
                        "{}: the circuit breaker opens: at least {} % of its attempts failed; next probe in {} ms",
                        name, settings.failureRate(), settings.openFor().toMillis());
            }
            case HALF_OPEN -> LOG.info("{}: the circuit breaker is half-open: {} probes", name, settings.probes());
            case CLOSED -> LOG.info("{}: the circuit breaker closes", name);
        }
    }

    private static State state(CircuitBreaker.State state) {
        return switch (state) {
            case OPEN, FORCED_OPEN -> State.OPEN;
            case HALF_OPEN -> State.HALF_OPEN;
            case CLOSED, DISABLED, METRICS_ONLY -> State.CLOSED;
        };
    }

    private Instant retryAt(Period open) {
        return open.since.plus(settings.openFor());
    }

    /** The state. One that is open stays so until the next attempt, however long that takes. */
    public State state() {
        return period.state;
    }

    /** The number of its period, for {@link #ended}. */
    public int number() {
        return period.number;
    }

    /** The time since when it is in its state. */
    public Instant since() {
        return period.since;
    }

    /** The number of times that it has opened. */
    public long opened() {
        return opened.get();
    }

    /** The reason why it refuses, for messages. */
    public String refusal() {
        Period now = period;
        Instant retry = now.state == State.OPEN ? retryAt(now) : clock.instant();
        return now.state == State.HALF_OPEN
                ? "breaker half-open since %s, all %d probes are in flight"
                        .formatted(seconds(now.since), settings.probes())
                : "breaker open since %s, retry at %s"
                        .formatted(seconds(now.since), seconds(retry.plus(Duration.ofMillis(1))));
    }

    private static Instant seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.MILLIS);
    }
}
