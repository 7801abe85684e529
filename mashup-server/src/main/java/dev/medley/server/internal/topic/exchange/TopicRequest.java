package dev.medley.server.internal.topic.exchange;

import dev.medley.connection.RequestBody;
import dev.medley.mashup.Inbound;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A request for topics without its body, for the rules of callers. It holds nothing of the exchange, which a session outlives.
 *
 * @param path without the query
 * @param subject that it is about; empty for none
 * @param clientCertificates those that have been verified; empty for none
 */
public record TopicRequest(
        String method,
        String path,
        String subject,
        @Nullable String query,
        HeldFields fields,
        String remoteAddress,
        String protocol,
        String scheme,
        List<X509Certificate> clientCertificates)
        implements Inbound {

    /** Takes copies. */
    public TopicRequest {
        clientCertificates = List.copyOf(clientCertificates);
    }

    private static final String AUTHORIZATION = "Authorization";
    private static final String SUBJECT = "subject";

    /** Returns the request of {@code exchange} with all that says who sends it, or without, if nobody asks. */
    public static TopicRequest of(TopicExchange exchange, boolean withCredentials) {
        return new TopicRequest(
                exchange.method(),
                exchange.path(),
                "",
                exchange.query(),
                withCredentials ? HeldFields.of(exchange.fields()) : HeldFields.NONE,
                exchange.remoteAddress(),
                exchange.protocol(),
                exchange.scheme(),
                withCredentials ? exchange.certificates() : List.of());
    }

    /** Returns this request with the credentials of {@code other}. */
    public TopicRequest as(TopicRequest other) {
        return new TopicRequest(
                method, path, subject, query, other.fields, remoteAddress, protocol, scheme, other.clientCertificates);
    }

    /** Returns this request with a token in place of a field {@code Authorization} that is missing. */
    public TopicRequest withToken(String token) {
        HeldFields more = fields.with(AUTHORIZATION, "Bearer " + token);
        return new TopicRequest(
                method, path, subject, query, more, remoteAddress, protocol, scheme, clientCertificates);
    }

    /** Returns this request about {@code subject}. */
    public TopicRequest about(String of) {
        return new TopicRequest(method, path, of, query, fields, remoteAddress, protocol, scheme, clientCertificates);
    }

    /** Returns whether it has the field {@code Authorization}. */
    public boolean isAuthorized() {
        return !fields.values(AUTHORIZATION).isEmpty();
    }

    /** Conditions have the subject as a variable of the path, over WebSocket, too. */
    @Override
    public String template() {
        return "/{" + SUBJECT + "}";
    }

    @Override
    public String path(String name) {
        if (!name.equals(SUBJECT)) {
            throw new IllegalStateException("there is no path variable '" + name + "': there is " + SUBJECT);
        }
        return subject;
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
    public @Nullable String parameter(String name) {
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
