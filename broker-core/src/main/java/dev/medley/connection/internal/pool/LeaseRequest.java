package dev.medley.connection.internal.pool;

/** A listener that waits for a lease, and the connect that was begun for it. Guarded by the pool's lock. */
final class LeaseRequest {

    final LeaseListener listener;
    /** The connection must be {@linkplain PooledConnection#isNewerThan newer} than the one of this number; 0 for any. */
    final long newerThan;

    boolean connecting;

    LeaseRequest(LeaseListener listener, long newerThan) {
        this.listener = listener;
        this.newerThan = newerThan;
    }

    boolean accepts(PooledConnection connection) {
        return connection.isNewerThan(newerThan);
    }

    /** The listener's call, made once the lock has been released. */
    Runnable established(PooledConnection connection) {
        return () -> listener.onConnectionEstablished(connection.carrier().newLease());
    }

    /** The listener's call, made once the lock has been released. */
    Runnable failed(Throwable failure) {
        return () -> listener.onConnectionFailed(failure);
    }
}
