package dev.medley.setting.internal;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Settings of one group, as users see them: a subclass has a method for each key. Two are equal if they have the same values of that
 * group. Immutable. Each read is a look-up: what reads a value for every exchange keeps it in a field.
 */
public abstract class SettingsView {

    private final Group keys;
    private final Settings values;

    /**
     * Creates a view.
     *
     * @param keys of the group
     * @param values of these keys; others are ignored
     */
    protected SettingsView(Group keys, Settings values) {
        this.keys = keys;
        this.values = values;
    }

    /** Returns the value of a setting that has one. */
    protected final <T> T get(Setting<T> setting) {
        return values.get(setting);
    }

    /** Returns the value of a setting; null if it has neither value nor default. */
    protected final <T> @Nullable T find(Setting<T> setting) {
        return values.find(setting);
    }

    final Settings values() {
        return values;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SettingsView that
                && getClass() == that.getClass()
                && keys == that.keys
                && keys.settings().allMatch(setting -> values.isSame(that.values, setting));
    }

    @Override
    public int hashCode() {
        return keys.settings()
                .map(setting -> Objects.hashCode(values.find(setting)))
                .toList()
                .hashCode();
    }

    /** Returns the keys that have other values than their defaults; values may be secret. */
    @Override
    public String toString() {
        return getClass().getSimpleName()
                + keys.settings().filter(values::isGiven).map(Setting::path).toList();
    }
}
