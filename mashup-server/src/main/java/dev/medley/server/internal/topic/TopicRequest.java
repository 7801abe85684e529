package dev.medley.server.internal.topic;

import dev.medley.mashup.Inbound;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.io.EndPoint.SslSessionData;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** Jetty's request as an {@link Inbound}, for the rules of callers, which ask for no body. */
record TopicRequest(Request request) implements Inbound {

    @Override
    public String method() {
        return request.getMethod();
    }

    @Override
    public String path() {
        return Request.getPathInContext(request);
    }

    @Override
    public @Nullable String query() {
        return request.getHttpURI().getQuery();
    }

    @Override
    public @Nullable String header(String name) {
        return request.getHeaders().get(name);
    }

    @Override
    public List<String> headers(String name) {
        return request.getHeaders().getValuesList(name);
    }

    @Override
    public Map<String, List<String>> headers() {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        for (HttpField field : request.getHeaders()) {
            fields.putIfAbsent(field.getName(), request.getHeaders().getValuesList(field.getName()));
        }
        return fields;
    }

    @Override
    public String remoteAddress() {
        return Request.getRemoteAddr(request);
    }

    @Override
    public String protocol() {
        return request.getConnectionMetaData().getProtocol();
    }

    @Override
    public String scheme() {
        return request.getHttpURI().getScheme();
    }

    @Override
    public List<X509Certificate> clientCertificates() {
        return request.getAttribute(SslSessionData.ATTRIBUTE) instanceof SslSessionData tls
                        && tls.peerCertificates() != null
                ? Arrays.asList(tls.peerCertificates())
                : List.of();
    }

    @Override
    public CompletionStage<byte[]> body() {
        return CompletableFuture.failedFuture(new IllegalStateException("a rule of callers has no body"));
    }
}
