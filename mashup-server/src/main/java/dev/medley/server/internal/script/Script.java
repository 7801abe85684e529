package dev.medley.server.internal.script;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a script without a request. Immutable.
 *
 * @param file in which it is, for messages
 * @param path template of its paths
 * @param methods that it answers, in capitals
 * @param deadline of a reply unless the configuration has one for it; null for the server's
 * @param every time between two runs by its schedule; null for none
 * @param partners that its text, and the texts that it imports, name
 */
public record Script(
        String file,
        String path,
        List<String> methods,
        @Nullable Duration deadline,
        @Nullable Duration every,
        Set<String> partners) {

    /** Takes copies. */
    public Script {
        methods = List.copyOf(methods);
        partners = Set.copyOf(partners);
    }
}
