package dev.medley.connection;

import dev.medley.connection.internal.value.StreamUse;
import dev.medley.connection.internal.value.StreamUses;
import dev.medley.context.Context;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The content of a request and its media type: bytes, which are held whole and sent with each attempt, or a
 * {@linkplain #stream stream}, which is never held whole and is sent once.
 */
public final class RequestBody extends StreamUse {

    private static final byte[] NOTHING = {};

    private final String contentType;
    private final @Nullable String contentEncoding;
    private final byte[] bytes;
    private final long length;

    private RequestBody(
            String contentType,
            @Nullable String contentEncoding,
            byte[] bytes,
            long length,
            Flow.@Nullable Publisher<ByteBuffer> publisher) {
        super(publisher);
        this.contentType = value("Content-Type", contentType);
        this.contentEncoding = contentEncoding == null ? null : value("Content-Encoding", contentEncoding);
        this.bytes = bytes;
        this.length = length;
    }

    /** The value comes from a client, where a mashup passes its body on: then that is at fault, and not the mashup. */
    private static String value(String field, String given) {
        try {
            return new Header(field, given).value();
        } catch (IllegalArgumentException x) {
            throw InvalidRequestException.of(
                    String.valueOf(x.getMessage()), "its media type has a character that no header field may have");
        }
    }

    /**
     * Creates a body of {@code bytes}, which are copied.
     *
     * @throws InvalidRequestException if no field can have such a media type
     */
    public static RequestBody of(String contentType, byte[] bytes) {
        return of(contentType, null, bytes);
    }

    /**
     * Creates a body of {@code bytes}, which are copied.
     *
     * @param contentEncoding the codings that the bytes have, such as {@code gzip}, which the request has in its field
     *     {@code Content-Encoding} unless the exchange sets that; null for none
     * @throws InvalidRequestException if no field can have such a media type, or such codings
     */
    public static RequestBody of(String contentType, @Nullable String contentEncoding, byte[] bytes) {
        return new RequestBody(contentType, contentEncoding, bytes.clone(), bytes.length, null);
    }

    /** Creates a body of JSON text. */
    public static RequestBody json(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new RequestBody("application/json", null, bytes, bytes.length, null);
    }

    /**
     * Creates a body that is streamed to one partner, a part at a time, as fast as the partner takes it. It belongs to one
     * exchange, which subscribes once, when its connection is there and the head of the request is written; from then on
     * the request is not sent again, whatever its method.
     *
     * <p>The exchange demands one part at a time, the next one once the part before is written, on any broker thread:
     * the publisher must not block. It may use the memory of a part again when the next one is demanded. Empty parts are
     * passed over, and signals after the end are ignored. If the publisher fails, signals null, sends a part that was not
     * demanded, or has more or fewer bytes than {@code length}, the exchange fails with the reason
     * {@code REQUEST_BODY}, and the partner does not get a complete request. If the exchange ends before the body does,
     * its subscription is cancelled once. The publisher and its subscription are called with the context, such as the MDC,
     * of the thread that creates the body.
     *
     * @param length in bytes; -1 if it is unknown, which HTTP/1.1 sends in chunks
     * @throws IllegalArgumentException if the length is less than -1
     * @throws InvalidRequestException if no field can have such a media type
     */
    public static RequestBody stream(String contentType, long length, Flow.Publisher<ByteBuffer> publisher) {
        return stream(contentType, null, length, publisher);
    }

    /**
     * As {@link #stream(String, long, Flow.Publisher)}, of bytes that have codings.
     *
     * @param contentEncoding as in {@link #of(String, String, byte[])}
     */
    public static RequestBody stream(
            String contentType, @Nullable String contentEncoding, long length, Flow.Publisher<ByteBuffer> publisher) {
        if (length < -1) {
            throw new IllegalArgumentException(
                    "the length of a streamed body is %d; expected 0 or more, or -1 if unknown".formatted(length));
        }
        Flow.Publisher<ByteBuffer> carried = Context.carriedToPublisher(Objects.requireNonNull(publisher, "publisher"));
        return new RequestBody(contentType, contentEncoding, NOTHING, length, carried);
    }

    /** Returns the media type. */
    public String contentType() {
        return contentType;
    }

    /** Returns the codings of the content, such as {@code gzip}; null if it has none. */
    public @Nullable String contentEncoding() {
        return contentEncoding;
    }

    /** Returns the length in bytes; -1 for a stream whose length is unknown. */
    public long length() {
        return length;
    }

    /** Returns whether it is a {@linkplain #stream stream}. */
    public boolean streamed() {
        return StreamUses.isStream(this);
    }

    /**
     * Returns the bytes themselves; not to be changed.
     *
     * @throws IllegalStateException if it is a stream
     */
    public byte[] bytes() {
        if (streamed()) {
            throw new IllegalStateException("a streamed body is never held whole");
        }
        return bytes;
    }
}
