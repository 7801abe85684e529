package dev.medley.server.recording;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * The times of an exchange in milliseconds since the request of the client. From {@code attemptMs} on they are those of the attempt
 * that brought the response, or of the last one.
 *
 * @param startMs when the exchange was started
 * @param attemptMs when the attempt began to wait for a permit
 * @param connectMs when it began to wait for a connection
 * @param sentMs when it began to send the request; null if it did not
 * @param headMs when status and header fields of the response were there; null if there was none
 * @param endMs when the exchange ended
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Times(
        double startMs,
        double attemptMs,
        double connectMs,
        @Nullable Double sentMs,
        @Nullable Double headMs,
        double endMs) {

    /** Returns the milliseconds from start to end, with all attempts and the waits for a permit. */
    public double totalMs() {
        return endMs - startMs;
    }

    /** Returns when the response began, or the exchange ended without one. */
    public double answeredMs() {
        return headMs == null ? endMs : headMs;
    }
}
