package dev.medley.server.internal.inbound;

import java.util.Objects;
import java.util.Set;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.server.internal.HTTP2ServerConnection;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;

/**
 * Watches the incoming request bodies of HTTP/2. A request without a body stays as it is. A body shorter than announced
 * makes its request malformed (RFC 9113, section 8.1.1); Jetty detects that by DATA frames only. A request gets the trailers
 * that arrived before its turn.
 */
public final class Http2Bodies implements HttpConfiguration.Customizer {

    /** Methods that have no body unless its length is announced. */
    private static final Set<String> IMPLIED = Set.of("GET", "HEAD");

    /** Creates it. */
    public Http2Bodies() {}

    @Override
    public Request customize(Request request, HttpFields.Mutable responseHeaders) {
        if (request.getLength() == 0
                || !(request.getConnectionMetaData().getConnection() instanceof HTTP2ServerConnection connection)) {
            return request;
        }
        HTTP2Stream stream = connection.getSession().getStream(Integer.parseInt(request.getId()));
        if (stream == null) {
            return request;
        }
        InboundHttp2.takeTrailers(connection, stream);
        if (stream.isRemotelyClosed()) {
            refuseShort(request, stream);
            return InboundHttp2.isBodiless(stream) && !IMPLIED.contains(request.getMethod())
                    ? new Bodiless(request)
                    : request;
        }
        Http2Client client = Objects.requireNonNull(Http2Client.of(connection));
        request.addHttpStreamWrapper(wrapped -> {
            Http2Body body = new Http2Body(wrapped, request, client, stream);
            stream.setAttribute(Http2Body.ATTRIBUTE, body);
            return body;
        });
        client.bodyBegins();
        return request;
    }

    private static void refuseShort(Request request, HTTP2Stream stream) {
        if (request.getLength() > stream.getDataLength()) {
            throw new HttpException.RuntimeException(HttpStatus.BAD_REQUEST_400, Http2Body.SHORT);
        }
    }

    /**
     * A request whose head has ended its stream, as one of HTTP/1.1 without a body: else it would count as one that may have any, is not
     * sent again if it is streamed on, and partners that want none refuse it.
     */
    private static final class Bodiless extends Request.Wrapper {

        private final HttpFields fields;

        Bodiless(Request request) {
            super(request);
            fields = HttpFields.build(request.getHeaders()).put(HttpFields.CONTENT_LENGTH_0);
        }

        @Override
        public HttpFields getHeaders() {
            return fields;
        }

        @Override
        public long getLength() {
            return 0;
        }
    }
}
