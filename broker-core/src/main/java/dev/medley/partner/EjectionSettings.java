package dev.medley.partner;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsBuilder;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.SettingsView;
import dev.medley.setting.internal.ValueParser;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;

/** The section {@code ejection} of a partner: an endpoint that fails while the others do not is not used for a time. Immutable. */
public final class EjectionSettings extends SettingsView {

    static final Group KEYS =
            Group.section("ejection", "Outlier ejection: excludes an endpoint that fails while the others do not");

    private static final int HALF = 50;
    private static final int MANY = 10_000;
    private static final ValueParser<Integer> PERCENT = ValueParsers.wholeNumber(0, 100, "percent");

    private static final Setting<Integer> CONSECUTIVE_FAULTS = KEYS.key(
            "consecutive-faults",
            ValueParsers.wholeNumber(0, MANY, "attempts"),
            5,
            "Faults in a row that eject an endpoint; 0 for never");
    private static final Setting<Integer> EXCESS_FAULT_RATE = KEYS.key(
            "excess-fault-rate",
            PERCENT,
            30,
            "Percentage points by which an endpoint's fault rate may exceed the others'; 0 for any");
    private static final Setting<Duration> INTERVAL = KEYS.key(
            "interval", ValueParsers.duration(), Duration.ofSeconds(5), "Time over which fault rates are compared");
    private static final Setting<Integer> MIN_ATTEMPTS = KEYS.key(
            "min-attempts",
            ValueParsers.wholeNumber(1, MANY, "attempts"),
            20,
            "Attempts within the interval below which the fault rate of an endpoint does not count");
    private static final Setting<Duration> DURATION = KEYS.key(
            "duration",
            ValueParsers.duration(),
            Duration.ofSeconds(10),
            "Duration of the first ejection, after which one attempt is a trial; it grows up to tenfold"
                    + " while trials fail");
    private static final Setting<Integer> MAX_SHARE = KEYS.key(
            "max-share",
            PERCENT,
            HALF,
            "Share of the endpoints that may be ejected at a time; of two or more, one may always be"
                    + " ejected, unless 0");

    private static final SettingsType<EjectionSettings> TYPE =
            new SettingsType<>("partner", KEYS, EjectionSettings::new);

    EjectionSettings(Settings values) {
        super(KEYS, values);
    }

    /** Begins settings in which everything has its default. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns whether an endpoint may be ejected at all. */
    public boolean enabled() {
        return maxShare() > 0 && (consecutiveFaults() > 0 || excessFaultRate() > 0);
    }

    /** Returns {@code consecutive-faults}. */
    public int consecutiveFaults() {
        return get(CONSECUTIVE_FAULTS);
    }

    /** Returns {@code excess-fault-rate}, in percentage points. */
    public int excessFaultRate() {
        return get(EXCESS_FAULT_RATE);
    }

    /** Returns {@code interval}. */
    public Duration interval() {
        return get(INTERVAL);
    }

    /** Returns {@code min-attempts}. */
    public int minAttempts() {
        return get(MIN_ATTEMPTS);
    }

    /** Returns {@code duration}. */
    public Duration duration() {
        return get(DURATION);
    }

    /** Returns {@code max-share}, in percent. */
    public int maxShare() {
        return get(MAX_SHARE);
    }

    /** Collects the settings. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, EjectionSettings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code consecutive-faults}. */
        public Builder consecutiveFaults(int faults) {
            return put(CONSECUTIVE_FAULTS, faults);
        }

        /** Sets {@code excess-fault-rate}. */
        public Builder excessFaultRate(int points) {
            return put(EXCESS_FAULT_RATE, points);
        }

        /** Sets {@code interval}. */
        public Builder interval(Duration time) {
            return put(INTERVAL, time);
        }

        /** Sets {@code min-attempts}. */
        public Builder minAttempts(int attempts) {
            return put(MIN_ATTEMPTS, attempts);
        }

        /** Sets {@code duration}. */
        public Builder duration(Duration first) {
            return put(DURATION, first);
        }

        /** Sets {@code max-share}. */
        public Builder maxShare(int percent) {
            return put(MAX_SHARE, percent);
        }
    }
}
