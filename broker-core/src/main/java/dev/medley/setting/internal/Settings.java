package dev.medley.setting.internal;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The values of the settings of a group. Immutable.
 *
 * @param values those that are given, and the defaults of the others, by the paths of their settings
 */
public record Settings(Map<String, Object> values) {

    /** Takes a copy. */
    public Settings {
        values = Map.copyOf(values);
    }

    /**
     * Returns the value of a setting.
     *
     * @throws NoSuchElementException if it has neither value nor default
     */
    public <T> T get(Setting<T> setting) {
        @Nullable T value = find(setting);
        if (value == null) {
            throw new NoSuchElementException(setting.path() + " is not set");
        }
        return value;
    }

    /** Returns the value of a setting; null if it has neither value nor default. */
    public <T> @Nullable T find(Setting<T> setting) {
        return value(values, setting);
    }

    /** Returns whether a setting has a value that its default does not give it: one that is not an empty list either. */
    public <T> boolean isGiven(Setting<T> setting) {
        @Nullable T value = find(setting);
        return value != null
                && !value.equals(setting.defaultValue().orElse(null))
                && !(value instanceof List<?> list && list.isEmpty());
    }

    /** Returns whether {@code others} have the same value of a setting, or neither has one. */
    public boolean isSame(Settings others, Setting<?> setting) {
        return Objects.equals(values.get(setting.path()), others.values.get(setting.path()));
    }

    /** Returns the values of this group with those of {@code others} for the settings that {@code taken} accepts. */
    public Settings with(Settings others, Group group, Predicate<Setting<?>> taken) {
        Map<String, Object> merged = new HashMap<>(values);
        group.settings().filter(taken).forEach(setting -> {
            @Nullable Object value = others.values.get(setting.path());
            if (value == null) {
                merged.remove(setting.path());
            } else {
                merged.put(setting.path(), value);
            }
        });
        return new Settings(merged);
    }

    @SuppressWarnings("unchecked") // the builder puts only a T for a Setting<T>
    private static <T> @Nullable T value(Map<String, Object> values, Setting<T> setting) {
        return (T) values.get(setting.path());
    }

    /** Collects the values of a group. */
    public static final class Builder {

        private final Group group;
        private final Map<String, Object> given = new HashMap<>();

        /** Creates a builder of settings of {@code group}. */
        public Builder(Group group) {
            this.group = group;
        }

        /** Sets a value, in place of an earlier one; it is checked by the build. */
        public <T> Builder set(Setting<T> setting, T value) {
            given.put(setting.path(), value);
            return this;
        }

        /** Sets all values of {@code settings}. */
        public Builder setAll(Settings settings) {
            given.putAll(settings.values);
            return this;
        }

        /** Sets the values that {@code others} have been given. */
        void setAll(Builder others) {
            given.putAll(others.given);
        }

        /**
         * Returns the settings.
         *
         * @param owner to which they belong, for messages
         * @throws IllegalArgumentException if a value is out of bounds, naming owner, key, value and bounds
         */
        public Settings build(String owner) {
            Map<String, Object> values = new HashMap<>();
            group.settings().forEach(setting -> put(owner, setting, values));
            return new Settings(values);
        }

        private <T> void put(String owner, Setting<T> setting, Map<String, Object> values) {
            @Nullable T value = find(setting);
            if (value == null) {
                return;
            }
            try {
                setting.parser().check(value);
            } catch (InvalidValueException x) {
                throw new IllegalArgumentException("%s: %s: %s".formatted(owner, setting.path(), x.getMessage()), x);
            }
            values.put(setting.path(), value);
        }

        /** Returns the value given so far, or the default; null if there is none. */
        private <T> @Nullable T find(Setting<T> setting) {
            @Nullable T value = value(given, setting);
            if (value != null) {
                return value;
            }
            return setting.fallback().map(this::find).or(setting::defaultValue).orElse(null);
        }
    }
}
