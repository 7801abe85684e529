package dev.medley.exchange.internal.content;

import dev.medley.connection.ResponseHead;
import java.util.Arrays;

/** A whole response. Its bytes are not to be changed. */
public final class BufferedResponse {

    private final ResponseHead head;
    private final byte[] body;

    /** Creates one; {@code body} is empty if it was streamed. */
    public BufferedResponse(ResponseHead head, byte[] body) {
        this.head = head;
        this.body = body;
    }

    /** Status and header fields. */
    public ResponseHead head() {
        return head;
    }

    /** The body; not a copy. */
    public byte[] body() {
        return body;
    }

    /** The response with {@code most} bytes of its body at most. */
    public BufferedResponse first(int most) {
        return body.length <= most ? this : new BufferedResponse(head, Arrays.copyOf(body, most));
    }
}
