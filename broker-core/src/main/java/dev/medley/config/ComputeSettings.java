package dev.medley.config;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsBuilder;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.SettingsView;
import dev.medley.setting.internal.ValueParsers;

/** The section {@code compute} of the server: the computations of mashups. Immutable. */
public final class ComputeSettings extends SettingsView {

    static final Group KEYS = Group.section(
            "compute",
            "Computations of mashups, as by `mashup.compute`: they wait for a thread in the order of priorities, and are"
                    + " dropped when their request ends");

    private static final int MILLION = 1_000_000;

    private static final Setting<Integer> MAX_QUEUED = KEYS.key(
            "max-queued",
            ValueParsers.wholeNumber(0, MILLION, "computations"),
            10_000,
            "Maximum number of computations that wait for a thread; one more fails, and is replied to with a 503");

    private static final SettingsType<ComputeSettings> TYPE = new SettingsType<>("server", KEYS, ComputeSettings::new);

    ComputeSettings(Settings values) {
        super(KEYS, values);
    }

    /** Begins settings in which everything has its default. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns {@code max-queued}. */
    public int maxQueued() {
        return get(MAX_QUEUED);
    }

    /** Collects the settings of computations. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, ComputeSettings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code max-queued}. */
        public Builder maxQueued(int computations) {
            return put(MAX_QUEUED, computations);
        }
    }
}
