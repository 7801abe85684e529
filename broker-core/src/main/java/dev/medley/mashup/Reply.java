package dev.medley.mashup;

import dev.medley.connection.Header;
import dev.medley.exchange.PartnerResponse;
import dev.medley.format.internal.CsvTable;
import dev.medley.format.internal.XmlWriter;
import dev.medley.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** The reply of a mashup. Immutable. */
public final class Reply {

    private static final long UNKNOWN = -1;
    private static final byte[] NOTHING = {};
    private static final String JSON = "application/json";
    private static final int FIRST_STATUS = 200;
    private static final int LAST_STATUS = 599;
    /** Fields that the container derives from the type and the body. */
    private static final Set<String> OF_THE_BODY = Set.of("content-length", "content-type", "transfer-encoding");

    private final int status;
    private final String type;
    private final List<Header> headers;
    private final byte[] body;
    private final Flow.@Nullable Publisher<ByteBuffer> stream;
    private final long length;

    private Reply(
            int status,
            String type,
            List<Header> headers,
            byte[] body,
            Flow.@Nullable Publisher<ByteBuffer> stream,
            long length) {
        this.status = status;
        this.type = type;
        this.headers = headers;
        this.body = body;
        this.stream = stream;
        this.length = length;
    }

    /** A JSON document of a partner, unchanged. */
    public static Reply json(Json document) {
        return bytes(JSON, document.bytes());
    }

    /**
     * The JSON document that {@code value} (a record, a map, a tree, …) is written as, see {@link Json#of}. A
     * {@link PartialResult} is an object with its values and what is missing.
     *
     * @throws IllegalArgumentException if it cannot be a document, such as a stage, or a record that has one in it
     */
    public static Reply json(Object value) {
        return json(value instanceof PartialResult<?> partial ? partial.whole() : Json.of(value));
    }

    /**
     * The XML document that {@code document} is written as, a map with the root element as its only member, as by
     * {@link dev.medley.exchange.ExchangeBuilder#xmlBody}.
     *
     * @throws IllegalArgumentException if it cannot be written, with the place
     */
    public static Reply xml(Map<String, ?> document) {
        return bytes("application/xml", XmlWriter.document(document, StandardCharsets.UTF_8));
    }

    /**
     * Comma-separated values, as by {@link dev.medley.exchange.ExchangeBuilder#csvBody}.
     *
     * @throws IllegalArgumentException if they cannot be written, with the place
     */
    public static Reply csv(List<? extends Map<String, ?>> rows) {
        return bytes("text/csv;charset=utf-8", CsvTable.write(rows).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The response of a partner: its status, media type and body, with the fields of these names, as often as it has them.
     * The response to a HEAD, and one of status 204, 205 or 304, has no body. A 206 keeps {@code Content-Range}.
     *
     * @throws ProblemException of status 502 if it is a redirect, and {@code Location} is not named
     * @throws IllegalArgumentException if a field belongs to the connection, such as {@code Transfer-Encoding}, follows
     *     from the body, such as {@code Content-Length}, or is one of CORS
     */
    public static Reply of(PartnerResponse response, String... fields) {
        return PassedOn.of(response, fields);
    }

    /** The reply to a HEAD: without a body, but with the length that the body would have; -1 if that is unknown. */
    static Reply ofHead(String type, long length) {
        return new Reply(Status.OK, type, List.of(), NOTHING, null, length);
    }

    /** Text, in UTF-8. */
    public static Reply text(String text) {
        return bytes("text/plain;charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    /** Bytes of some media type; they must not be changed thereafter. */
    public static Reply bytes(String type, byte[] bytes) {
        return new Reply(Status.OK, type, List.of(), bytes, null, bytes.length);
    }

    /**
     * A body that {@code body} publishes; the content type is sent as it is. The publisher has one subscriber, according
     * to Reactive Streams, and must not block in {@code subscribe} or {@code request}: one buffer is requested at a time, the next one once the one before has been written; a buffer
     * must not be changed until then. The subscription is cancelled if the client leaves or the deadline passes. An error
     * becomes the reply if nothing has been sent yet (as what a mashup's stage fails with), else breaks the reply off.
     */
    public static Reply stream(String type, Flow.Publisher<ByteBuffer> body) {
        return new Reply(Status.OK, type, List.of(), NOTHING, body, UNKNOWN);
    }

    /**
     * This reply, which is streamed, with the length of its body announced. If the publisher has more or fewer bytes, the
     * reply is broken off.
     *
     * @throws IllegalStateException if the reply is not streamed
     * @throws IllegalArgumentException if the length is negative
     */
    public Reply length(long bytes) {
        if (stream == null) {
            throw new IllegalStateException(
                    "a reply that is not streamed has the length of its body; only a streamed reply can announce one");
        }
        if (bytes < 0) {
            throw new IllegalArgumentException("length is " + bytes + ", expected at least 0");
        }
        return new Reply(status, type, headers, body, stream, bytes);
    }

    /**
     * This reply with another status than 200.
     *
     * @throws IllegalArgumentException if the status is not that of a final response, which is 200 to 599: clients wait
     *     for another response after an interim one
     */
    public Reply status(int code) {
        if (code < FIRST_STATUS || code > LAST_STATUS) {
            throw new IllegalArgumentException(
                    "status is %d, expected %d to %d".formatted(code, FIRST_STATUS, LAST_STATUS));
        }
        return new Reply(code, type, headers, body, stream, length);
    }

    /** This reply with another media type; with none if it is empty. */
    public Reply type(String mediaType) {
        return new Reply(status, mediaType, headers, body, stream, length);
    }

    /**
     * This reply with one more header field.
     *
     * @throws IllegalArgumentException if no field has such a name or value, or if it is derived from type and body:
     *     {@code Content-Length}, {@code Content-Type}, {@code Transfer-Encoding}
     */
    public Reply header(String name, String value) {
        List<Header> more = new ArrayList<>(headers);
        more.add(field(name, value));
        return new Reply(status, type, List.copyOf(more), body, stream, length);
    }

    /** This reply without the header field of this name, in any case. */
    public Reply without(String name) {
        return headers(headers.stream()
                .filter(each -> !each.name().equalsIgnoreCase(name))
                .toList());
    }

    /**
     * This reply with these header fields in place of those that it has.
     *
     * @throws IllegalArgumentException under the conditions of {@link #header}
     */
    public Reply headers(List<Header> fields) {
        fields.forEach(Reply::requireNotOfTheBody);
        return new Reply(status, type, List.copyOf(fields), body, stream, length);
    }

    /** Returns a field that a reply may have in addition to those that are derived from type and body. */
    static Header field(String name, String value) {
        Header field = new Header(name, value);
        requireNotOfTheBody(field);
        return field;
    }

    private static void requireNotOfTheBody(Header field) {
        if (OF_THE_BODY.contains(field.name().toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(
                    "header " + field.name() + " is derived from the reply's type and body; set these instead");
        }
    }

    /** The status code. */
    public int status() {
        return status;
    }

    /** The media type; empty if there is none. */
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

    /** The publisher of a body that is streamed, or null. */
    public Flow.@Nullable Publisher<ByteBuffer> stream() {
        return stream;
    }

    /**
     * The length of the body in bytes, or -1 if it is streamed and its length is unknown. Of a partner's response to a HEAD,
     * that of the body that a GET would have.
     */
    public long length() {
        return length;
    }
}
