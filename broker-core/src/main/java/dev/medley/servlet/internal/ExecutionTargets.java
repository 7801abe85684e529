package dev.medley.servlet.internal;

import dev.medley.config.ConfigurationException;
import dev.medley.config.ExecutionMode;
import dev.medley.config.MashupMode;
import dev.medley.config.internal.MashupOptions;
import dev.medley.servlet.annotation.MashupExecution;
import dev.medley.servlet.internal.routing.MashupDescription;
import dev.medley.thread.internal.BlockedThreadChecker;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.placement.DecidedBy;
import dev.medley.thread.internal.placement.Given;
import dev.medley.thread.internal.placement.Move;
import dev.medley.thread.internal.placement.Placement;
import dev.medley.thread.internal.placement.Where;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The execution targets of the mashups of one application: as an operator has decided, else by the configuration, else by
 * {@link MashupExecution}, else inline until the mashup stalls the loops. Thread-safe.
 */
public final class ExecutionTargets {

    private static final Logger LOG = LoggerFactory.getLogger(ExecutionTargets.class);

    private final ExecutionMode mode;
    private final MashupOptions options;
    private final BrokerPool pool;
    private final List<Added> added = new CopyOnWriteArrayList<>();

    ExecutionTargets(ExecutionMode mode, MashupOptions options, BrokerPool pool) {
        this.mode = mode;
        this.options = options;
        this.pool = pool;
    }

    /** Returns those of the mashups that have been initialized. */
    public List<ExecutionTarget> all() {
        return added.stream().map(Added::executionTarget).toList();
    }

    /**
     * Adds a mashup, and returns its execution target.
     *
     * @param name in metrics and logs
     * @param paths to which it is mapped
     * @throws IllegalArgumentException if this JVM cannot run it so
     */
    ExecutionTarget add(MashupDescription mashup, String name, Collection<String> paths) {
        ExecutionTarget executionTarget = mode == ExecutionMode.ASYNC
                ? ExecutionTarget.of(name, pool.share(), given(mashup, paths, options))
                : ExecutionTarget.inline(name);
        added.add(new Added(executionTarget, mashup, List.copyOf(paths)));
        return executionTarget;
    }

    private Given given(MashupDescription mashup, Collection<String> paths, MashupOptions by) {
        @Nullable MashupMode configured = by.execution(paths);
        @Nullable MashupMode asked = configured == null ? mashup.execution() : configured;
        if (asked == null) {
            return Given.NOTHING;
        }
        switch (asked) {
            case ASYNC -> {
                // Any server has it.
            }
            case POOL -> {
                if (!hasShare()) {
                    throw new IllegalArgumentException(
                            mashup.className() + ": its execution is pool, but " + withoutShare());
                }
            }
            case VIRTUAL -> checkVirtualThreads(mashup, BrokerPool.virtualThreadsAvailable());
        }
        Where where = where(asked);
        return configured == null ? Given.annotated(where) : Given.configured(where);
    }

    private static Where where(MashupMode mode) {
        return switch (mode) {
            case ASYNC -> Where.INLINE;
            case POOL -> Where.POOL;
            case VIRTUAL -> Where.VIRTUAL;
        };
    }

    private boolean hasShare() {
        return pool.share().maxThreads() > 0;
    }

    private String withoutShare() {
        return "the pool has a single thread besides the selectors and the one in reserve; " + pool.expectedThreads();
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

    // ---- Moves. -------------------------------------------------------------------------------------------------

    /**
     * The operator has the code of a mashup run elsewhere, from the next requests and events on.
     *
     * @param mashup its name
     * @param to the kind of threads; null to give it back to what the configuration or its annotation says, or to what its stalls
     *     decide
     * @return its execution target, and where it was
     * @throws IllegalArgumentException if there is no such mashup, or this server cannot run it so
     */
    Moved move(String mashup, @Nullable MashupMode to) {
        if (mode != ExecutionMode.ASYNC) {
            throw new IllegalArgumentException(
                    "mashups are not moved in a server whose server.execution is %s; expected async"
                            .formatted(mode.configured()));
        }
        ExecutionTarget executionTarget = find(mashup)
                .orElseThrow(() -> new IllegalArgumentException("there is no mashup '%s'; expected one of %s"
                        .formatted(
                                mashup,
                                all().stream().map(ExecutionTarget::mashup).collect(Collectors.joining(", ")))));
        if (to != null) {
            check(to, BrokerPool.virtualThreadsAvailable(), hasShare());
        }
        Placement before = executionTarget.placement();
        @Nullable Move move = executionTarget.moveByOperator(to == null ? null : where(to));
        log(executionTarget, move);
        if (to == null && move == null && before.by() == DecidedBy.OPERATOR) {
            Placement now = executionTarget.placement();
            LOG.info(
                    "mashup {} is given back by the operator: it stays on {}, as the {} decides",
                    executionTarget,
                    now.where().label(),
                    now.by().label());
        }
        return new Moved(executionTarget, move == null ? before.where() : move.from());
    }

    /** Checks that a mashup can be moved to {@code to}. */
    void check(MashupMode to, boolean virtualThreads, boolean share) {
        if (to == MashupMode.VIRTUAL && !virtualThreads) {
            throw new IllegalArgumentException(
                    "virtual needs Java 21 or later, and this is Java %d; expected async or pool"
                            .formatted(Runtime.version().feature()));
        }
        if (to == MashupMode.POOL && !share) {
            throw new IllegalArgumentException("no mashup can run on the pool: " + withoutShare());
        }
    }

    private Optional<ExecutionTarget> find(String mashup) {
        return all().stream().filter(each -> each.mashup().equals(mashup)).findFirst();
    }

    /**
     * Prepares to have the mashups run as {@code next} says.
     *
     * @return moves those for which that is something else than before
     * @throws ConfigurationException if this server cannot run them so; then nothing has changed
     */
    Runnable prepare(MashupOptions next) {
        if (mode != ExecutionMode.ASYNC) {
            return () -> {};
        }
        List<String> problems = new ArrayList<>();
        List<Runnable> moves = new ArrayList<>();
        for (Added each : added) {
            try {
                Given given = given(each.mashup(), each.paths(), next);
                moves.add(
                        () -> log(each.executionTarget(), each.executionTarget().moveByReload(given)));
            } catch (ConfigurationException x) {
                problems.addAll(x.problems());
            } catch (IllegalArgumentException x) {
                problems.add("mashups." + each.executionTarget().mashup() + ".execution: " + x.getMessage());
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        return () -> moves.forEach(Runnable::run);
    }

    /** Takes the places of {@code before}, those before a reload that replaces the mashups. Before the first request. */
    void succeed(ExecutionTargets before) {
        if (mode != ExecutionMode.ASYNC) {
            return;
        }
        @Nullable BlockedThreadChecker watch = pool.stallWatch();
        for (ExecutionTarget next : all()) {
            before.find(next.mashup()).ifPresent(last -> {
                log(next, next.succeed(last));
                if (watch != null) {
                    watch.tryAgainLater(next);
                }
            });
        }
    }

    private static void log(ExecutionTarget executionTarget, @Nullable Move move) {
        if (move != null) {
            LOG.info(
                    "mashup {} is moved from {} to {} ({})",
                    executionTarget,
                    move.from().label(),
                    move.to().label(),
                    move.reason().label());
        }
    }

    /**
     * A mashup after a decision of the operator.
     *
     * @param before where it ran before
     */
    public record Moved(ExecutionTarget executionTarget, Where before) {}

    private record Added(ExecutionTarget executionTarget, MashupDescription mashup, List<String> paths) {}
}
