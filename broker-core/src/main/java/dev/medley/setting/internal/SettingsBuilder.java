package dev.medley.setting.internal;

import java.util.function.Consumer;

/**
 * Collects the settings of a group; a subclass has a method for each key. A key that is not set has its default.
 *
 * @param <B> the subclass
 * @param <V> what it builds
 */
public abstract class SettingsBuilder<B extends SettingsBuilder<B, V>, V> {

    private final SettingsType<V> type;
    private final Settings.Builder values;

    /** Creates a builder in which nothing is set. */
    protected SettingsBuilder(SettingsType<V> type) {
        this(type, new Settings.Builder(type.keys()));
    }

    /** Creates a builder that collects in {@code values}. */
    protected SettingsBuilder(SettingsType<V> type, Settings.Builder values) {
        this.type = type;
        this.values = values;
    }

    /** Sets a value, in place of an earlier one. */
    protected final <T> B put(Setting<T> setting, T value) {
        values.set(setting, value);
        return self();
    }

    /** Sets what {@code change} sets in {@code part}, a new builder of a group below this one. */
    protected final <P extends SettingsBuilder<P, ?>> B change(P part, Consumer<? super P> change) {
        change.accept(part);
        values.setAll(part.settings());
        return self();
    }

    final Settings.Builder settings() {
        return values;
    }

    final SettingsType<V> type() {
        return type;
    }

    /**
     * Returns the settings.
     *
     * @throws IllegalArgumentException if a value is out of bounds, or values do not go together; the message has key, value and bounds
     */
    public V build() {
        return type.checked(values.build(type.owner()));
    }

    @SuppressWarnings("unchecked") // a subclass is a builder of itself
    private B self() {
        return (B) this;
    }
}
