package dev.medley.server.internal.topic.exchange;

import dev.medley.json.Json;
import dev.medley.json.MalformedJsonException;
import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import tools.jackson.databind.JsonNode;

/** A client may not do what it asks for. */
public final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Reply reply;

    /** Creates an exception with the reply, which may say what the client has to show. */
    public RefusedException(Reply reply) {
        super("the caller may not do that", null, false, false);
        this.reply = reply;
    }

    /** Creates an exception with a 403. */
    public RefusedException(String detail) {
        super(detail, null, false, false);
        reply = Problem.of(Status.FORBIDDEN, detail).toReply();
    }

    /** Returns what is wrong, as the document of the reply says. */
    public String detail() {
        try {
            JsonNode detail = Json.parse(reply.body()).tree().get("detail");
            return detail == null ? String.valueOf(getMessage()) : detail.asString();
        } catch (MalformedJsonException x) {
            throw new IllegalStateException("a problem is a document", x);
        }
    }

    /** Returns the reply. */
    public Reply reply() {
        return reply;
    }
}
