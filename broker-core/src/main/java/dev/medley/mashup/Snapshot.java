package dev.medley.mashup;

import dev.medley.json.Json;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The last good reply of a mashup that runs by a schedule. Immutable.
 *
 * @param reply with its body as a whole
 * @param json the document of the reply; null if it is none
 * @param age the time since the end of the run that made it, at the time when it was read
 * @param time the end of that run, by the calendar
 */
public record Snapshot(Reply reply, @Nullable Json json, Duration age, Instant time) {

    /**
     * Returns the document of the reply.
     *
     * @throws IllegalStateException if the reply is not JSON
     */
    public Json document() {
        if (json == null) {
            throw new IllegalStateException(
                    "the snapshot is no JSON document, but %s; read its reply".formatted(reply.type()));
        }
        return json;
    }
}
