package dev.medley.server.internal.topic;

import dev.medley.connection.RequestBody;
import dev.medley.mashup.Inbound;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.eclipse.jetty.io.EndPoint.SslSessionData;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * A request for topics without its body, for the rules of callers. It holds nothing of Jetty's request, which a session outlives.
 *
 * @param path without the query
 * @param clientCertificates those that have been verified; empty for none
 */
record TopicRequest(
        String method,
        String path,
        @Nullable String query,
        HeldFields fields,
        String remoteAddress,
        String protocol,
        String scheme,
        List<X509Certificate> clientCertificates)
        implements Inbound {

    /** Takes copies. */
    TopicRequest {
        clientCertificates = List.copyOf(clientCertificates);
    }

    static TopicRequest of(Request request) {
        List<X509Certificate> certificates =
                request.getAttribute(SslSessionData.ATTRIBUTE) instanceof SslSessionData tls
                                && tls.peerCertificates() != null
                        ? Arrays.asList(tls.peerCertificates())
                        : List.of();
        return new TopicRequest(
                request.getMethod(),
                Request.getPathInContext(request),
                request.getHttpURI().getQuery(),
                HeldFields.of(request.getHeaders()),
                Request.getRemoteAddr(request),
                request.getConnectionMetaData().getProtocol(),
                request.getHttpURI().getScheme(),
                certificates);
    }

    @Override
    public @Nullable String header(String name) {
        List<String> values = fields.values(name);
        return values.isEmpty() ? null : values.get(0);
    }

    @Override
    public List<String> headers(String name) {
        return fields.values(name);
    }

    @Override
    public Map<String, List<String>> headers() {
        return fields.all();
    }

    /** Returns the first value of a parameter; null if it has none. */
    @Nullable
    String parameter(String name) {
        List<String> values = parameters(name);
        return values.isEmpty() ? null : values.get(0);
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
        return new UnsupportedOperationException("a rule of callers does not read the body");
    }
}
