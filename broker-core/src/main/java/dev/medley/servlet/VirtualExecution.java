package dev.medley.servlet;

import dev.medley.thread.BrokerPool;
import java.io.IOException;

/**
 * The inbound request waits on a virtual thread: the container's, if it runs requests on such, else one of its own.
 */
final class VirtualExecution implements Execution {

    @Override
    public void run(InboundRequest request) throws IOException {
        if (BrokerPool.onVirtualThread()) {
            request.compose();
            request.await();
            request.replyHere();
        } else {
            request.suspend();
            BrokerPool.startVirtualThread(() -> {
                request.compose();
                request.await();
            });
        }
    }
}
