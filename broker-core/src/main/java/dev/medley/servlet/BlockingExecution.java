package dev.medley.servlet;

import dev.medley.mashup.Problem;
import dev.medley.thread.BrokerPool;
import dev.medley.thread.ThreadLedger;
import java.io.IOException;

/**
 * The inbound thread waits (paper, section 4: synchronous processing). A share of the pool is kept from waiting mashups,
 * so that they can never take the threads that bring their answers; requests beyond the rest wait without a thread.
 *
 * <p>A request with a body is suspended, and a thread of the pool waits in its place: containers read without blocking
 * only when the thread that they gave the request has come back, and a thread that blocks in reading knows no deadline.
 */
final class BlockingExecution implements Execution {

    /** Three selectors (server, administration, client), one in reserve. */
    private static final int LEASED = 4;
    /** Of the others, one in this many is the broker's, and two at least. */
    private static final int BROKER_SHARE = 8;

    private static final int LEAST_BROKER_THREADS = 2;
    private static final int UNAVAILABLE = 503;

    private final InboundGate gate;

    BlockingExecution(BrokerPool pool, int maxWaiting) {
        gate = new InboundGate(pool, inboundThreads(pool.use().max()), maxWaiting);
    }

    @Override
    public void run(InboundRequest request) throws IOException {
        if (!request.mayHaveBody() && gate.enter() == InboundGate.Entry.ENTERED) {
            try {
                hold(request);
                request.replyHere();
            } finally {
                gate.leave();
            }
        } else {
            request.suspend();
            request.startDeadline();
            if (!gate.queue(() -> hold(request))) {
                refuse(request);
            }
        }
    }

    /** How many threads may wait in mashups at a time, of {@code max} in all. */
    static int inboundThreads(int max) {
        int free = max - LEASED;
        return Math.max(1, free - Math.max(LEAST_BROKER_THREADS, free / BROKER_SHARE));
    }

    /** Here the thread is taken from beginning to end, waiting included; and so the ledger has it. */
    private static void hold(InboundRequest request) {
        ThreadLedger.Work work = request.work();
        try {
            request.compose();
            request.await();
        } finally {
            work.close();
        }
    }

    private static void refuse(InboundRequest request) {
        request.decide(Problem.of(UNAVAILABLE, "as many requests wait for a thread as may")
                .toReply());
    }
}
