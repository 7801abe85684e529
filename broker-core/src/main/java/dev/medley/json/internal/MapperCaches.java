package dev.medley.json.internal;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The caches of classes that values are read into and written from. Thread-safe. */
public final class MapperCaches {

    private static final List<Runnable> CACHES = new CopyOnWriteArrayList<>();

    private MapperCaches() {}

    /** Registers a cache, which {@code clear} empties. */
    public static void register(Runnable clear) {
        CACHES.add(clear);
    }

    /**
     * Forgets all classes; they are examined again when they are used. Otherwise those of mashups that are no longer served
     * could not be unloaded. By any thread.
     */
    public static void clear() {
        CACHES.forEach(Runnable::run);
    }
}
