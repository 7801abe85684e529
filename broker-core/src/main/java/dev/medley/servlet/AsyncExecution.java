package dev.medley.servlet;

/** The inbound request is suspended, its thread goes on to other work (paper, section 3: asynchronous processing). */
final class AsyncExecution implements Execution {

    @Override
    public void run(InboundRequest request) {
        request.suspend();
        request.composeOnContainerThread();
    }
}
