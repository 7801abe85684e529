package dev.medley.connection.internal.http2;

import dev.medley.connection.Header;
import dev.medley.connection.RequestBody;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.address.Address;
import java.nio.ByteBuffer;
import java.util.Locale;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.jspecify.annotations.Nullable;

/** Makes frames of the requests that one connection carries. */
final class RequestFrames {

    private static final HttpField USER_AGENT = new HttpField(HttpHeader.USER_AGENT, "Medley");

    /** The overhead of a field in the size of a header list (RFC 9113, section 6.5.2). */
    private static final int FIELD_OVERHEAD = 32;

    /** The pseudo-fields, User-Agent, Content-Length and their values, the target excluded. */
    private static final long OWN_FIELDS = 512;

    private static final int DEFAULT_PORT = -1;

    private static final char LAST_ASCII = '~';

    /** The characters of ASCII whose codes have more than eight bits, up to 19. */
    private static final String RARE = "!\"#$'()+<>?@[\\]^`{|}~\t";

    private static final int RARE_CODE = 3;

    /** Bytes of the longest code, of 28 bits. */
    private static final int LONGEST_CODE = 4;

    private final String scheme;
    private final String host;
    private final int port;

    RequestFrames(Address address) {
        scheme = address.scheme();
        host = address.host().indexOf(':') >= 0 ? "[" + address.host() + "]" : address.host();
        port = address.authority().equals(host) ? DEFAULT_PORT : address.port();
    }

    /** Returns the frames of {@code request} on a stream: HEADERS, and DATA if it has a body that is held. */
    HTTP2Stream.FrameList of(DefaultOutboundRequest request, int streamId) {
        RequestBody body = request.body();
        HeadersFrame headers = new HeadersFrame(streamId, metaData(request), null, body == null);
        if (body == null || body.streamed()) {
            return new HTTP2Stream.FrameList(headers);
        }
        return new HTTP2Stream.FrameList(headers, new DataFrame(streamId, ByteBuffer.wrap(body.bytes()), true), null);
    }

    /** Returns the size of the header list, as RFC 9113, section 6.5.2, counts it. */
    long headerListSize(DefaultOutboundRequest request) {
        MetaData.Request head = metaData(request);
        long size = fieldSize(HttpHeader.C_METHOD.asString(), head.getMethod())
                + fieldSize(HttpHeader.C_SCHEME.asString(), scheme)
                + fieldSize(HttpHeader.C_AUTHORITY.asString(), head.getHttpURI().getAuthority())
                + fieldSize(HttpHeader.C_PATH.asString(), request.target());
        for (HttpField field : head.getHttpFields()) {
            size += fieldSize(field.getName(), field.getValue());
        }
        long length = head.getContentLength();
        return length < 0 ? size : size + fieldSize(HttpHeader.CONTENT_LENGTH.asString(), Long.toString(length));
    }

    private static long fieldSize(String name, String value) {
        return name.length() + value.length() + (long) FIELD_OVERHEAD;
    }

    /**
     * Returns the size of the header list at most, as RFC 9113, section 6.5.2, counts it, or its size on the wire if that may
     * be larger: Huffman's code makes rare characters longer (RFC 7541, appendix B).
     */
    long headerListBound(DefaultOutboundRequest request) {
        long size = OWN_FIELDS + host.length() + codeLength(request.target());
        for (Header header : request.headers()) {
            size += codeLength(header.name()) + codeLength(header.value()) + FIELD_OVERHEAD;
        }
        RequestBody body = request.body();
        return body == null ? size : size + codeLength(body.contentType());
    }

    private static long codeLength(String text) {
        long longer = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            longer += c > LAST_ASCII ? LONGEST_CODE - 1 : RARE.indexOf(c) >= 0 ? RARE_CODE - 1 : 0;
        }
        return text.length() + longer;
    }

    private MetaData.Request metaData(DefaultOutboundRequest request) {
        RequestBody body = request.body();
        HttpFields.Mutable fields = HttpFields.build();
        boolean ownUserAgent = true;
        for (Header header : request.headers()) {
            ownUserAgent &= !header.name().equalsIgnoreCase(HttpHeader.USER_AGENT.asString());
            fields.add(header.name().toLowerCase(Locale.ROOT), header.value());
        }
        if (ownUserAgent) {
            fields.add(USER_AGENT);
        }
        if (body != null) {
            fields.put(HttpHeader.CONTENT_TYPE, body.contentType());
        }
        return new MetaData.Request(
                request.method(),
                uri(request.target()),
                HttpVersion.HTTP_2,
                fields,
                body == null ? noLength(request) : body.length());
    }

    /** A request of a method that has a body as a rule announces that it has none. */
    private static long noLength(DefaultOutboundRequest request) {
        return request.method().equals("POST") || request.method().equals("PUT") ? 0 : -1;
    }

    private HttpURI uri(String target) {
        int mark = target.indexOf('?');
        @Nullable String query = mark < 0 ? null : target.substring(mark + 1);
        String path = mark < 0 ? target : target.substring(0, mark);
        return HttpURI.from(scheme, host, port, path, query, null);
    }
}
