package dev.medley.server.internal.declared.expression.analysis;

import dev.medley.server.internal.declared.expression.syntax.Token;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The variables that a block or a function binds. A function may use variables of the blocks around it that are bound later
 * than it is written, itself for instance.
 */
final class Scope {

    private final @Nullable Scope outer;
    private final boolean function;
    private final Set<String> bound = new HashSet<>();
    /** Bound to an expression that has not ended; functions in it see the variable, the rest of it does not. */
    private final Set<String> beginning = new HashSet<>();

    private final List<Use> unbound = new ArrayList<>();

    Scope(@Nullable Scope outer, boolean function) {
        this.outer = outer;
        this.function = function;
    }

    /** The scope around; the outermost one is around itself. */
    Scope outer() {
        return outer == null ? this : outer;
    }

    void begin(String name) {
        beginning.add(name);
    }

    void bind(String name) {
        beginning.remove(name);
        bound.add(name);
    }

    /** Returns whether {@code name} is bound here, or around. */
    boolean sees(String name) {
        boolean withinFunction = false;
        for (Scope scope = this; scope != null; scope = scope.outer) {
            if (scope.bound.contains(name) || (withinFunction && scope.beginning.contains(name))) {
                return true;
            }
            withinFunction |= scope.function;
        }
        return false;
    }

    /** Keeps a variable that nothing has bound so far. */
    void keep(Use use) {
        unbound.add(use);
    }

    /**
     * Ends the scope.
     *
     * @param late gets the uses within functions that the scope has bound after them
     * @return the others if there is no scope around, else an empty list
     */
    List<Use> close(List<Use> late) {
        List<Use> free = new ArrayList<>();
        for (Use use : unbound) {
            if (use.withinFunction && bound.contains(use.token.value())) {
                late.add(use);
            } else {
                use.withinFunction |= function;
                free.add(use);
            }
        }
        if (outer == null) {
            return free;
        }
        outer.unbound.addAll(free);
        return List.of();
    }

    /** A variable in the text. */
    static final class Use {

        final Token token;
        final boolean called;
        final List<Reference.Step> steps;
        private boolean withinFunction;

        /**
         * @param steps the members that follow it, each after a point
         */
        Use(Token token, boolean called, List<Reference.Step> steps) {
            this.token = token;
            this.called = called;
            this.steps = steps;
        }
    }
}
