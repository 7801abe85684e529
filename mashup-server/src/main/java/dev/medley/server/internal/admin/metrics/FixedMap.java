package dev.medley.server.internal.admin.metrics;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/** A map of all its keys from the start, whose {@link #get} never returns null. Immutable, thread-safe. */
final class FixedMap<K, V> {

    private final Map<K, V> values;

    private FixedMap(Map<K, V> values) {
        this.values = values;
    }

    /** Creates a value for each constant of an enum. */
    static <K extends Enum<K>, V> FixedMap<K, V> of(Class<K> type, Function<K, V> value) {
        Map<K, V> values = new EnumMap<>(type);
        for (K key : type.getEnumConstants()) {
            values.put(key, value.apply(key));
        }
        return new FixedMap<>(values);
    }

    /**
     * Returns the value of {@code key}.
     *
     * @throws IllegalArgumentException if it is not one of the keys
     */
    V get(K key) {
        V value = values.get(key);
        if (value == null) {
            throw new IllegalArgumentException(key + " is not one of " + values.keySet());
        }
        return value;
    }

    Collection<V> values() {
        return Collections.unmodifiableCollection(values.values());
    }
}
