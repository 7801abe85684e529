package dev.medley.context;

import io.micrometer.context.ThreadLocalAccessor;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * The values that the MDC and each registered thread-local had on a thread at one moment. A callback that is called within
 * its {@linkplain #enter() scope} finds them on whatever thread it runs, and those alone: a thread-local that had no value has
 * none. When the scope is closed, the thread has the values that it had before; so no value that the callback leaves behind
 * reaches another request.
 *
 * <p>Immutable. It uses the registry and the accessors of Micrometer's context-propagation, and does what its
 * {@code ContextSnapshot} with {@code clearMissing} does; but without a map for each capture and each scope, because every exchange
 * has one of both, and so that an accessor that fails stops no callback.
 */
public final class Context {

    private static final ThreadLocal<@Nullable Latest> LATEST = new ThreadLocal<>();

    private final ThreadLocalAccessor<?>[] accessors;
    /** In the order of the accessors. */
    private final @Nullable Object[] values;

    private Context(ThreadLocalAccessor<?>[] accessors, @Nullable Object[] values) {
        this.accessors = accessors;
        this.values = values;
    }

    /**
     * Registers a thread-local: from now on its value is part of every context.
     *
     * @param key by which the thread-local is known; one that is registered with the same key is replaced
     * @param local without an initial value
     */
    public static <V> void register(String key, ThreadLocal<V> local) {
        Accessors.REGISTRY.registerThreadLocalAccessor(key, local);
    }

    /** Returns the context of the calling thread; the same object as before if, within a scope, nothing has changed. */
    public static Context capture() {
        Latest latest = LATEST.get();
        Context last = latest == null ? null : latest.context;
        if (last != null && last.isOfThisThread()) {
            return last;
        }
        ThreadLocalAccessor<?>[] accessors = Accessors.registered(last == null ? null : last.accessors);
        Context captured = new Context(accessors, Accessors.values(accessors));
        if (latest != null && latest.depth > 0) {
            latest.context = captured;
        }
        return captured;
    }

    /** Returns the context of the calling thread, with {@code value} for {@code key} in the MDC. The thread keeps its own. */
    public static Context captureWith(String key, String value) {
        if (value.equals(MDC.get(key))) {
            return capture();
        }
        Latest latest = LATEST.get();
        Context last = latest == null ? null : latest.context;
        ThreadLocalAccessor<?>[] accessors = Accessors.registered(last == null ? null : last.accessors);
        for (int i = 0; i < accessors.length; i++) {
            if (accessors[i] instanceof MdcAccessor mdc) {
                @Nullable Object[] values = Accessors.values(accessors);
                values[i] = MdcAccessor.with(mdc.getValue(), key, value);
                return new Context(accessors, values);
            }
        }
        // With an accessor of the application, which may take some keys of the MDC alone.
        return captureWith(Map.of(key, value));
    }

    /** As {@link #captureWith(String, String)}, with several values. */
    public static Context captureWith(Map<String, String> values) {
        Map<String, String> before = MDC.getCopyOfContextMap();
        values.forEach(MDC::put);
        try {
            return capture();
        } finally {
            if (before == null) {
                MDC.clear();
            } else {
                MDC.setContextMap(before);
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

    /** Returns a publisher that calls {@code publisher} and its subscription with the context of the calling thread. */
    public static <T> Flow.Publisher<T> carriedToPublisher(Flow.Publisher<T> publisher) {
        return new CarriedPublisher<>(capture(), publisher);
    }

    /** Gives the calling thread the values of this context, until the scope is closed by the same thread. */
    public Scope enter() {
        ThreadLocalAccessor<?>[] present = Accessors.registered(accessors);
        @Nullable Object[] before = Accessors.values(present);
        for (int i = 0; i < present.length; i++) {
            Accessors.set(present[i], valueOf(present[i], i));
        }
        return new Scope(present, before, Latest.ofThread(), this);
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

    private boolean isOfThisThread() {
        if (Accessors.registered(accessors) != accessors) {
            return false;
        }
        for (int i = 0; i < accessors.length; i++) {
            if (!Accessors.isSame(accessors[i], Accessors.value(accessors[i]), values[i])) {
                return false;
            }
        }
        return true;
    }

    /** The value for {@code accessor}, nearly always at {@code index}; null for one that has been registered since. */
    private @Nullable Object valueOf(ThreadLocalAccessor<?> accessor, int index) {
        if (index < accessors.length && accessors[index] == accessor) {
            return values[index];
        }
        for (int i = 0; i < accessors.length; i++) {
            if (accessors[i] == accessor) {
                return values[i];
            }
        }
        return null;
    }

    /** The time in which a thread has the values of a context; to be closed in a {@code finally} block. */
    public static final class Scope {

        private final ThreadLocalAccessor<?>[] accessors;
        private final @Nullable Object[] before;
        private final Latest latest;
        private final @Nullable Context outer;

        private Scope(ThreadLocalAccessor<?>[] accessors, @Nullable Object[] before, Latest latest, Context entered) {
            this.accessors = accessors;
            this.before = before;
            this.latest = latest;
            outer = latest.context;
            latest.context = entered;
            latest.depth++;
        }

        /** Restores the values that the thread had before. */
        public void close() {
            latest.depth--;
            latest.context = outer;
            if (latest.depth == 0 && !MedleyThread.isCurrent()) {
                LATEST.remove();
            }
            for (int i = 0; i < accessors.length; i++) {
                Accessors.restore(accessors[i], before[i]);
            }
        }
    }

    /** The context that was captured last within a thread's scope: equal ones share it, because there are many exchanges. */
    private static final class Latest {

        private @Nullable Context context;
        private int depth;

        static Latest ofThread() {
            Latest latest = LATEST.get();
            if (latest == null) {
                latest = new Latest();
                LATEST.set(latest);
            }
            return latest;
        }
    }
}
