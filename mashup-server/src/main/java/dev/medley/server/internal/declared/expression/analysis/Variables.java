package dev.medley.server.internal.declared.expression.analysis;

import java.util.Set;

/**
 * The variables of an expression, by names without {@code $}.
 *
 * @param known those that it may refer to; a name that is not among them is refused when the expression is compiled
 * @param reserved those that it may not bind itself, be they known or not
 */
public record Variables(Set<String> known, Set<String> reserved) {

    /** Copies both sets. */
    public Variables {
        known = Set.copyOf(known);
        reserved = Set.copyOf(reserved);
    }

    /** Variables that are known and reserved. */
    public static Variables of(String... names) {
        Set<String> set = Set.of(names);
        return new Variables(set, set);
    }
}
