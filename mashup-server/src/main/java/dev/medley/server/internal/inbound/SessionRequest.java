package dev.medley.server.internal.inbound;

import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.server.internal.HTTP2ServerConnection;
import org.eclipse.jetty.server.Request;

/** A request whose reply is a session on topics: it has no end, and a time-out of its own for a client that takes nothing. */
public final class SessionRequest {

    private static final String ATTRIBUTE = SessionRequest.class.getName();

    private SessionRequest() {}

    /** Marks {@code request}, before its reply begins. */
    public static void mark(Request request) {
        request.setAttribute(ATTRIBUTE, true);
        if (request.getConnectionMetaData().getConnection() instanceof HTTP2ServerConnection connection) {
            HTTP2Stream stream = connection.getSession().getStream(Integer.parseInt(request.getId()));
            if (stream != null) {
                stream.setAttribute(ATTRIBUTE, true);
            }
        }
    }

    static boolean isOne(Request request) {
        return request.getAttribute(ATTRIBUTE) != null;
    }

    static boolean isOne(HTTP2Stream stream) {
        return stream.getAttribute(ATTRIBUTE) != null;
    }
}
