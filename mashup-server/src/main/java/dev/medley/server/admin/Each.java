package dev.medley.server.admin;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** One value for each of the keys that there are, which is there from the start. Immutable, thread-safe. */
final class Each<K, V> {

    private final Map<K, V> values;

    private Each(Map<K, V> values) {
        this.values = values;
    }

    /** One for each constant of an enum. */
    static <K extends Enum<K>, V> Each<K, V> of(Class<K> type, Function<K, V> value) {
        Map<K, V> values = new EnumMap<>(type);
        for (K key : type.getEnumConstants()) {
            values.put(key, value.apply(key));
        }
        return new Each<>(values);
    }

    /** One for each of {@code keys}, in their order. */
    static <K, V> Each<K, V> of(Collection<K> keys, Function<K, V> value) {
        Map<K, V> values = new LinkedHashMap<>();
        keys.forEach(key -> values.put(key, value.apply(key)));
        return new Each<>(values);
    }

    /**
     * The value of {@code key}.
     *
     * @throws IllegalArgumentException if it is none of the keys
     */
    V get(K key) {
        V value = values.get(key);
        if (value == null) {
            throw new IllegalArgumentException(key + " is none of " + values.keySet());
        }
        return value;
    }

    Collection<V> values() {
        return Collections.unmodifiableCollection(values.values());
    }
}
