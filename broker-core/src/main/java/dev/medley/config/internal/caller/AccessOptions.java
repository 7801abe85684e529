package dev.medley.config.internal.caller;

import dev.medley.config.internal.expression.RequestExpression;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who may call a mashup, or administration. Immutable.
 *
 * @param anybody whether a caller need not be known
 * @param scopes that it must have, each of them
 * @param roles of which it must have one; empty for none
 * @param claims that it must have, each with one of the values
 * @param condition that must be true; null for none
 */
public record AccessOptions(
        boolean anybody,
        List<String> scopes,
        List<String> roles,
        Map<String, List<String>> claims,
        @Nullable RequestExpression condition) {

    /** Anybody. */
    public static final AccessOptions ANYBODY = new AccessOptions(true, List.of(), List.of(), Map.of(), null);

    /** Takes copies. */
    public AccessOptions {
        scopes = List.copyOf(scopes);
        roles = List.copyOf(roles);
        claims = Collections.unmodifiableMap(new LinkedHashMap<>(claims));
    }
}
