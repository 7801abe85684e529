package dev.medley.connection.internal.http1;

import dev.medley.connection.Header;
import dev.medley.connection.RequestBody;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.TransferListener;
import java.net.URI;
import java.nio.ByteBuffer;
import org.eclipse.jetty.client.ByteBufferRequestContent;
import org.eclipse.jetty.client.transport.HttpConversation;
import org.eclipse.jetty.client.transport.HttpRequest;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/**
 * An {@link DefaultOutboundRequest} in Jetty's terms. It keeps the target as given: Jetty's own request would take the
 * target apart and put it together again several times over.
 */
final class JettyRequest extends HttpRequest {

    private static final String USER_AGENT = HttpHeader.USER_AGENT.asString();

    private final String path;
    private final @Nullable String query;

    JettyRequest(Target target, DefaultOutboundRequest request, TransferListener listener) {
        super(target.client(), new HttpConversation(), target.uri());
        String pathAndQuery = request.target();
        int mark = pathAndQuery.indexOf('?');
        path = mark < 0 ? pathAndQuery : pathAndQuery.substring(0, mark);
        query = mark < 0 ? null : pathAndQuery.substring(mark + 1);
        method(request.method());
        headers(fields -> {
            fields.put(target.host());
            for (Header header : request.headers()) {
                if (header.name().equalsIgnoreCase(USER_AGENT)) {
                    // The client's own, which is a default.
                    fields.remove(HttpHeader.USER_AGENT);
                }
                fields.add(header.name(), header.value());
            }
        });
        RequestBody body = request.body();
        if (body != null) {
            headers(fields -> fields.put(HttpHeader.CONTENT_TYPE, body.contentType()));
            body(
                    body.streamed()
                            ? new StreamedContent(body, target.client().getExecutor(), this, listener)
                            : new ByteBufferRequestContent(body.contentType(), ByteBuffer.wrap(body.bytes())));
        }
    }

    @Override
    public String getPath() {
        return path;
    }

    @Override
    public @Nullable String getQuery() {
        return query;
    }

    /** Returns null: Jetty's use of it is cookies, redirects and authentication, of which Medley's client does none. */
    @Override
    public @Nullable URI getURI() {
        return null;
    }
}
