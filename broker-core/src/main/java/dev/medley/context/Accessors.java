package dev.medley.context;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ThreadLocalAccessor;
import io.micrometer.context.integration.Slf4jThreadLocalAccessor;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The accessors of the registry, that of the MDC among them. What one of an application throws is logged and goes no further. */
final class Accessors {

    static final ContextRegistry REGISTRY = withMdc(ContextRegistry.getInstance());

    private static final Logger LOG = LoggerFactory.getLogger(Accessors.class);

    private Accessors() {}

    /** Returns those that are registered: {@code known} itself, if it has them. */
    static ThreadLocalAccessor<?>[] registered(ThreadLocalAccessor<?> @Nullable [] known) {
        List<ThreadLocalAccessor<?>> present = REGISTRY.getThreadLocalAccessors();
        boolean same = known != null && known.length == present.size();
        for (int i = 0; same && known != null && i < known.length; i++) {
            same = known[i] == present.get(i);
        }
        return same && known != null ? known : present.toArray(new ThreadLocalAccessor<?>[0]);
    }

    /** Returns the values of the calling thread, in the order of {@code accessors}. */
    static @Nullable Object[] values(ThreadLocalAccessor<?>[] accessors) {
        @Nullable Object[] values = new Object[accessors.length];
        for (int i = 0; i < accessors.length; i++) {
            values[i] = value(accessors[i]);
        }
        return values;
    }

    static @Nullable Object value(ThreadLocalAccessor<?> accessor) {
        try {
            return accessor.getValue();
        } catch (RuntimeException | Error x) {
            failed(accessor, x);
            return null;
        }
    }

    /** Returns whether a value is another one: itself, as equal ones may be changed; of the MDC each value is a copy. */
    static boolean isSame(ThreadLocalAccessor<?> accessor, @Nullable Object now, @Nullable Object other) {
        return now == other || (isOfMdc(accessor) && Objects.equals(now, other));
    }

    private static boolean isOfMdc(ThreadLocalAccessor<?> accessor) {
        return accessor instanceof MdcAccessor || accessor instanceof Slf4jThreadLocalAccessor;
    }

    /** Sets a value that the accessor has returned on some thread, or none; none, too, if the accessor fails. */
    @SuppressWarnings("unchecked")
    static <V> void set(ThreadLocalAccessor<V> accessor, @Nullable Object value) {
        try {
            if (value == null) {
                accessor.setValue();
            } else {
                accessor.setValue((V) value);
            }
        } catch (RuntimeException | Error x) {
            failed(accessor, x);
            clear(accessor);
        }
    }

    /** Restores the value that the thread had before {@link #set}; none if the accessor fails. */
    @SuppressWarnings("unchecked")
    static <V> void restore(ThreadLocalAccessor<V> accessor, @Nullable Object before) {
        try {
            if (before == null) {
                accessor.restore();
            } else {
                accessor.restore((V) before);
            }
        } catch (RuntimeException | Error x) {
            failed(accessor, x);
            clear(accessor);
        }
    }

    /** The value that is there may be that of another request. */
    private static void clear(ThreadLocalAccessor<?> accessor) {
        try {
            accessor.setValue();
        } catch (RuntimeException | Error x) {
            failed(accessor, x);
        }
    }

    private static void failed(ThreadLocalAccessor<?> accessor, Throwable failure) {
        LOG.error("the ThreadLocalAccessor '{}' failed; callbacks run without its value", accessor.key(), failure);
    }

    /** An accessor of the MDC that the application has registered, such as one for some of the keys, stays. */
    private static ContextRegistry withMdc(ContextRegistry registry) {
        boolean registered = registry.getThreadLocalAccessors().stream()
                .anyMatch(accessor -> Slf4jThreadLocalAccessor.KEY.equals(accessor.key()));
        return registered ? registry : registry.registerThreadLocalAccessor(new MdcAccessor());
    }
}
