package dev.medley.servlet.internal.admission;

import dev.medley.account.internal.ClientAccount;
import dev.medley.mashup.Reply;
import dev.medley.partner.internal.limit.Priority;
import dev.medley.servlet.internal.inbound.RefusedBy;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** An inbound request as its admission sees it. */
public interface AdmittedRequest {

    /** The account of its client. */
    ClientAccount account();

    /** The priority that the field has, if there is such a field; else that of the mashup. */
    Priority priority(@Nullable String field);

    /** Takes over {@code given}, and ends it in time. */
    void hold(HeldAdmission given);

    /** Runs its mashup. Called by the thread that the container gave the request. */
    void run() throws IOException;

    /** As {@link #run}, once it is suspended and its deadline has started. Called by a thread of the pool. */
    void resume();

    /** Suspends the request, whose thread goes on to other work, until it is decided. */
    void suspend();

    /** Starts the deadline, unless it has started. */
    void startDeadline();

    /** Refuses it by a small reply, in any mode on the calling thread. */
    void refuseAtOnce(Reply reply, RefusedBy by) throws IOException;

    /** Refuses it by {@code reply}, unless the request is decided. */
    void refuse(Reply reply, RefusedBy by);
}
