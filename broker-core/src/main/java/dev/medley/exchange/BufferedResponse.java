package dev.medley.exchange;

import dev.medley.connection.ResponseHead;
import java.util.Arrays;

/** A whole response. Its bytes are not to be changed. */
final class BufferedResponse {

    private final ResponseHead head;
    private final byte[] body;

    /** Creates one; {@code body} is empty if it was streamed. */
    BufferedResponse(ResponseHead head, byte[] body) {
        this.head = head;
        this.body = body;
    }

    ResponseHead head() {
        return head;
    }

    byte[] body() {
        return body;
    }

    /** The response with {@code most} bytes of its body at most. */
    BufferedResponse first(int most) {
        return body.length <= most ? this : new BufferedResponse(head, Arrays.copyOf(body, most));
    }
}
