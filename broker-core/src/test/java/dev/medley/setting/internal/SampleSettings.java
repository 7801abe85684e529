package dev.medley.setting.internal;

import dev.medley.setting.internal.Setting.Trait;

/** The section {@code queue} of a partner. Immutable. */
public final class SampleSettings extends SettingsView {

    static final Group KEYS = Group.section("queue", "The queue of a partner");

    private static final Setting<Integer> MAX_QUEUED = KEYS.key(
            "max-queued",
            ValueParsers.wholeNumber(0, 1_000_000, "exchanges"),
            1000,
            "Maximum number of exchanges that wait for a connection; one more fails immediately",
            Trait.CHANGEABLE);

    private static final SettingsType<SampleSettings> TYPE = new SettingsType<>("partner", KEYS, SampleSettings::new);

    SampleSettings(Settings values) {
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

    /** Collects the settings. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, SampleSettings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code max-queued}. */
        public Builder maxQueued(int exchanges) {
            return put(MAX_QUEUED, exchanges);
        }
    }
}
