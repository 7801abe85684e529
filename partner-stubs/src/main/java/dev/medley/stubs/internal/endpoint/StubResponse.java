package dev.medley.stubs.internal.endpoint;

import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/** One answer: status, header fields and body. To be written once. */
public record StubResponse(int status, HttpFields fields, Pieces body) {

    static StubResponse of(int status, String type, Pieces body) {
        return new StubResponse(status, HttpFields.build().put(HttpHeader.CONTENT_TYPE, type), body);
    }

    /** Creates an answer of the media type {@code type}, with its body in UTF-8. */
    public static StubResponse of(int status, String type, String body) {
        return of(status, type, Pieces.of(body.getBytes(StandardCharsets.UTF_8)));
    }

    static StubResponse json(String body) {
        return of(200, "application/json", body);
    }

    /** The same reply with one more header field. */
    public StubResponse with(HttpHeader header, String value) {
        return new StubResponse(status, HttpFields.build(fields).put(header, value), body);
    }

    /** The same reply with more header fields. */
    public StubResponse with(HttpFields more) {
        return new StubResponse(status, HttpFields.build(fields).add(more), body);
    }
}
