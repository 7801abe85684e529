package dev.medley.stubs.internal.loop;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The counters of a raw partner for connections and requests. Written by its one thread, read by any. */
public final class Tally {

    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong open = new AtomicLong();
    private final AtomicLong requests = new AtomicLong();
    private final Map<String, Long> methods = new ConcurrentHashMap<>();

    /** Creates a tally of zeros. */
    public Tally() {}

    /** Counts a connection as accepted, and as open until {@link #connectionClosed}. */
    public void connectionAccepted() {
        accepted.incrementAndGet();
        open.incrementAndGet();
    }

    /** Counts a connection as no longer open; to be called once for each, whichever side ended it. */
    public void connectionClosed() {
        open.decrementAndGet();
    }

    /** Counts a request, once it is received to its end; {@code method} is taken as the client sent it. */
    public void requestReceived(String method) {
        methods.merge(method, 1L, Long::sum);
        requests.incrementAndGet();
    }

    /** Returns the number of connections accepted so far. */
    public long accepted() {
        return accepted.get();
    }

    /** Returns the number of connections open at this moment. */
    public long open() {
        return open.get();
    }

    /** Returns the number of requests received so far, on all connections. */
    public long requests() {
        return requests.get();
    }

    /** Returns the number of requests received so far with this method, in the case it is sent in. */
    public long requests(String method) {
        return methods.getOrDefault(method, 0L);
    }
}
