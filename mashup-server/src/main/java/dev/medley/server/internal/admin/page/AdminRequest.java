package dev.medley.server.internal.admin.page;

import dev.medley.connection.RequestBody;
import dev.medley.mashup.Inbound;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A request of administration without its body, for who decides on its caller. Immutable.
 *
 * @param path without the query
 * @param headers the fields, by names in any case
 * @param clientCertificates those that have been verified; empty for none
 * @param isOfOperator whether it is trusted where no callers are configured: by its certificate, or since it has come from this machine
 */
public record AdminRequest(
        String method,
        String path,
        @Nullable String query,
        Map<String, List<String>> headers,
        List<X509Certificate> clientCertificates,
        @Nullable String remoteAddress,
        boolean isOfOperator)
        implements Inbound {

    /** Takes copies. */
    public AdminRequest {
        Map<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        fields.putAll(headers);
        headers = Collections.unmodifiableMap(fields);
        clientCertificates = List.copyOf(clientCertificates);
    }

    @Override
    public @Nullable String header(String name) {
        List<String> values = headers(name);
        return values.isEmpty() ? null : values.get(0);
    }

    @Override
    public List<String> headers(String name) {
        return headers.getOrDefault(name, List.of());
    }

    @Override
    public CompletionStage<byte[]> body() {
        throw withoutBody();
    }

    @Override
    public RequestBody streamedBody() {
        throw withoutBody();
    }

    private static UnsupportedOperationException withoutBody() {
        return new UnsupportedOperationException("the body of a request of administration is not read");
    }
}
