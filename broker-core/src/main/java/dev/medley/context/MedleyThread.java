package dev.medley.context;

/**
 * A thread that belongs to a broker's pool, and ends with it. It may keep values in thread-locals for its next work. Any other, such
 * as one of a servlet container, lives longer than the application: a value of one of the application's classes would keep the
 * class loader of each application that has ever been deployed.
 */
public interface MedleyThread {

    /** Returns whether the calling thread is one. */
    static boolean isCurrent() {
        return Thread.currentThread() instanceof MedleyThread;
    }
}
