package dev.medley.mashup.internal;

import dev.medley.mashup.Mashup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Calls for several keys at a time. */
final class Batches {

    private Batches() {}

    static <K, V> CompletionStage<Map<K, V>> of(
            Mashup mashup,
            Collection<? extends K> keys,
            int max,
            int concurrency,
            Function<? super List<K>, ? extends CompletionStage<? extends Map<? extends K, ? extends V>>> function) {
        if (max < 1) {
            throw new IllegalArgumentException("the number of keys of one call is " + max + ", expected at least 1");
        }
        List<K> different = new ArrayList<>(new LinkedHashSet<>(keys));
        List<List<K>> calls = new ArrayList<>();
        for (int from = 0; from < different.size(); from += max) {
            calls.add(List.copyOf(different.subList(from, Math.min(from + max, different.size()))));
        }
        return mashup.<List<K>, Map<? extends K, ? extends V>>each(
                        calls, concurrency, some -> function.apply(some).thenApply(found -> found))
                .thenApply(found -> Batches.<K, V>inOrder(different, found));
    }

    private static <K, V> Map<K, V> inOrder(List<K> keys, List<Map<? extends K, ? extends V>> found) {
        Map<K, V> all = new LinkedHashMap<>();
        found.forEach(all::putAll);
        Map<K, V> inOrder = new LinkedHashMap<>();
        for (K key : keys) {
            V value = all.get(key);
            if (value != null) {
                inOrder.put(key, value);
            }
        }
        return inOrder;
    }
}
