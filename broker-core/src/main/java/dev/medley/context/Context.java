package dev.medley.context;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.context.integration.Slf4jThreadLocalAccessor;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * The values that the MDC and each registered thread-local had on a thread at one moment. A callback that is called within
 * its {@linkplain #enter() scope} finds them on whatever thread it runs, and those alone: a thread-local that had no value has
 * none. When the scope is closed, the thread has the values that it had before; so no value that the callback leaves behind
 * reaches another request.
 *
 * <p>Immutable.
 */
public final class Context {

    private static final Logger LOG = LoggerFactory.getLogger(Context.class);
    private static final ContextRegistry REGISTRY = withMdc(ContextRegistry.getInstance());
    private static final ContextSnapshotFactory SNAPSHOTS = ContextSnapshotFactory.builder()
            .contextRegistry(REGISTRY)
            .clearMissing(true)
            .build();
    private static final ContextSnapshot NOTHING = SNAPSHOTS.captureFrom();
    private static final ThreadLocal<Latest> LATEST = ThreadLocal.withInitial(Latest::new);

    private final ContextSnapshot snapshot;

    private Context(ContextSnapshot snapshot) {
        this.snapshot = snapshot;
    }

    /**
     * Registers a thread-local: from now on its value is part of every context.
     *
     * @param key by which the thread-local is known; one that is registered with the same key is replaced
     * @param local without an initial value
     */
    public static <V> void register(String key, ThreadLocal<V> local) {
        REGISTRY.registerThreadLocalAccessor(key, local);
    }

    /**
     * Returns the context of the calling thread; the same object as before if, within the scope, nothing has changed. Does not
     * throw: if a registered accessor fails, that is logged, and the context is empty.
     */
    public static Context capture() {
        Latest latest = LATEST.get();
        ContextSnapshot now = snapshot();
        Context last = latest.context;
        if (last != null && last.snapshot.equals(now)) {
            return last;
        }
        Context captured = new Context(now);
        if (latest.depth > 0) {
            latest.context = captured;
        }
        return captured;
    }

    /** Returns the context of the calling thread, with {@code value} for {@code key} in the MDC. The thread keeps its own. */
    public static Context captureWith(String key, String value) {
        String before = MDC.get(key);
        if (value.equals(before)) {
            return capture();
        }
        MDC.put(key, value);
        try {
            return capture();
        } finally {
            if (before == null) {
                MDC.remove(key);
            } else {
                MDC.put(key, before);
            }
        }
    }

    /** Returns an executor that runs each task on {@code executor}, with the context of the thread that submits it. */
    public static Executor carriedTo(Executor executor) {
        return task -> {
            Context submitted = capture();
            executor.execute(() -> submitted.run(task));
        };
    }

    /**
     * Gives the calling thread the values of this context, until the scope is closed by the same thread. Does not throw: if a
     * registered accessor fails, that is logged, and the scope restores nothing.
     */
    public Scope enter() {
        Latest latest = LATEST.get();
        ContextSnapshot.Scope values;
        try {
            values = snapshot.setThreadLocals();
        } catch (RuntimeException | Error x) {
            LOG.error("a registered ThreadLocalAccessor failed; the callback runs without its context", x);
            values = () -> {};
        }
        return new Scope(values, latest, this);
    }

    /** Runs {@code task} within this context. */
    public void run(Runnable task) {
        Scope scope = enter();
        try {
            task.run();
        } finally {
            scope.close();
        }
    }

    @Override
    public String toString() {
        return snapshot.toString();
    }

    private static ContextSnapshot snapshot() {
        try {
            return SNAPSHOTS.captureAll();
        } catch (RuntimeException | Error x) {
            LOG.error("a registered ThreadLocalAccessor failed; callbacks run without context", x);
            return NOTHING;
        }
    }

    /** An accessor of the MDC that the application has registered, such as one for some of the keys, stays. */
    private static ContextRegistry withMdc(ContextRegistry registry) {
        boolean registered = registry.getThreadLocalAccessors().stream()
                .anyMatch(accessor -> Slf4jThreadLocalAccessor.KEY.equals(accessor.key()));
        return registered ? registry : registry.registerThreadLocalAccessor(new Slf4jThreadLocalAccessor());
    }

    /** The time in which a thread has the values of a context; to be closed in a {@code finally} block. */
    public static final class Scope {

        private final ContextSnapshot.Scope values;
        private final Latest latest;
        private final @Nullable Context outer;

        private Scope(ContextSnapshot.Scope values, Latest latest, Context entered) {
            this.values = values;
            this.latest = latest;
            outer = latest.context;
            latest.context = entered;
            latest.depth++;
        }

        /** Restores the values that the thread had before. */
        public void close() {
            latest.depth--;
            latest.context = outer;
            try {
                values.close();
            } catch (RuntimeException | Error x) {
                LOG.error("a registered ThreadLocalAccessor failed; the thread may keep values of a callback", x);
            }
        }
    }

    /** The context that was captured last within a thread's scope: equal ones share it, as there are many exchanges. */
    private static final class Latest {

        private @Nullable Context context;
        private int depth;
    }
}
