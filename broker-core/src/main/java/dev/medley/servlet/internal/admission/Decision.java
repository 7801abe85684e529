package dev.medley.servlet.internal.admission;

import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import dev.medley.servlet.internal.inbound.RefusedBy;
import dev.medley.thread.internal.compute.Drop;
import org.jspecify.annotations.Nullable;

/**
 * The decision on an inbound request: the reply, and the cause that came first.
 *
 * @param refusedBy what has refused it before its mashup was composed; null if that was
 */
public record Decision(Reply reply, Cause cause, @Nullable RefusedBy refusedBy) {

    /** The decision on a request whose client has gone. */
    public static final Decision CLIENT_GONE =
            new Decision(Reply.text("").status(Status.CLIENT_CLOSED_REQUEST), Cause.CLIENT_GONE);

    /** Creates the decision on a request whose mashup was composed. */
    public Decision(Reply reply, Cause cause) {
        this(reply, cause, null);
    }

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

        /** Returns why the computations that are outstanding are dropped. */
        public Drop drop() {
            return switch (this) {
                case DEADLINE -> Drop.DEADLINE;
                case CLIENT_GONE -> Drop.CLIENT_GONE;
                case REPLY, SLOW_BODY -> Drop.OVER;
            };
        }

        /** Returns whether the reply does not wait for a mashup that is still within {@code compose}. */
        public boolean overtakes() {
            return this == DEADLINE || this == SLOW_BODY;
        }
    }
}
