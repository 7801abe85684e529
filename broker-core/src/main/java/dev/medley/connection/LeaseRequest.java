package dev.medley.connection;

import org.jspecify.annotations.Nullable;

/** A listener that waits for a lease, and the connect that was begun for it. Guarded by the pool's lock. */
final class LeaseRequest {

    final LeaseListener listener;
    /** True if the connection must have carried no exchange. */
    final boolean fresh;

    boolean connecting;

    LeaseRequest(LeaseListener listener, boolean fresh) {
        this.listener = listener;
        this.fresh = fresh;
    }

    /** The listener's call, made once the lock has been released. */
    static Runnable established(LeaseRequest served, Lease lease) {
        return () -> served.listener.onConnectionEstablished(lease);
    }

    /** The listener's call, made once the lock has been released. */
    static Runnable failed(LeaseRequest request, Throwable failure) {
        return () -> request.listener.onConnectionFailed(failure);
    }

    static @Nullable LeaseRequest firstThatTakesIdle(Iterable<LeaseRequest> waiting) {
        for (LeaseRequest request : waiting) {
            if (!request.fresh) {
                return request;
            }
        }
        return null;
    }
}
