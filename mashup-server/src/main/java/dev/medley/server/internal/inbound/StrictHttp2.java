package dev.medley.server.internal.inbound;

import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;

/**
 * Refuses requests over HTTP/2 with fields of a connection of HTTP/1.1, which make them malformed (RFC 9113, section 8.2.2). Jetty
 * refuses {@code Connection} and takes the others.
 */
public final class StrictHttp2 implements HttpConfiguration.Customizer {

    /** Creates the check. */
    public StrictHttp2() {}

    @Override
    public Request customize(Request request, HttpFields.Mutable responseHeaders) {
        if (request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2) {
            HttpFields fields = request.getHeaders();
            for (int i = 0; i < fields.size(); i++) {
                refuse(fields.getField(i));
            }
        }
        return request;
    }

    private static void refuse(HttpField field) {
        HttpHeader header = field.getHeader();
        boolean ofConnection = header == HttpHeader.TRANSFER_ENCODING
                || header == HttpHeader.KEEP_ALIVE
                || header == HttpHeader.PROXY_CONNECTION
                || header == HttpHeader.UPGRADE;
        if (ofConnection) {
            throw new HttpException.RuntimeException(
                    HttpStatus.BAD_REQUEST_400, "a field of HTTP/1.1 over HTTP/2: " + field.getName());
        }
    }
}
