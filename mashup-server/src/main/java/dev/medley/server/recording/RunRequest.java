package dev.medley.server.recording;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.medley.connection.internal.SecretNames;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The request of a client for a mashup. Immutable.
 *
 * @param method in capitals
 * @param target path and query, percent-encoded
 * @param headers the fields that the client sets, with their values
 * @param leftOut the names of fields whose values a recording does not have, because they are secret; null for none
 * @param body null for none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RunRequest(
        String method,
        String target,
        Map<String, List<String>> headers,
        @Nullable List<String> leftOut,
        @Nullable RecordedBody body) {

    /** Takes copies. */
    public RunRequest {
        headers = Headers.copyOf(headers);
    }

    /** Returns a GET without header fields. */
    public static RunRequest get(String target) {
        return new RunRequest("GET", target, Map.of(), null, null);
    }

    /** Returns this request with other values of fields. */
    public RunRequest with(Map<String, List<String>> fields) {
        return new RunRequest(method, target, Headers.with(headers, fields), leftOut, body);
    }

    /** Returns the names of the secret fields that it has no values of. */
    public List<String> missing() {
        return leftOut == null
                ? List.of()
                : leftOut.stream()
                        .filter(name -> headers.keySet().stream().noneMatch(name::equalsIgnoreCase))
                        .toList();
    }

    /** Returns this request without fields that are secret, and with such values of its query masked. */
    RunRequest withoutSecrets() {
        List<String> secret = Headers.secret(headers);
        return new RunRequest(
                method,
                SecretNames.masked(target),
                Headers.without(headers, secret),
                secret.isEmpty() ? leftOut : secret,
                body);
    }

    @Override
    public String toString() {
        return method + " " + target;
    }
}
