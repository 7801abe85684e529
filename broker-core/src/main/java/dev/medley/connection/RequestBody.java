package dev.medley.connection;

import java.nio.charset.StandardCharsets;

/** What a request carries: bytes and their media type. Sent as often as the request is, hence held whole. */
public final class RequestBody {

    private final String contentType;
    private final byte[] bytes;

    private RequestBody(String contentType, byte[] bytes) {
        this.contentType = new Header("Content-Type", contentType).value();
        this.bytes = bytes;
    }

    /** A body of {@code bytes}, which are copied. */
    public static RequestBody of(String contentType, byte[] bytes) {
        return new RequestBody(contentType, bytes.clone());
    }

    /** A body of JSON text. */
    public static RequestBody json(String text) {
        return new RequestBody("application/json", text.getBytes(StandardCharsets.UTF_8));
    }

    /** The media type. */
    public String contentType() {
        return contentType;
    }

    /** Its length in bytes. */
    public int length() {
        return bytes.length;
    }

    /** The bytes themselves; not to be changed. */
    public byte[] bytes() {
        return bytes;
    }
}
