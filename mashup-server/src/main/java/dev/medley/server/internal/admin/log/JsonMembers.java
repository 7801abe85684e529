package dev.medley.server.internal.admin.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.medley.context.RequestId;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.logstash.logback.composite.AbstractJsonProvider;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;
import tools.jackson.core.JsonGenerator;

/**
 * Writes the values of the MDC and the key-value pairs of a line as members of its document. No name is there twice: what comes
 * later under a name that the line has gets an underscore. Texts, numbers, flags, lists and maps are written as such; anything else as
 * its text, because its getters may have secrets, and may fail. Thread-safe.
 */
final class JsonMembers extends AbstractJsonProvider<ILoggingEvent> {

    /** As the access log names it. */
    private static final String REQUEST_ID = "request_id";
    /** What the encoder writes by itself. */
    private static final Set<String> NAMES =
            Set.of("@timestamp", "message", "logger_name", "thread_name", "level", "stack_trace", "tags");

    private static final Set<Class<?>> PLAIN = Set.of(
            String.class,
            Boolean.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            BigInteger.class,
            BigDecimal.class);

    /** A list may have itself. */
    private static final int MAX_DEPTH = 8;

    @Override
    public void writeTo(JsonGenerator json, ILoggingEvent event) {
        Set<String> taken = new HashSet<>(NAMES);
        taken.addAll(event.getLoggerContextVO().getPropertyMap().keySet());
        Map<String, String> mdc = event.getMDCPropertyMap();
        String id = mdc.get(RequestId.MDC_KEY);
        if (id != null) {
            write(REQUEST_ID, id, taken, json);
        }
        mdc.forEach((name, value) -> {
            if (!name.equals(RequestId.MDC_KEY)) {
                write(name, value, taken, json);
            }
        });
        List<KeyValuePair> pairs = event.getKeyValuePairs();
        if (pairs != null) {
            pairs.forEach(pair -> write(pair.key, pair.value, taken, json));
        }
    }

    private static void write(@Nullable String name, @Nullable Object value, Set<String> taken, JsonGenerator json) {
        Object plain = plain(value, 0);
        String free = String.valueOf(name);
        while (!taken.add(free)) {
            free += "_";
        }
        json.writeName(free);
        json.writePOJO(plain);
    }

    /** Returns {@code value} as what can be written whatever it was. */
    private static @Nullable Object plain(@Nullable Object value, int depth) {
        if (value == null || PLAIN.contains(value.getClass())) {
            return value;
        }
        try {
            if (depth < MAX_DEPTH && value instanceof Map<?, ?> map) {
                Map<String, @Nullable Object> tree = new LinkedHashMap<>();
                map.forEach((key, each) -> tree.put(String.valueOf(key), plain(each, depth + 1)));
                return tree;
            }
            if (depth < MAX_DEPTH && value instanceof Collection<?> list) {
                List<@Nullable Object> tree = new ArrayList<>();
                list.forEach(each -> tree.add(plain(each, depth + 1)));
                return tree;
            }
            return value instanceof Map || value instanceof Collection ? "..." : String.valueOf(value);
        } catch (RuntimeException | Error x) {
            // The line is worth more than one of its values, and says which is missing.
            return "no text of a %s: %s"
                    .formatted(value.getClass().getName(), x.getClass().getName());
        }
    }
}
