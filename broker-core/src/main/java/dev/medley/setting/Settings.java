package dev.medley.setting;

import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The values of the settings of a group. Immutable.
 *
 * @param values those that are given, and the defaults of the others
 */
public record Settings(Map<Setting<?>, Object> values) {

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
            throw new NoSuchElementException(setting + " is not set");
        }
        return value;
    }

    /** Returns the value of a setting; null if it has neither value nor default. */
    @SuppressWarnings("unchecked") // the builder puts only a T for a Setting<T>
    public <T> @Nullable T find(Setting<T> setting) {
        return (T) values.get(setting);
    }

    /** Returns these settings, with {@code value} for a setting that has neither value nor default. */
    public <T> Settings withDefault(Setting<T> setting, T value) {
        Map<Setting<?>, Object> more = new HashMap<>(values);
        more.putIfAbsent(setting, value);
        return new Settings(more);
    }

    /** Collects the values of a group. */
    public static final class Builder {

        private final Group group;
        private final Map<Setting<?>, Object> given = new HashMap<>();

        public Builder(Group group) {
            this.group = group;
        }

        public <T> Builder set(Setting<T> setting, T value) {
            given.put(setting, value);
            return this;
        }

        /** Returns the value given so far, or the default; null if there is none. */
        @SuppressWarnings("unchecked") // set puts only a T for a Setting<T>
        private <T> @Nullable T find(Setting<T> setting) {
            @Nullable T value = (T) given.get(setting);
            if (value != null) {
                return value;
            }
            return setting.fallback().isPresent()
                    ? find(setting.fallback().get())
                    : setting.defaultValue().orElse(null);
        }

        /**
         * Returns the settings.
         *
         * @param owner to which they belong, for messages
         * @throws IllegalArgumentException if a value is out of bounds or missing, naming owner, key, value and bounds
         */
        public Settings build(String owner) {
            Map<Setting<?>, Object> values = new HashMap<>();
            group.settings().forEach(setting -> put(owner, setting, values));
            return new Settings(values);
        }

        private <T> void put(String owner, Setting<T> setting, Map<Setting<?>, Object> values) {
            @Nullable T value = find(setting);
            if (value != null) {
                check(owner, setting, value);
                values.put(setting, value);
            } else if (setting.required()) {
                throw new IllegalArgumentException("%s: %s is missing; expected %s"
                        .formatted(owner, setting, setting.parser().expected()));
            }
        }

        private static <T> void check(String owner, Setting<T> setting, T value) {
            try {
                setting.parser().check(value);
            } catch (InvalidValueException x) {
                throw new IllegalArgumentException("%s: %s: %s".formatted(owner, setting, x.getMessage()), x);
            }
        }
    }
}
