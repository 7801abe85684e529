package dev.medley.partner.internal.limit;

/** Lets tests of other packages see the lock of a {@link Limiter}. */
public final class LimiterLock {

    private LimiterLock() {}

    /** Returns whether the calling thread holds it. */
    public static boolean isHeldByCaller(Limiter limiter) {
        return limiter.lock.isHeldByCurrentThread();
    }
}
