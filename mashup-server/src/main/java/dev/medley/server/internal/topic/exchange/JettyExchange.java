package dev.medley.server.internal.topic.exchange;

import dev.medley.connection.Header;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import dev.medley.server.internal.inbound.SessionRequest;
import dev.medley.servlet.internal.inbound.TopicUse;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint.SslSessionData;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** An exchange of Medley's own server. */
public final class JettyExchange implements TopicExchange {

    private final Request request;
    private final Response response;
    private final Callback completion;
    private final TopicUse use = new TopicUse();

    /** Creates an exchange, which ends with {@code completion}. */
    public JettyExchange(Request request, Response response, Callback completion) {
        this.request = request;
        this.response = response;
        this.completion = completion;
        request.setAttribute(TopicUse.ATTRIBUTE, use);
    }

    /** Returns Jetty's request. */
    public Request request() {
        return request;
    }

    /** Returns Jetty's response. */
    public Response response() {
        return response;
    }

    /** Returns what the end of the exchange completes. */
    public Callback completion() {
        return completion;
    }

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
    public HttpFields fields() {
        return request.getHeaders().asImmutable();
    }

    @Override
    public @Nullable String authority() {
        return request.getHttpURI().getAuthority();
    }

    @Override
    public String scheme() {
        return request.getHttpURI().getScheme();
    }

    @Override
    public String protocol() {
        return request.getConnectionMetaData().getProtocol();
    }

    @Override
    public String remoteAddress() {
        return Request.getRemoteAddr(request);
    }

    @Override
    public List<X509Certificate> certificates() {
        return request.getAttribute(SslSessionData.ATTRIBUTE) instanceof SslSessionData tls
                        && tls.peerCertificates() != null
                ? Arrays.asList(tls.peerCertificates())
                : List.of();
    }

    @Override
    public @Nullable String cookie(String name) {
        return Request.getCookies(request).stream()
                .filter(cookie -> cookie.getName().equals(name))
                .map(HttpCookie::getValue)
                .findFirst()
                .orElse(null);
    }

    @Override
    public void attribute(String name, Object value) {
        request.setAttribute(name, value);
    }

    @Override
    public TopicUse use() {
        return use;
    }

    @Override
    public void replyField(String name, String value) {
        response.getHeaders().put(name, value);
    }

    @Override
    public Content.Source body() {
        return request;
    }

    @Override
    public void reply(Reply reply) {
        response.setStatus(reply.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.type());
        for (Header header : reply.headers()) {
            response.getHeaders().add(header.name(), header.value());
        }
        response.write(true, ByteBuffer.wrap(reply.body()), completion);
    }

    @Override
    public void lasts(boolean isSession) {
        if (isSession) {
            SessionRequest.mark(request);
        }
        request.addIdleTimeoutListener(timeout -> false);
    }

    @Override
    public void onFailure(Consumer<Throwable> listener) {
        request.addFailureListener(listener);
    }

    @Override
    public void begin(String type) {
        response.setStatus(Status.OK);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
    }

    @Override
    public void write(boolean last, ByteBuffer bytes, Callback written) {
        response.write(last, bytes, written);
    }

    @Override
    public void end(@Nullable Throwable failure) {
        if (failure == null) {
            completion.succeeded();
        } else {
            completion.failed(failure);
        }
    }
}
