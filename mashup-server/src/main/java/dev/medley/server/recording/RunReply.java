package dev.medley.server.recording;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The reply of a mashup. Immutable.
 *
 * @param status of the reply
 * @param headers its fields, with their values
 * @param body empty if it has none
 */
public record RunReply(int status, Map<String, List<String>> headers, RecordedBody body) {

    private static final int FIRST_ERROR = 400;

    /** Takes copies. */
    public RunReply {
        headers = Headers.copyOf(headers);
    }

    /** Returns whether the status is 2xx or 3xx. */
    @JsonIgnore
    public boolean isSuccess() {
        return status < FIRST_ERROR;
    }

    /** Returns the media type without its parameters, in small letters; empty if there is none. */
    public String type() {
        return headers.entrySet().stream()
                .filter(field -> field.getKey().equalsIgnoreCase("Content-Type"))
                .flatMap(field -> field.getValue().stream())
                .map(value -> value.split(";", 2)[0].strip().toLowerCase(Locale.ROOT))
                .findFirst()
                .orElse("");
    }

    /** Returns this reply without fields that are secret. */
    RunReply withoutSecrets() {
        return new RunReply(status, Headers.without(headers, Headers.secret(headers)), body);
    }
}
