package dev.medley.servlet.internal;

import dev.medley.mashup.Problem;
import dev.medley.mashup.Status;
import dev.medley.servlet.internal.inbound.RefusedBy;
import dev.medley.thread.internal.ExecutionTarget;
import java.io.IOException;

/** One of the ways to run a mashup. */
interface Execution {

    /** Runs the mashup of {@code request}. Called by the thread that the container gave the request. */
    void run(InboundRequest request) throws IOException;

    /** As {@link #run}, of a request that is suspended and whose deadline has started. Called by a thread of the pool. */
    void resume(InboundRequest request);

    /** Runs {@code compose}, the code of a mashup that runs by its schedule. By any thread; none of the loops runs it. */
    void runScheduled(ExecutionTarget target, Runnable compose);

    /** Replies to a request that too many others wait for a thread before. */
    static void refuse(InboundRequest request) {
        request.refuse(
                Problem.of(Status.SERVICE_UNAVAILABLE, "too many requests are waiting for a thread")
                        .toReply(),
                RefusedBy.LIMIT);
    }
}
