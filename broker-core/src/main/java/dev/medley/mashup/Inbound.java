package dev.medley.mashup;

import dev.medley.connection.RequestBody;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

/**
 * The inbound request, as a mashup sees it. Thread-safe.
 *
 * <p>Method, path, variables and parameters can be read at any time. The rest belongs to the container's request, which is used
 * again after the reply: once the mashup is over, reading it is an {@link IllegalStateException}. Keep the value, not the
 * request.
 */
public interface Inbound {

    /** The method, in capitals. */
    String method();

    /**
     * The path, decoded, from the root of the application on: without the context path, the same in a server, a web
     * application and embedded. Without parameters of segments ({@code ;v=1}).
     */
    String path();

    /** The template of {@code @MashupPath} that the path matches, such as <code>/user/{id}</code>; null without one. */
    default @Nullable String template() {
        return null;
    }

    /**
     * The value of the path variable {@code name}, decoded.
     *
     * @throws IllegalStateException if the template has no such variable, or there is no template; the message lists the existing ones
     */
    default String path(String name) {
        throw new IllegalStateException("there is no path variable '" + name + "': the mashup has no template");
    }

    /** The query as it was sent, or null. */
    default @Nullable String query() {
        return null;
    }

    /** The parameters of the query, decoded; the first value of each, in the order of the query. */
    default Map<String, String> parameters() {
        return Collections.unmodifiableMap(UrlEncoded.first(query()));
    }

    /** All values of the parameter {@code name} of the query, decoded, in their order; empty if there is none. */
    default List<String> parameters(String name) {
        return UrlEncoded.values(query(), name);
    }

    /** All values of all parameters of the query, decoded, by their names, in the order of the query: for code that needs many. */
    default Map<String, List<String>> allParameters() {
        return Collections.unmodifiableMap(UrlEncoded.all(query()));
    }

    /** The first value of the field {@code name}, in any case, or null. */
    @Nullable
    String header(String name);

    /** All values of the field {@code name}, in any case, in their order; empty if there is none. */
    default List<String> headers(String name) {
        String value = header(name);
        return value == null ? List.of() : List.of(value);
    }

    /** All fields, by name in any case; each with its values, in order. A copy. */
    default Map<String, List<String>> headers() {
        return Map.of();
    }

    /** The media type of the body with its parameters, as it was sent, or null. */
    default @Nullable String contentType() {
        return header("Content-Type");
    }

    /** The codings of the body, such as {@code gzip}, as they were sent; null if it has none. */
    default @Nullable String contentEncoding() {
        List<String> codings = headers("Content-Encoding");
        String all = String.join(", ", codings);
        return all.isEmpty() || all.equalsIgnoreCase("identity") ? null : all;
    }

    /** The first value of the cookie {@code name}, or null. */
    default @Nullable String cookie(String name) {
        return cookies().get(name);
    }

    /** The cookies, in their order; the first value of each. A copy. */
    default Map<String, String> cookies() {
        return Map.of();
    }

    /** The attribute {@code name} that a filter or the container has set, or null. */
    default @Nullable Object attribute(String name) {
        return null;
    }

    /** The user that the container, or a filter, has authenticated, or null. */
    default @Nullable Principal principal() {
        return null;
    }

    /** The address of the client, or of the last proxy, such as {@code 192.0.2.1}; null if it is unknown. */
    default @Nullable String remoteAddress() {
        return null;
    }

    /** The protocol of the request, such as {@code HTTP/1.1} or {@code HTTP/2.0}. */
    default String protocol() {
        return "HTTP/1.1";
    }

    /** The path of the web application, which precedes {@link #path()} in the path that the client sent; empty for the root. */
    default String contextPath() {
        return "";
    }

    /** The scheme that the client used, {@code http} or {@code https}; if a trusted proxy reports it, the scheme of the request to the proxy. */
    default String scheme() {
        return "http";
    }

    /** The host of the client's request, with its port unless that is the scheme's default; null if it is unknown. */
    default @Nullable String host() {
        return header("Host");
    }

    /**
     * The certificates of the client, its own first, then its issuers; empty if it presented none. The server has verified
     * them, see {@code server.tls.client-auth}; in a servlet container, the container has.
     */
    default List<X509Certificate> clientCertificates() {
        return List.of();
    }

    /** The subject of the client's certificate, such as {@code CN=alice,O=Example} (RFC 2253); null if it presented none. */
    default @Nullable String clientSubject() {
        List<X509Certificate> certificates = clientCertificates();
        return certificates.isEmpty()
                ? null
                : certificates.get(0).getSubjectX500Principal().getName();
    }

    /**
     * The body, whole and as it was sent, in its {@linkplain #contentEncoding codings}; the same stage each time, and bytes
     * that must not be changed. If it is larger than allowed, does not
     * arrive whole, or not before the mashup is over, the stage fails with a {@link ProblemException}. A GET or a HEAD over
     * HTTP/2 whose length is not announced is taken to have none. Dependent stages must not block.
     */
    CompletionStage<byte[]> body();

    /**
     * The JSON document of the body as a value of {@code type}, a record for instance. Members that the type does not have are
     * ignored. The stage fails with a {@link ProblemException}: 415 if the media type is neither {@code application/json} nor
     * ends with {@code +json}, or if the body has a {@linkplain #contentEncoding coding}; 400 if the body is not one JSON document within the usual limits, or does not fit the type, with
     * the place as a JSON pointer; and as {@link #body()} does.
     */
    default <T> CompletionStage<T> body(Class<T> type) {
        return ClientBody.json(this, type);
    }

    /** As {@link #body(Class)}, for a type with parameters: <code>new TypeReference&lt;List&lt;Order&gt;&gt;() {}</code>. */
    default <T> CompletionStage<T> body(TypeReference<T> type) {
        return ClientBody.json(this, type);
    }

    /**
     * The fields of a form of the media type {@code application/x-www-form-urlencoded}, decoded as UTF-8, in their order, each
     * with its values; 1,000 at most. The stage fails with a {@link ProblemException}: 415 if it is not a form or has a coding, 400 if it cannot be
     * decoded, 413 if it has more fields; and as {@link #body()} does.
     */
    default CompletionStage<Map<String, List<String>>> form() {
        return ClientBody.form(this);
    }

    /**
     * The body whole, with its media type and its codings, to be sent to a partner; without a type {@code application/octet-stream}. The stage
     * fails as {@link #body()} does, and with an {@link dev.medley.connection.InvalidRequestException} (400) if no field can
     * have such a media type.
     */
    default CompletionStage<RequestBody> requestBody() {
        return ClientBody.requestBody(this);
    }

    /**
     * The body as a stream to one partner, with the client's media type, codings and length: it is never buffered whole.
     * {@code server.max-request-body} does not apply, and the client is read as fast as the partner reads. Only one
     * exchange can send it, once. Reading begins when that exchange has its connection.
     *
     * <p>If the body breaks off, the exchange fails with the reason {@code REQUEST_BODY}, and the client gets 400 unless
     * the mashup replies otherwise. If it is not read to its end, the container drops the rest or closes the connection.
     * The deadline of the mashup also applies to the upload.
     *
     * @throws IllegalStateException if {@link #body()} or this has been called before; if the mashup is over
     * @throws dev.medley.connection.InvalidRequestException if no field can have the client's media type; unless it is caught,
     *     the client gets 400
     */
    RequestBody streamedBody();
}
