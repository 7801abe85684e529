package dev.medley.topic.internal.log;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The subjects of the last messages that have ids, each with the id and the offset. Guarded by the lock of its log. */
final class PublisherIds {

    /** The oldest one first. */
    private final Map<String, Known> known = new LinkedHashMap<>();

    /** A message that has an id. */
    private record Known(long offset, long nanos) {}

    /** Returns the offset of the message that had {@code id}; null if none had it within the window. */
    @Nullable
    Long find(String id, long now, LogBounds bounds) {
        keep(now, bounds);
        Known found = known.get(id);
        return found == null ? null : found.offset();
    }

    void add(String id, long offset, long now, LogBounds bounds) {
        known.put(id, new Known(offset, now));
        keep(now, bounds);
    }

    private void keep(long now, LogBounds bounds) {
        Iterator<Known> oldest = known.values().iterator();
        boolean removed = true;
        while (removed && oldest.hasNext()) {
            Known first = oldest.next();
            removed = known.size() > bounds.ids() || now - first.nanos() > bounds.idNanos();
            if (removed) {
                oldest.remove();
            }
        }
    }
}
