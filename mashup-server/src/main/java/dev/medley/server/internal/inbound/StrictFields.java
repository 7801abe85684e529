package dev.medley.server.internal.inbound;

import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;

/**
 * Refuses what Jetty takes in its strict compliance, too: transfer codings beside chunked, which Medley would not decode, chunked
 * that is quoted, and any over HTTP/1.0 (RFC 9112, section 6.1). Takes no upgrade, which would be a way past the rules of a proxy,
 * and no expectation over HTTP/1.0 (RFC 9110, section 10.1.1).
 */
public final class StrictFields {

    private StrictFields() {}

    /**
     * Returns {@code field} of a request as Jetty's connection may know it.
     *
     * @throws HttpException.RuntimeException if it is refused
     */
    public static HttpField checked(HttpField field, HttpVersion version) {
        HttpHeader header = field.getHeader();
        if (header == HttpHeader.TRANSFER_ENCODING
                && (version != HttpVersion.HTTP_1_1 || !HttpHeaderValue.CHUNKED.is(field.getValue()))) {
            throw new HttpException.RuntimeException(
                    HttpStatus.BAD_REQUEST_400, "Transfer-Encoding other than chunked");
        }
        boolean ignored =
                header == HttpHeader.UPGRADE || (header == HttpHeader.EXPECT && version == HttpVersion.HTTP_1_0);
        // Filters and mashups have it still.
        return ignored ? new HttpField(null, field.getName(), field.getValue()) : field;
    }
}
