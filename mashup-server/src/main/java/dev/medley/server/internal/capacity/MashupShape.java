package dev.medley.server.internal.capacity;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The exchanges that determine the load of a mashup. Immutable.
 *
 * @param mashup its path; empty for any mashup
 * @param exchanges of one inbound request
 * @param layers of these that wait for one another; those of one layer are in flight at the same time
 * @param byPartner their number by the names of partners; empty if they use all partners round robin
 * @param deadline of the reply; null for the server's
 */
public record MashupShape(
        String mashup,
        int exchanges,
        int layers,
        Map<String, Integer> byPartner,
        @Nullable Duration deadline) {

    /** Takes a copy. */
    public MashupShape {
        byPartner = Map.copyOf(byPartner);
    }

    /** Returns the shape of a mashup whose exchanges are all in flight at the same time. */
    public static MashupShape parallel(int exchanges) {
        return new MashupShape("", exchanges, 1, Map.of(), null);
    }

    /** Returns exchanges in flight of {@code users}, on average: each takes a share of the time that the request takes. */
    long inFlight(long users, long exchanges) {
        return (users * exchanges + layers - 1) / layers;
    }

    /** Returns how the number of exchanges is shown, such as {@code 18 exchanges each in 3 layers}. */
    String inWords() {
        return "%d exchanges each%s".formatted(exchanges, layers == 1 ? "" : " in %d layers".formatted(layers));
    }
}
