package dev.medley.js.internal;

import dev.medley.js.internal.run.ScriptContexts;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The contexts that all scripts of a process share while there are any: a reload opens others before it closes those that it replaces, and
 * they find an engine that is warm. Thread-safe.
 */
final class SharedContexts {

    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable ScriptContexts shared;
    private int users;

    /** Returns the contexts, for which {@link #giveBack} must follow. */
    ScriptContexts take() {
        lock.lock();
        try {
            ScriptContexts contexts = shared;
            if (contexts == null) {
                EngineInJvm.prepare();
                contexts = new ScriptContexts();
                shared = contexts;
            }
            users++;
            return contexts;
        } finally {
            lock.unlock();
        }
    }

    /** Closes the contexts if nobody uses them any more. */
    void giveBack() {
        lock.lock();
        try {
            users--;
            ScriptContexts contexts = shared;
            if (users == 0 && contexts != null) {
                shared = null;
                contexts.close();
            }
        } finally {
            lock.unlock();
        }
    }
}
