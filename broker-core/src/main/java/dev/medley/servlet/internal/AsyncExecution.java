package dev.medley.servlet.internal;

import dev.medley.connection.internal.WriteBatch;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.ExecutionTarget;

/**
 * The inbound request is suspended, its thread goes on to other work (paper, section 3: asynchronous processing). If the
 * {@linkplain ExecutionTarget execution target} of the mashup keeps it off that thread, {@code compose} runs elsewhere.
 */
final class AsyncExecution implements Execution {

    private final BrokerPool pool;
    private final int maxWaiting;

    /** Creates an execution in which {@code maxWaiting} requests may wait for a thread elsewhere. */
    AsyncExecution(BrokerPool pool, int maxWaiting) {
        this.pool = pool;
        this.maxWaiting = maxWaiting;
    }

    @Override
    public void run(InboundRequest request) {
        request.suspend();
        if (!begunElsewhere(request)) {
            WriteBatch batch = WriteBatch.begin();
            try {
                request.composeOnContainerThread();
            } finally {
                batch.end();
            }
        }
    }

    @Override
    public void resume(InboundRequest request) {
        if (!begunElsewhere(request)) {
            WriteBatch batch = WriteBatch.begin();
            try {
                request.compose();
            } finally {
                batch.end();
            }
        }
    }

    @Override
    public void runScheduled(ExecutionTarget target, Runnable compose) {
        ExecutionTarget.OtherThreads elsewhere = target.otherThreads();
        if (elsewhere != null) {
            elsewhere.execute(compose);
        } else if (pool.share().maxThreads() > 0) {
            pool.share().execute(compose);
        } else {
            pool.execute(compose);
        }
    }

    /** Returns whether the request runs on other threads than the calling one, or is refused there. */
    private boolean begunElsewhere(InboundRequest request) {
        ExecutionTarget.OtherThreads elsewhere = request.executionTarget().otherThreads();
        if (elsewhere == null) {
            return false;
        }
        request.startDeadline();
        if (!elsewhere.admit(request::compose, maxWaiting)) {
            Execution.refuse(request);
        }
        return true;
    }
}
