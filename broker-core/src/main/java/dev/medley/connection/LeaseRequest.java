package dev.medley.connection;

import org.jspecify.annotations.Nullable;

/** A listener that waits for a lease, and the connect that was begun for it. Guarded by the pool's lock. */
final class LeaseRequest {

    final LeaseListener listener;
    /** The connection must have been established after the one of this number; 0 for any. */
    final long newerThan;

    boolean connecting;

    LeaseRequest(LeaseListener listener, long newerThan) {
        this.listener = listener;
        this.newerThan = newerThan;
    }

    boolean accepts(PartnerConnection connection) {
        return connection.id() > newerThan;
    }

    /** The listener's call, made once the lock has been released. */
    static Runnable established(LeaseRequest served, Lease lease) {
        return () -> served.listener.onConnectionEstablished(lease);
    }

    /** The listener's call, made once the lock has been released. */
    static Runnable failed(LeaseRequest request, Throwable failure) {
        return () -> request.listener.onConnectionFailed(failure);
    }

    /** The first of those that wait for which {@code connection} is new enough. */
    static @Nullable LeaseRequest firstThatAccepts(PartnerConnection connection, Iterable<LeaseRequest> waiting) {
        for (LeaseRequest request : waiting) {
            if (request.accepts(connection)) {
                return request;
            }
        }
        return null;
    }
}
