package dev.medley.stubs;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The counters of a raw partner for connections and requests. Written by its one thread, read by any. */
final class Tally {

    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong open = new AtomicLong();
    private final AtomicLong requests = new AtomicLong();
    private final Map<String, Long> methods = new ConcurrentHashMap<>();

    void connectionAccepted() {
        accepted.incrementAndGet();
        open.incrementAndGet();
    }

    void connectionClosed() {
        open.decrementAndGet();
    }

    void requestReceived(String method) {
        methods.merge(method, 1L, Long::sum);
        requests.incrementAndGet();
    }

    long accepted() {
        return accepted.get();
    }

    long open() {
        return open.get();
    }

    long requests() {
        return requests.get();
    }

    long requests(String method) {
        return methods.getOrDefault(method, 0L);
    }
}
