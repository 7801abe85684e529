package dev.medley.mashup;

import dev.medley.connection.Header;
import dev.medley.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a mashup replies. Immutable. */
public final class Reply {

    private static final int OK = 200;
    private static final String JSON = "application/json";

    private final int status;
    private final String type;
    private final List<Header> headers;
    private final byte[] body;
    private final @Nullable BodyStream stream;

    private Reply(int status, String type, List<Header> headers, byte[] body, @Nullable BodyStream stream) {
        this.status = status;
        this.type = type;
        this.headers = headers;
        this.body = body;
        this.stream = stream;
    }

    /** A JSON document as it came from a partner. */
    public static Reply json(Json document) {
        return bytes(JSON, document.bytes());
    }

    /** The JSON document that {@code value} (a record, a map, a tree, …) is written as. */
    public static Reply json(Object value) {
        return json(Json.of(value));
    }

    /** Text, in UTF-8. */
    public static Reply text(String text) {
        return bytes("text/plain;charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    /** Bytes of some media type; they must not be changed thereafter. */
    public static Reply bytes(String type, byte[] bytes) {
        return new Reply(OK, type, List.of(), bytes, null);
    }

    static Reply stream(String type, BodyStream stream) {
        return new Reply(OK, type, List.of(), new byte[0], stream);
    }

    /** This reply with another status than 200. */
    public Reply status(int code) {
        return new Reply(code, type, headers, body, stream);
    }

    /** This reply with another media type. */
    public Reply type(String mediaType) {
        return new Reply(status, mediaType, headers, body, stream);
    }

    /** This reply with one more header field. */
    public Reply header(String name, String value) {
        List<Header> more = new ArrayList<>(headers);
        more.add(new Header(name, value));
        return new Reply(status, type, List.copyOf(more), body, stream);
    }

    /** The status code. */
    public int status() {
        return status;
    }

    /** The media type. */
    public String type() {
        return type;
    }

    /** Further header fields. */
    public List<Header> headers() {
        return headers;
    }

    /** The body, unless it is streamed; not to be changed. */
    public byte[] body() {
        return body;
    }

    /** The body that is streamed, or null. */
    public @Nullable BodyStream stream() {
        return stream;
    }
}
