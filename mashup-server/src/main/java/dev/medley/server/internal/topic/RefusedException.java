package dev.medley.server.internal.topic;

import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;

/** A client may not do what it asks for. */
final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Reply reply;

    /** Creates an exception with the reply, which may say what the client has to show. */
    RefusedException(Reply reply) {
        super("the caller may not do that", null, false, false);
        this.reply = reply;
    }

    /** Creates an exception with a 403. */
    RefusedException(String detail) {
        super(detail, null, false, false);
        reply = Problem.of(Status.FORBIDDEN, detail).toReply();
    }

    /** Returns the reply. */
    Reply reply() {
        return reply;
    }
}
