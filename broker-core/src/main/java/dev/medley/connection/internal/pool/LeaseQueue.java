package dev.medley.connection.internal.pool;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The listeners that wait for a lease, in the order in which they came.
 *
 * <p>Not thread-safe: guarded by the pool's lock.
 */
final class LeaseQueue {

    private final Map<LeaseListener, LeaseRequest> waiting = new LinkedHashMap<>();
    /** Those that have no connect of their own. */
    private int unconnected;

    int size() {
        return waiting.size();
    }

    void add(LeaseRequest request) {
        waiting.put(request.listener, request);
        unconnected++;
    }

    boolean contains(LeaseRequest request) {
        return waiting.get(request.listener) == request;
    }

    /** A connect is begun for {@code request}. */
    void connecting(LeaseRequest request) {
        request.connecting = true;
        unconnected--;
    }

    /** The connect that was begun for {@code request} is over: if it waits still, another one may be begun for it. */
    void connected(LeaseRequest request) {
        if (contains(request) && request.connecting) {
            request.connecting = false;
            unconnected++;
        }
    }

    /** Returns the first one without a connect of its own; null if there is none. */
    @Nullable
    LeaseRequest firstUnconnected() {
        if (unconnected > 0) {
            for (LeaseRequest request : waiting.values()) {
                if (!request.connecting) {
                    return request;
                }
            }
        }
        return null;
    }

    /** Removes the request of {@code listener}. Returns false if it is not there. */
    boolean remove(LeaseListener listener) {
        LeaseRequest request = waiting.get(listener);
        return request != null && remove(request);
    }

    /** Returns false if it is not there. */
    boolean remove(LeaseRequest request) {
        if (!waiting.remove(request.listener, request)) {
            return false;
        }
        if (!request.connecting) {
            unconnected--;
        }
        return true;
    }

    /** Removes the first one for which {@code connection} is new enough; null if there is none. */
    @Nullable
    LeaseRequest poll(PooledConnection connection) {
        if (waiting.isEmpty()) {
            return null;
        }
        for (LeaseRequest request : waiting.values()) {
            if (request.accepts(connection)) {
                remove(request);
                return request;
            }
        }
        return null;
    }

    /** Removes all; {@code calls} gets their failures. */
    void failAll(Throwable failure, List<Runnable> calls) {
        waiting.values().forEach(request -> calls.add(request.failed(failure)));
        waiting.clear();
        unconnected = 0;
    }
}
