package dev.medley.server.internal.declared.expression.analysis;

import java.util.HashSet;
import java.util.Set;

/**
 * The parts of a variable's value that an expression reads: {@code body} and {@code query} in
 * {@code $request.body.x & $request.query.c}.
 *
 * @param whole true if any part may be read, as in {@code $keys($request)} or {@code $request.*}
 * @param members the names that follow the variable directly
 */
public record Paths(boolean whole, Set<String> members) {

    /** Those of a variable that is not used. */
    public static final Paths NONE = new Paths(false, Set.of());

    static final Paths WHOLE = new Paths(true, Set.of());

    /** Copies the set. */
    public Paths {
        members = Set.copyOf(members);
    }

    /** Whether the member of that name may be read. */
    public boolean mayRead(String member) {
        return whole || members.contains(member);
    }

    /** Returns the parts that one or the other reads. */
    public Paths and(Paths other) {
        Set<String> both = new HashSet<>(members);
        both.addAll(other.members);
        return new Paths(whole || other.whole, both);
    }
}
