package dev.medley.exchange;

import dev.medley.connection.ResponseHead;
import java.util.Arrays;

/**
 * An answer that an exchange refuses, for its exception.
 *
 * @param head status and header fields
 * @param body the first bytes of the body
 */
record RefusedAnswer(ResponseHead head, byte[] body) {

    /** Bytes of a body that an exception has at most. */
    static final int LONGEST_BODY = 64 * 1024;

    /** The answer, with as much of {@code body} as an exception may have. */
    static RefusedAnswer of(ResponseHead head, byte[] body) {
        return new RefusedAnswer(head, body.length > LONGEST_BODY ? Arrays.copyOf(body, LONGEST_BODY) : body);
    }
}
