package dev.medley.exchange;

import dev.medley.connection.ResponseHead;

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
}
