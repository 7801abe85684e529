package dev.medley.partner;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsBuilder;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.SettingsView;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.function.BiConsumer;

/** The section {@code hedge} of a partner: when an attempt starts beside the first one of a call. Immutable. */
public final class HedgeSettings extends SettingsView {

    static final Group KEYS = Group.section(
            "hedge", "A second attempt, parallel to the first, for requests that can safely be processed twice");

    private static final int LAST_PERCENTILE = 99;

    private static final Setting<Duration> AFTER = KEYS.key(
            "after",
            ValueParsers.durationOrZero(),
            Duration.ZERO,
            "Time after which the second attempt starts if there is no response. The first response is"
                    + " used, and the other attempt is cancelled. `retry.budget` applies. 0 for none");
    private static final Setting<Integer> PERCENTILE = KEYS.key(
            "percentile",
            ValueParsers.wholeNumber(0, LAST_PERCENTILE, "percent"),
            0,
            "Percentile of the partner's own response times that is used as that time, such as 95, once"
                    + " 100 responses have arrived; 0 for none");

    private static final SettingsType<HedgeSettings> TYPE =
            new SettingsType<>("partner", KEYS, HedgeSettings::new, HedgeSettings::check);

    HedgeSettings(Settings values) {
        super(KEYS, values);
    }

    /** Begins settings in which everything has its default: no attempt beside another. */
    public static Builder builder() {
        return new Builder();
    }

    static void check(Settings values, BiConsumer<Setting<?>, String> problems) {
        if (values.isGiven(AFTER) && values.isGiven(PERCENTILE)) {
            problems.accept(PERCENTILE, "cannot be combined with " + AFTER.path() + "; expected one of them");
        }
    }

    /** Returns whether there are attempts beside others. */
    public boolean isOn() {
        return !after().isZero() || percentile() > 0;
    }

    /** Returns {@code after}; zero for none. */
    public Duration after() {
        return get(AFTER);
    }

    /** Returns {@code percentile}; 0 for none. */
    public int percentile() {
        return get(PERCENTILE);
    }

    /** Collects the settings. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, HedgeSettings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code after}. */
        public Builder after(Duration delay) {
            return put(AFTER, delay);
        }

        /** Sets {@code percentile}. */
        public Builder percentile(int percent) {
            return put(PERCENTILE, percent);
        }
    }
}
