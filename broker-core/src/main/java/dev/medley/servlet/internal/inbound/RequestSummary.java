package dev.medley.servlet.internal.inbound;

import dev.medley.thread.internal.ledger.RequestPhases;
import org.jspecify.annotations.Nullable;

/**
 * An inbound request that has been answered.
 *
 * @param mashup the name of the servlet, or {@value #NO_MASHUP}
 * @param status the status of the reply; that of the problem if a partner (502, 504) or the deadline (504) cut it off, 499
 *     if the client left before it
 * @param serviceNanos from its arrival to the end of the reply, in nanoseconds
 * @param clientGone whether the client left before the end of the reply
 * @param refusedBy what has refused it; null if a mashup was composed
 * @param phases where its time went, which has ended; null if no mashup answered it
 */
public record RequestSummary(
        String mashup,
        int status,
        long serviceNanos,
        boolean clientGone,
        @Nullable RefusedBy refusedBy,
        @Nullable RequestPhases phases) {

    /** In place of the name, for a request that no mashup has answered: a filter, or the server. */
    public static final String NO_MASHUP = "none";

    /** The attribute of a request with the name of its caller, if that is known. */
    public static final String CALLER = "dev.medley.caller";

    /** The name of the attribute that a request has whose client has left before there was a reply. */
    public static final String CLIENT_GONE = "dev.medley.client-gone";
}
