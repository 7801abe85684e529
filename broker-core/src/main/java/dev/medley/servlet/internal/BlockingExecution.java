package dev.medley.servlet.internal;

import dev.medley.partner.internal.limit.Limiter;
import dev.medley.partner.internal.limit.Waiter;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.ledger.ThreadLedger;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;

/**
 * The inbound thread waits (paper, section 4: synchronous processing). A share of the pool is reserved for the
 * broker, so that waiting mashups never hold the threads that read their responses; requests beyond the rest queue without
 * a thread.
 *
 * <p>A request with a body is suspended, and a thread of the pool waits in its place: containers read without blocking
 * only when the thread that they gave the request has come back, and a blocking read has no deadline.
 */
public final class BlockingExecution implements Execution {

    /** Of the threads that work, one in this many is the broker's, and two at least. */
    private static final int BROKER_SHARE = 8;

    private static final int MIN_BROKER_THREADS = 2;

    private final BrokerPool pool;
    private final Limiter limiter;

    BlockingExecution(BrokerPool pool, int maxWaiting) {
        this.pool = pool;
        // Mashups hold the threads, but for a few that are for events and deadlines.
        pool.bodies().keepInPlace();
        limiter = new Limiter(pool, inboundThreads(free(pool)), maxWaiting);
    }

    @Override
    public void run(InboundRequest request) throws IOException {
        if (!request.mayHaveBody() && limiter.tryAcquire()) {
            try {
                hold(request, request::composeOnContainerThread);
                request.replyHere();
            } finally {
                limiter.release();
            }
        } else {
            request.suspend();
            request.startDeadline();
            resume(request);
        }
    }

    @Override
    public void resume(InboundRequest request) {
        Suspended waiter = new Suspended(request);
        switch (limiter.acquire(waiter)) {
            case ADMITTED -> pool.execute(waiter::onAdmitted);
            // onAdmitted follows, unless the request is decided before that: then it leaves the queue.
            case QUEUED -> request.queued(() -> limiter.cancel(waiter));
            case REFUSED, REFUSED_BY_STAGE -> Execution.refuse(request);
        }
    }

    /** It holds a thread while its code waits, and none until its stage completes. */
    @Override
    public void runScheduled(ExecutionTarget target, Runnable compose) {
        Scheduled waiter = new Scheduled(compose);
        switch (limiter.acquire(waiter)) {
            case ADMITTED -> pool.execute(waiter::onAdmitted);
            case QUEUED -> {
                // onAdmitted follows.
            }
            case REFUSED, REFUSED_BY_STAGE ->
                throw new RejectedExecutionException("too many requests are waiting for a thread");
        }
    }

    /** The number of threads that may wait in mashups at a time, of {@code free} that neither select nor are in reserve. */
    public static int inboundThreads(int free) {
        return Math.max(1, free - Math.max(MIN_BROKER_THREADS, free / BROKER_SHARE));
    }

    /** The number of threads of {@code pool} that may compute at a time: of those that mashups do not hold, all but one. */
    static int computeThreads(BrokerPool pool) {
        int free = free(pool);
        return Math.max(0, free - inboundThreads(free) - 1);
    }

    private static int free(BrokerPool pool) {
        return pool.use().max() - pool.leasedThreads();
    }

    /** Holds the thread from beginning to end; the ledger counts the wait as work, because the thread is not available. */
    private static void hold(InboundRequest request, Runnable compose) {
        ThreadLedger.Work work = request.work();
        try {
            BrokerPool.hold(() -> {
                compose.run();
                request.await();
            });
        } finally {
            work.close();
        }
    }

    /** A run without a client that waits for a thread of the pool. */
    private final class Scheduled extends Waiter {

        private final Runnable compose;

        Scheduled(Runnable compose) {
            this.compose = compose;
        }

        @Override
        protected void onAdmitted() {
            try {
                BrokerPool.hold(compose);
            } finally {
                limiter.release();
            }
        }

        /** Not in this queue; the deadline of the run would end it. */
        @Override
        protected void onDropped(Drop cause) {}
    }

    /** A suspended request that waits for a thread of the pool. */
    private final class Suspended extends Waiter {

        private final InboundRequest request;

        Suspended(InboundRequest request) {
            this.request = request;
        }

        @Override
        protected void onAdmitted() {
            try {
                hold(request, request::compose);
            } finally {
                limiter.release();
            }
        }

        /** Not in this queue, whose age has no bound and which refuses newcomers. */
        @Override
        protected void onDropped(Drop cause) {
            Execution.refuse(request);
        }
    }
}
