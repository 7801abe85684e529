package dev.medley.partner;

import java.time.Duration;

/**
 * The delay after which an attempt is started beside the first one of a call: a time, or a percentile of the partner's own
 * times to a response.
 *
 * @param after the delay; zero for none
 * @param percentile the percentile that is the delay, 1 to 99; 0 for none
 */
public record HedgeSettings(Duration after, int percentile) {

    /** No attempt beside another. */
    public static final HedgeSettings OFF = new HedgeSettings(Duration.ZERO, 0);

    /** An attempt beside the first one after {@code delay}. */
    public static HedgeSettings after(Duration delay) {
        return new HedgeSettings(delay, 0);
    }

    /** An attempt beside the first one once that has lasted longer than {@code percent} of 100 do. */
    public static HedgeSettings percentile(int percent) {
        return new HedgeSettings(Duration.ZERO, percent);
    }

    /** Returns whether there are attempts beside others. */
    public boolean isOn() {
        return !after.isZero() || percentile > 0;
    }
}
