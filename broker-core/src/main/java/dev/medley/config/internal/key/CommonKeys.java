package dev.medley.config.internal.key;

import dev.medley.setting.internal.ValueParser;
import dev.medley.setting.internal.ValueParsers;
import java.util.Map;
import java.util.function.Function;

/** What the server's keys have in common with a mashup's keys. */
public final class CommonKeys {

    /** The name of the key of the field {@code Server-Timing}. */
    public static final String SERVER_TIMING = "server-timing";

    /** The name of the key of the field {@code Medley-Manifest}. */
    public static final String MANIFEST = "medley-manifest";

    /** What is wrong with settings of a queue that nothing waits in. */
    public static final String WITHOUT_LIMIT = "has no effect, because all requests are admitted; expected"
            + " server.admission.max-concurrent or server.admission.adaptive as well";

    private CommonKeys() {}

    /** Returns the parser of the forms of a field of replies, by their names in the configuration. */
    public static <E extends Enum<E>> ValueParser<E> formOfField(Class<E> type, Function<E, String> configured) {
        return ValueParsers.choice("a form of the field", type, configured, Map.of());
    }
}
