package dev.medley.servlet;

import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;

/** The decision on an inbound request: the reply, and the cause that came first. */
record Decision(Reply reply, Cause cause) {

    static final Decision CLIENT_GONE =
            new Decision(Reply.text("").status(Status.CLIENT_CLOSED_REQUEST), Cause.CLIENT_GONE);

    enum Cause {
        REPLY,
        DEADLINE,
        CLIENT_GONE
    }
}
