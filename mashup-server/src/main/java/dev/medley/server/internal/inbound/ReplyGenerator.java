package dev.medley.server.internal.inbound;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpGenerator;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.jspecify.annotations.Nullable;

/**
 * Writes the replies of a connection of HTTP/1. A reply over HTTP/1.1 whose length is unknown has chunks, also where the
 * connection ends with it: Jetty would delimit it by that end, and a reply that was cut off would look complete (RFC 9112,
 * section 8).
 *
 * <p>Used by one thread at a time, but for {@link #isWithinReply}.
 */
public final class ReplyGenerator extends HttpGenerator {

    private static final HttpField CHUNKED =
            new HttpField(HttpHeader.TRANSFER_ENCODING, HttpHeaderValue.CHUNKED.asString());

    private volatile boolean withinReply;

    /** Creates the generator of a connection. */
    public ReplyGenerator() {}

    /** Returns whether a reply has begun, and has not been written to its end: to close the connection cuts it off. */
    public boolean isWithinReply() {
        return withinReply;
    }

    @Override
    public Result generateResponse(
            MetaData.@Nullable Response info,
            boolean head,
            @Nullable ByteBuffer header,
            @Nullable ByteBuffer chunk,
            @Nullable ByteBuffer content,
            boolean last)
            throws IOException {
        MetaData.Response begun = info;
        if (begun != null && header != null && !last && isState(State.START)) {
            begun = delimited(begun);
        }
        Result result = super.generateResponse(begun, head, header, chunk, content, last);
        boolean within = isState(State.COMMITTED) || isState(State.COMPLETING);
        if (within != withinReply) {
            withinReply = within;
        }
        return result;
    }

    private static MetaData.Response delimited(MetaData.Response info) {
        HttpFields fields = info.getHttpFields();
        if (info.getHttpVersion() != HttpVersion.HTTP_1_1
                || info.getContentLength() >= 0
                || fields.contains(HttpHeader.CONTENT_LENGTH)) {
            return info;
        }
        return new MetaData.Response(
                info.getStatus(),
                info.getReason(),
                info.getHttpVersion(),
                HttpFields.build(fields).put(CHUNKED),
                info.getContentLength(),
                info.getTrailersSupplier());
    }
}
