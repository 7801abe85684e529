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

    public void connectionAccepted() {
        accepted.incrementAndGet();
        open.incrementAndGet();
    }

    public void connectionClosed() {
        open.decrementAndGet();
    }

    public void requestReceived(String method) {
        methods.merge(method, 1L, Long::sum);
        requests.incrementAndGet();
    }

    public long accepted() {
        return accepted.get();
    }

    public long open() {
        return open.get();
    }

    public long requests() {
        return requests.get();
    }

    public long requests(String method) {
        return methods.getOrDefault(method, 0L);
    }
}
