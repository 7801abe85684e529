package dev.medley.thread.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.jetty.io.ArrayByteBufferPool;

/** A running pool that reports the buffers and threads that were not given back. */
public final class CountedPool implements AutoCloseable {

    private static final int THREADS = 8;
    private static final int LOOPS = 2;

    private final ArrayByteBufferPool.Tracking buffers = new ArrayByteBufferPool.Tracking();
    private final BrokerPool pool;

    private CountedPool(boolean virtualRequests, int loops) {
        pool = new BrokerPool(THREADS, virtualRequests, loops, buffers);
        pool.start();
    }

    /** A pool of {@value #THREADS} threads, {@value #LOOPS} of them loops. */
    public static CountedPool start() {
        return new CountedPool(false, LOOPS);
    }

    /** The same, where connectors have selectors of their own. */
    public static CountedPool startWithoutLoops() {
        return new CountedPool(false, 0);
    }

    /** The same, for inbound requests on virtual threads. */
    public static CountedPool startVirtual() {
        return new CountedPool(true, LOOPS);
    }

    /** The pool itself. */
    public BrokerPool pool() {
        return pool;
    }

    /** Checks that there are no more threads than allowed. */
    public void assertThreadsWithinBound() {
        assertThat(pool.use().started()).as("threads").isLessThanOrEqualTo(THREADS);
    }

    /** Checks that no buffer is out. */
    public void assertNoBufferOut() {
        assertThat(buffers.getLeaks()).as("buffers: %s", buffers.dumpLeaks()).isEmpty();
    }

    /** Ends the threads. */
    @Override
    public void close() {
        pool.close();
        Soon.until(
                "the end of all threads of the broker",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("medley-")));
    }
}
