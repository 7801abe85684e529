package dev.medley.loadtest.driver.plan;

import java.time.Duration;

/**
 * A stretch of the open loop with one rate of arrivals, as the phases of the paper's second experiment.
 *
 * @param interArrivalSeconds the mean time from one arrival to the next, in seconds
 * @param duration how long the phase takes
 */
public record Phase(double interArrivalSeconds, Duration duration) {

    /**
     * Checks both.
     *
     * @throws IllegalArgumentException unless both are more than zero
     */
    public Phase {
        if (!(interArrivalSeconds > 0) || Double.isInfinite(interArrivalSeconds)) {
            throw new IllegalArgumentException(
                    "the inter-arrival time is " + interArrivalSeconds + " s, but must be more than 0");
        }
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException("a phase takes " + duration + ", but must take more than no time");
        }
    }

    /**
     * A phase with that many arrivals a second.
     *
     * @throws IllegalArgumentException unless both are more than zero
     */
    public static Phase ofRate(double perSecond, Duration duration) {
        if (!(perSecond > 0) || Double.isInfinite(perSecond)) {
            throw new IllegalArgumentException("the rate is " + perSecond + " a second, but must be more than 0");
        }
        return new Phase(1 / perSecond, duration);
    }

    /** Arrivals a second. */
    public double ratePerSecond() {
        return 1 / interArrivalSeconds;
    }
}
