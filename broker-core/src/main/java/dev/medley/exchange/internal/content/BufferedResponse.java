package dev.medley.exchange.internal.content;

import dev.medley.connection.ResponseHead;
import dev.medley.json.Json;
import dev.medley.json.JsonLimits;
import dev.medley.json.MalformedJsonException;
import dev.medley.partner.internal.cache.CachedBody;
import java.util.Arrays;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A whole response. Its bytes are not to be changed. */
public final class BufferedResponse {

    private final ResponseHead head;
    private final byte[] body;
    /** Of a response that is stored; null for others. */
    private final @Nullable CachedBody cached;

    /** Creates one; {@code body} is empty if it was streamed. */
    public BufferedResponse(ResponseHead head, byte[] body) {
        this(head, body, null);
    }

    /** Creates one whose body is stored. */
    public BufferedResponse(ResponseHead head, CachedBody body) {
        this(head, body.bytes(), body);
    }

    private BufferedResponse(ResponseHead head, byte[] body, @Nullable CachedBody cached) {
        this.head = head;
        this.body = body;
        this.cached = cached;
    }

    /** Status and header fields. */
    public ResponseHead head() {
        return head;
    }

    /** The body; not a copy. */
    public byte[] body() {
        return body;
    }

    /**
     * The body as a document; it has been checked before if it is stored, and has answered another exchange.
     *
     * @throws MalformedJsonException if it is none within {@code limits}
     */
    public Json document(JsonLimits limits, BiFunction<String, String, RuntimeException> origin)
            throws MalformedJsonException {
        return cached == null ? Json.parse(body, limits, origin) : cached.document(limits, origin);
    }

    /** The response with {@code most} bytes of its body at most. */
    public BufferedResponse first(int most) {
        return body.length <= most ? this : new BufferedResponse(head, Arrays.copyOf(body, most));
    }
}
