package dev.medley.connection;

import java.nio.charset.StandardCharsets;

/** The content of a request: bytes and their media type. Sent with each attempt, hence held whole. */
public final class RequestBody {

    private final String contentType;
    private final byte[] bytes;

    private RequestBody(String contentType, byte[] bytes) {
        this.contentType = mediaType(contentType);
        this.bytes = bytes;
    }

    /** The value comes from a client, where a mashup passes its body on: then that is at fault, and not the mashup. */
    private static String mediaType(String contentType) {
        try {
            return new Header("Content-Type", contentType).value();
        } catch (IllegalArgumentException x) {
            throw new InvalidRequestException(String.valueOf(x.getMessage()), false);
        }
    }

    /**
     * Creates a body of {@code bytes}, which are copied.
     *
     * @throws InvalidRequestException if no field can have such a media type
     */
    public static RequestBody of(String contentType, byte[] bytes) {
        return new RequestBody(contentType, bytes.clone());
    }

    /** Creates a body of JSON text. */
    public static RequestBody json(String text) {
        return new RequestBody("application/json", text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the media type. */
    public String contentType() {
        return contentType;
    }

    /** Returns the length in bytes. */
    public int length() {
        return bytes.length;
    }

    /** Returns the bytes themselves; not to be changed. */
    public byte[] bytes() {
        return bytes;
    }
}
