package dev.medley.topic.internal;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.medley.topic.Position;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * What clients have acknowledged, by the caller and the name of the subscription, so that a client that lost its own position resumes
 * there. In memory and bounded; what is forgotten is told as a gap. Thread-safe.
 */
public final class NamedSubscriptions {

    private static final int MOST_CALLERS = 100_000;
    private static final int MOST_NAMES = 100;

    private final Cache<String, Names> byCaller = Caffeine.newBuilder()
            .maximumSize(MOST_CALLERS)
            .executor(Runnable::run)
            .build();
    private final ConcurrentMap<Name, Runnable> owners = new ConcurrentHashMap<>();

    NamedSubscriptions() {}

    /**
     * A subscription that has a name.
     *
     * @param caller that it belongs to, unique among all sources
     * @param name that the caller has given to it
     * @param subjects the pattern
     */
    public record Name(String caller, String name, String subjects) {}

    /** The names of a caller; of too many, that which was used least recently is forgotten. Guarded by itself, for moments. */
    private static final class Names extends LinkedHashMap<Name, Position> {

        private static final long serialVersionUID = 1;
        private static final float LOAD = 0.75f;

        Names() {
            super(2, LOAD, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<Name, Position> eldest) {
            return size() > MOST_NAMES;
        }
    }

    /** Returns what has been acknowledged; null if that is not known. */
    public @Nullable Position acknowledged(Name name) {
        Names names = byCaller.getIfPresent(name.caller());
        if (names == null) {
            return null;
        }
        synchronized (names) {
            return names.get(name);
        }
    }

    /** The client has all up to {@code position}, and never goes back. */
    public void acknowledge(Name name, Position position) {
        Names names = byCaller.get(name.caller(), caller -> new Names());
        synchronized (names) {
            names.merge(
                    name,
                    position,
                    (before, after) ->
                            before.epoch().equals(after.epoch()) && before.offset() > after.offset() ? before : after);
        }
    }

    /**
     * The subscription belongs to one session only: that which came last.
     *
     * @param ended called, by any thread, when another session takes it over
     */
    public void begin(Name name, Runnable ended) {
        Runnable before = owners.put(name, ended);
        if (before != null) {
            before.run();
        }
    }

    /** The session that gave {@code ended} has ended the subscription. */
    public void end(Name name, Runnable ended) {
        owners.remove(name, ended);
    }
}
