package dev.medley.servlet.internal.admission;

import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;

/** The decision on an inbound request: the reply, and the cause that came first. */
public record Decision(Reply reply, Cause cause) {

    /** The decision on a request whose client has gone. */
    public static final Decision CLIENT_GONE =
            new Decision(Reply.text("").status(Status.CLIENT_CLOSED_REQUEST), Cause.CLIENT_GONE);

    /** What decided the reply. */
    public enum Cause {
        /** The mashup replied, or failed. */
        REPLY,
        /** The deadline of the request passed. */
        DEADLINE,
        /** The client sends the body more slowly than it has to. */
        SLOW_BODY,
        /** The client closed the request. */
        CLIENT_GONE;

        /** Returns whether the reply does not wait for a mashup that is still within {@code compose}. */
        public boolean overtakes() {
            return this == DEADLINE || this == SLOW_BODY;
        }
    }
}
