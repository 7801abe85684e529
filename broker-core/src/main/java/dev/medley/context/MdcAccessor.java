package dev.medley.context;

import io.micrometer.context.ThreadLocalAccessor;
import io.micrometer.context.integration.Slf4jThreadLocalAccessor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.slf4j.spi.MDCAdapter;

/**
 * The whole MDC as one thread-local, as by {@link Slf4jThreadLocalAccessor}, whose key it has; but without a copy for each read,
 * and without a write of values that are there, because each exchange reads and writes it several times. An empty MDC is none.
 *
 * <p>Logback keeps an immutable map of the values of a thread until they change, which its MDC's own method copies.
 */
final class MdcAccessor implements ThreadLocalAccessor<Map<String, String>> {

    private static final @Nullable MethodHandle UNCOPIED = uncopied(MDC.getMDCAdapter());

    /** Returns {@code values} with {@code value} for {@code key}. */
    static Map<String, String> with(@Nullable Map<String, String> values, String key, String value) {
        if (values == null) {
            return Map.of(key, value);
        }
        Map<String, String> more = new LinkedHashMap<>(values);
        more.put(key, value);
        return Collections.unmodifiableMap(more);
    }

    @Override
    public Object key() {
        return Slf4jThreadLocalAccessor.KEY;
    }

    /** Returns the values of the calling thread, not to be changed; null if there are none. */
    @Override
    public @Nullable Map<String, String> getValue() {
        Map<String, String> values = UNCOPIED == null ? MDC.getCopyOfContextMap() : read(UNCOPIED);
        return values == null || values.isEmpty() ? null : values;
    }

    @Override
    public void setValue(Map<String, String> values) {
        if (!values.equals(getValue())) {
            MDC.setContextMap(values);
        }
    }

    @Override
    public void setValue() {
        MDC.clear();
    }

    @SuppressWarnings("unchecked") // As the method of the adapter declares.
    private static @Nullable Map<String, String> read(MethodHandle method) {
        try {
            return (Map<String, String>) (Map<?, ?>) method.invokeExact();
        } catch (RuntimeException | Error x) {
            throw x;
        } catch (Throwable x) {
            throw new IllegalStateException("the MDC cannot be read", x);
        }
    }

    /** Returns the method of Logback's adapter that does not copy; null of another adapter, or of a Logback without it. */
    private static @Nullable MethodHandle uncopied(@Nullable MDCAdapter adapter) {
        if (adapter == null || !adapter.getClass().getName().startsWith("ch.qos.logback.")) {
            return null;
        }
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(adapter.getClass(), "getPropertyMap", MethodType.methodType(Map.class))
                    .bindTo(adapter);
        } catch (ReflectiveOperationException x) {
            return null;
        }
    }
}
