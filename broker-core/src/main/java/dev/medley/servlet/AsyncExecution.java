package dev.medley.servlet;

import dev.medley.connection.Turn;

/** The inbound request is suspended, its thread goes on to other work (paper, section 3: asynchronous processing). */
final class AsyncExecution implements Execution {

    @Override
    public void run(InboundRequest request) {
        request.suspend();
        Turn turn = Turn.begin();
        try {
            request.composeOnContainerThread();
        } finally {
            turn.end();
        }
    }
}
