package dev.medley.partner.internal.policy;

import java.time.Duration;

/**
 * The delay after which an attempt is started beside the first one of a call: a time, or a percentile of the partner's own
 * times to a response.
 *
 * @param after the delay; zero for none
 * @param percentile the percentile that is the delay, 1 to 99; 0 for none
 */
public record HedgeOptions(Duration after, int percentile) {

    /** No attempt beside another. */
    public static final HedgeOptions OFF = new HedgeOptions(Duration.ZERO, 0);

    /** An attempt beside the first one after {@code delay}. */
    public static HedgeOptions after(Duration delay) {
        return new HedgeOptions(delay, 0);
    }

    /** An attempt beside the first one once that has lasted longer than {@code percent} of 100 do. */
    public static HedgeOptions percentile(int percent) {
        return new HedgeOptions(Duration.ZERO, percent);
    }

    /** Returns whether there are attempts beside others. */
    public boolean isOn() {
        return !after.isZero() || percentile > 0;
    }
}
