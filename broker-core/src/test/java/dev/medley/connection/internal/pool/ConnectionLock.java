package dev.medley.connection.internal.pool;

/** Lets tests of other packages see the lock of a {@link ConnectionPool}. */
public final class ConnectionLock {

    private ConnectionLock() {}

    /** Returns whether the calling thread holds it. */
    public static boolean isHeldByCaller(ConnectionPool connections) {
        return connections.lock.isHeld();
    }
}
