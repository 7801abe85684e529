package dev.medley.servlet.internal;

import dev.medley.config.ExecutionMode;
import dev.medley.config.MashupMode;
import dev.medley.config.internal.MashupOptions;
import dev.medley.servlet.annotation.MashupExecution;
import dev.medley.servlet.internal.routing.MashupDescription;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.ExecutionTarget;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The placements of the mashups of one application: by the configuration, else by {@link MashupExecution}, else inline until
 * the mashup stalls the loops. Thread-safe.
 */
public final class ExecutionTargets {

    private final ExecutionMode mode;
    private final MashupOptions options;
    private final BrokerPool pool;
    private final List<ExecutionTarget> added = new CopyOnWriteArrayList<>();

    ExecutionTargets(ExecutionMode mode, MashupOptions options, BrokerPool pool) {
        this.mode = mode;
        this.options = options;
        this.pool = pool;
    }

    /** Returns the placements of the mashups that have been initialized. */
    public List<ExecutionTarget> all() {
        return List.copyOf(added);
    }

    /**
     * Adds a mashup, and returns its placement.
     *
     * @param name in metrics and logs
     * @param paths to which it is mapped
     * @throws IllegalArgumentException if this JVM cannot run it so
     */
    ExecutionTarget add(MashupDescription mashup, String name, Collection<String> paths) {
        ExecutionTarget executionTarget = executionTarget(mashup, name, paths);
        added.add(executionTarget);
        return executionTarget;
    }

    private ExecutionTarget executionTarget(MashupDescription mashup, String name, Collection<String> paths) {
        if (mode != ExecutionMode.ASYNC) {
            return ExecutionTarget.inline(name);
        }
        @Nullable MashupMode configured = options.execution(paths);
        @Nullable MashupMode asked = configured == null ? mashup.execution() : configured;
        boolean shared = pool.share().maxThreads() > 0;
        if (asked == null) {
            return shared ? ExecutionTarget.movable(name, pool.share()) : ExecutionTarget.inline(name);
        }
        return switch (asked) {
            case ASYNC -> ExecutionTarget.inline(name);
            case POOL -> {
                checkShare(mashup, shared);
                yield ExecutionTarget.onPool(name, pool.share());
            }
            case VIRTUAL -> {
                checkVirtualThreads(mashup, BrokerPool.virtualThreadsAvailable());
                yield ExecutionTarget.onVirtualThreads(name);
            }
        };
    }

    private void checkShare(MashupDescription mashup, boolean shared) {
        if (!shared) {
            throw new IllegalArgumentException(
                    "%s: its execution is pool, but the pool has a single thread besides the selectors and the one in"
                                    .formatted(mashup.className())
                            + " reserve; expected a server.threads of more than %d, or fewer server.loops"
                                    .formatted(pool.use().max()));
        }
    }

    /** The configuration has been checked when it was read. */
    public static void checkVirtualThreads(MashupDescription mashup, boolean available) {
        if (!available) {
            throw new IllegalArgumentException(
                    "%s: @MashupExecution is VIRTUAL, which needs Java 21 or later, and this is Java %d; expected POOL, or"
                                    .formatted(
                                            mashup.className(),
                                            Runtime.version().feature())
                            + " mashups.<path>.execution: pool in the configuration");
        }
    }
}
