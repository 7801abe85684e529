package dev.medley.server.internal.admin.log;

import dev.medley.connection.internal.SecretNames;
import dev.medley.context.RequestId;
import dev.medley.mashup.Status;
import dev.medley.servlet.internal.inbound.RequestSummary;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestLog;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.NanoTime;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs one line for each inbound request to {@code dev.medley.access}: the combined log format, followed by the milliseconds
 * from the first byte of the request to the end of the reply, and the request's id:
 *
 * <pre>
 * 127.0.0.1 - - [31/Dec/2026:23:59:59 +0000] "GET /trip?city=Rome HTTP/1.1" 200 512 "-" "curl/8.5.0" 12.3 4bf92f3577b34da6
 * </pre>
 *
 * <p>Values in the query that look like secrets are masked, and nothing that a client sends can start a new line or field.
 * Does not block with the logging configuration of Medley. Thread-safe.
 */
public final class AccessLog implements RequestLog {

    private static final Logger LOG = LoggerFactory.getLogger("dev.medley.access");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH)
            .withZone(ZoneId.systemDefault());
    private static final int TYPICAL_LINE = 192;
    private static final long NANOS_PER_TENTH = 100_000;
    private static final int TENTHS = 10;

    /** The latest second as text: formatted once, not for each of its thousands of requests. */
    private volatile Second latest = Second.of(0);

    /** Creates an access log. */
    public AccessLog() {}

    @Override
    public void log(Request request, Response response) {
        if (LOG.isInfoEnabled()) {
            LOG.info(line(request, response));
        }
    }

    private String line(Request request, Response response) {
        StringBuilder line = new StringBuilder(TYPICAL_LINE);
        line.append(Request.getRemoteAddr(request)).append(" - ");
        // A blank would begin the next column.
        field(
                line,
                request.getAttribute(RequestSummary.CALLER) instanceof String caller ? caller.replace(' ', '_') : null);
        line.append(" [");
        line.append(second(Request.getTimeStamp(request))).append("] \"");
        LogText.append(line, request.getMethod());
        line.append(' ');
        LogText.append(line, SecretNames.masked(target(request.getHttpURI())));
        line.append(' ').append(request.getConnectionMetaData().getProtocol()).append("\" ");
        // Jetty may set another status on a request whose client has left, and count bytes that were not sent.
        boolean clientGone = request.getAttribute(RequestSummary.CLIENT_GONE) != null;
        line.append(clientGone ? Status.CLIENT_CLOSED_REQUEST : response.getStatus());
        line.append(' ').append(clientGone ? 0 : Response.getContentBytesWritten(response));
        line.append(" \"");
        HttpFields headers = request.getHeaders();
        field(line, headers.get(HttpHeader.REFERER));
        line.append("\" \"");
        field(line, headers.get(HttpHeader.USER_AGENT));
        long tenths = NanoTime.since(request.getBeginNanoTime()) / NANOS_PER_TENTH;
        return line.append("\" ")
                .append(tenths / TENTHS)
                .append('.')
                .append(tenths % TENTHS)
                .append(' ')
                .append(request.getAttribute(RequestId.ATTRIBUTE) instanceof RequestId id ? id.value() : "-")
                .toString();
    }

    /** The path and the query; of a CONNECT over HTTP/2, which has neither, the authority (RFC 9113, section 8.5). */
    private static String target(HttpURI uri) {
        String path = uri.getPathQuery();
        return path == null ? String.valueOf(uri.getAuthority()) : path;
    }

    private static void field(StringBuilder line, @Nullable String value) {
        LogText.append(line, value == null ? "-" : SecretNames.masked(value));
    }

    private String second(long epochMillis) {
        long epochSecond = Math.floorDiv(epochMillis, 1000L);
        Second second = latest;
        if (second.epochSecond != epochSecond) {
            second = Second.of(epochSecond);
            latest = second;
        }
        return second.text;
    }

    private record Second(long epochSecond, String text) {

        static Second of(long epochSecond) {
            return new Second(epochSecond, TIME.format(Instant.ofEpochSecond(epochSecond)));
        }
    }
}
