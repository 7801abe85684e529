package dev.medley.partner;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;

/** The keys of outlier ejection. */
record EjectionKeys(
        Setting<Integer> consecutiveFaults,
        Setting<Integer> excessFaultRate,
        Setting<Duration> interval,
        Setting<Integer> minAttempts,
        Setting<Duration> duration,
        Setting<Integer> maxShare) {

    private static final int MANY = 10_000;

    static EjectionKeys in(Group partner) {
        EjectionSettings defaults = EjectionSettings.DEFAULT;
        Group group = partner.group("ejection", "Outlier ejection: of several endpoints, one that fails is left out");
        return new EjectionKeys(
                group.key(
                        "consecutive-faults",
                        ValueParsers.wholeNumber(0, MANY, "attempts"),
                        defaults.consecutiveFaults(),
                        "Faults in a row that eject an endpoint; 0 for never"),
                group.key(
                        "excess-fault-rate",
                        EndpointKeys.PERCENT,
                        defaults.excessFaultRate(),
                        "Percentage points by which the fault rate of an endpoint may exceed that of the others; 0"
                                + " for any"),
                group.key(
                        "interval",
                        ValueParsers.duration(),
                        defaults.interval(),
                        "Time over which fault rates are compared"),
                group.key(
                        "min-attempts",
                        ValueParsers.wholeNumber(1, MANY, "attempts"),
                        defaults.minAttempts(),
                        "Attempts within the interval below which the fault rate of an endpoint does not count"),
                group.key(
                        "duration",
                        ValueParsers.duration(),
                        defaults.duration(),
                        "Duration of the first ejection, after which one attempt is a trial; it grows up to tenfold"
                                + " while trials fail"),
                group.key(
                        "max-share",
                        EndpointKeys.PERCENT,
                        defaults.maxShare(),
                        "Share of the endpoints that may be ejected at a time; of two or more, one may always be"
                                + " ejected, unless 0"));
    }

    EjectionSettings settings(Settings values) {
        return new EjectionSettings(
                values.get(consecutiveFaults),
                values.get(excessFaultRate),
                values.get(interval),
                values.get(minAttempts),
                values.get(duration),
                values.get(maxShare));
    }

    void set(Settings.Builder values, EjectionSettings settings) {
        values.set(consecutiveFaults, settings.consecutiveFaults());
        values.set(excessFaultRate, settings.excessFaultRate());
        values.set(interval, settings.interval());
        values.set(minAttempts, settings.minAttempts());
        values.set(duration, settings.duration());
        values.set(maxShare, settings.maxShare());
    }
}
