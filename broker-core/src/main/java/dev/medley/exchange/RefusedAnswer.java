package dev.medley.exchange;

import dev.medley.connection.ResponseHead;
import java.util.Arrays;

/** An answer that an exchange refuses, for its exception: the head, and the first bytes of the body. */
final class RefusedAnswer {

    /** Bytes of a body that an exception has at most. */
    static final int LONGEST_BODY = 64 * 1024;

    private final ResponseHead head;
    private final byte[] body;

    RefusedAnswer(ResponseHead head, byte[] body) {
        this.head = head;
        this.body = body.length > LONGEST_BODY ? Arrays.copyOf(body, LONGEST_BODY) : body;
    }

    ResponseHead head() {
        return head;
    }

    byte[] body() {
        return body;
    }
}
