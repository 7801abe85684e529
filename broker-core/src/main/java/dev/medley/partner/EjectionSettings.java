package dev.medley.partner;

import java.time.Duration;

/**
 * The settings of outlier ejection: an endpoint that fails while the others do not is left out for a time.
 *
 * @param consecutiveFaults faults in a row that eject an endpoint; 0 for never
 * @param excessFaultRate percentage points by which the fault rate of an endpoint may exceed that of the others together
 *     over an interval; 0 for any
 * @param interval over which fault rates are compared
 * @param minAttempts attempts within an interval below which the fault rate of an endpoint does not count
 * @param duration of the first ejection; the next ones are two to ten times as long, until an endpoint has been in use
 *     for as long as it was ejected
 * @param maxShare percentage of the endpoints that may be ejected at a time, 0 to 100; of two or more always one, unless 0
 */
public record EjectionSettings(
        int consecutiveFaults,
        int excessFaultRate,
        Duration interval,
        int minAttempts,
        Duration duration,
        int maxShare) {

    private static final int FAULTS = 5;
    private static final int EXCESS = 30;
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final int ATTEMPTS = 20;
    private static final Duration DURATION = Duration.ofSeconds(10);
    private static final int HALF = 50;

    /** Ejection after five faults in a row, or with a fault rate 30 points above that of the others. */
    public static final EjectionSettings DEFAULT =
            new EjectionSettings(FAULTS, EXCESS, INTERVAL, ATTEMPTS, DURATION, HALF);

    /** No ejection. */
    public static final EjectionSettings OFF = new EjectionSettings(0, 0, INTERVAL, ATTEMPTS, DURATION, 0);

    /** Returns whether an endpoint may be ejected at all. */
    public boolean enabled() {
        return maxShare > 0 && (consecutiveFaults > 0 || excessFaultRate > 0);
    }
}
