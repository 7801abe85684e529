package dev.medley.servlet.internal;

import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.ExecutionTarget;
import java.io.IOException;

/**
 * The inbound request waits on a virtual thread: the container's, if it runs requests on such, else one of its own. One
 * of its own, too, if it has a body: see {@link BlockingExecution}.
 */
final class VirtualExecution implements Execution {

    @Override
    public void run(InboundRequest request) throws IOException {
        if (BrokerPool.onVirtualThread() && !request.mayHaveBody()) {
            request.composeOnContainerThread();
            request.await();
            request.replyHere();
        } else {
            request.suspend();
            resume(request);
        }
    }

    @Override
    public void runScheduled(ExecutionTarget target, Runnable compose) {
        BrokerPool.startVirtualThread(compose);
    }

    @Override
    public void resume(InboundRequest request) {
        BrokerPool.startVirtualThread(() -> {
            request.compose();
            request.await();
        });
    }
}
