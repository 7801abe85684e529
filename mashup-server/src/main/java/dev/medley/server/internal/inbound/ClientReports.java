package dev.medley.server.internal.inbound;

import dev.medley.account.internal.ClientAccount;
import dev.medley.servlet.internal.ClientWatch;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.ee11.servlet.ServletContextRequest;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.server.internal.HTTP2ServerConnection;
import org.eclipse.jetty.server.Request;

/**
 * What Medley observes of the clients of mashups' requests. Jetty reports that a client has left. The Servlet API does not
 * report it while a request holds a thread, or while its thread has not returned.
 */
public final class ClientReports implements ClientWatch {

    private static final String BODY = ClientReports.class.getName();

    /** Creates the reports. */
    public ClientReports() {}

    @Override
    public long beganNanos(HttpServletRequest request) {
        return ServletContextRequest.getServletContextRequest(request).getBeginNanoTime();
    }

    @Override
    public ClientAccount account(HttpServletRequest request) {
        return socket(ServletContextRequest.getServletContextRequest(request)).account();
    }

    private static InboundEndPoint socket(Request request) {
        return InboundEndPoint.below(
                request.getConnectionMetaData().getConnection().getEndPoint());
    }

    @Override
    public Runnable watch(HttpServletRequest request, Runnable gone) {
        Request watched = ServletContextRequest.getServletContextRequest(request);
        watched.addFailureListener(failure -> gone.run());
        if (hasEnded(watched)) {
            gone.run();
        }
        return () -> breakOff(watched);
    }

    @Override
    public void watchReply(HttpServletRequest request, Runnable written) {
        Request.addCompletionListener(
                ServletContextRequest.getServletContextRequest(request), failure -> written.run());
    }

    /** Ends the stream or the connection of a reply that waits to be written. */
    private static void breakOff(Request request) {
        if (request.getConnectionMetaData().getConnection() instanceof HTTP2ServerConnection connection) {
            Http2Client client = Http2Client.of(connection);
            HTTP2Stream stream = connection.getSession().getStream(Integer.parseInt(request.getId()));
            if (client != null && stream != null) {
                client.end(stream, ErrorCode.CANCEL_STREAM_ERROR, "the reply was not read before the deadline");
            }
        } else {
            InboundEndPoint socket = socket(request);
            if (socket.isWritePending()) {
                socket.close(new TimeoutException("the reply was not read before the deadline"));
            }
        }
    }

    /** Jetty drops a listener for a failure that has come before it, and calls none while a read waits for the body. */
    private static boolean hasEnded(Request request) {
        if (request.getConnectionMetaData().getConnection() instanceof HTTP2ServerConnection connection) {
            HTTP2Stream stream = connection.getSession().getStream(Integer.parseInt(request.getId()));
            return stream == null || stream.isResetOrFailed();
        }
        return false;
    }

    @Override
    public void watchBody(HttpServletRequest request, BooleanSupplier refuse, Runnable gone) {
        ServletContextRequest.getServletContextRequest(request).setAttribute(BODY, new Body(refuse, gone));
    }

    /**
     * Ends {@code request}, whose body comes too slowly: by a reply, or else by {@code end}. If the reply has been decided
     * on before, the mashup has that reported; Jetty does not report it while a read waits.
     */
    public static void endSlow(Request request, Runnable end) {
        Body body = request.getAttribute(BODY) instanceof Body known ? known : null;
        if (body != null && body.refuse.getAsBoolean()) {
            return;
        }
        // First: what the mashup still writes is not to look like the end of its reply.
        end.run();
        if (body != null) {
            body.gone.run();
        }
    }

    /** The body of a mashup's request, and what to do if it comes too slowly. */
    private record Body(BooleanSupplier refuse, Runnable gone) {}
}
