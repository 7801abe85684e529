package dev.medley.server.internal.declared.expression.analysis;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The context of a part of an expression, and the variables that the blocks and functions around it have bound. */
final class FlowScope {

    private final @Nullable FlowScope outer;
    private final Map<String, Set<Source>> bound;
    private final Set<Source> context;

    private FlowScope(@Nullable FlowScope outer, Map<String, Set<Source>> bound, Set<Source> context) {
        this.outer = outer;
        this.bound = bound;
        this.context = context;
    }

    static FlowScope outermost() {
        return new FlowScope(null, new HashMap<>(), Set.of());
    }

    /** Returns the scope of a block or a function in this one. */
    FlowScope block() {
        return new FlowScope(this, new HashMap<>(), context);
    }

    /** Returns this scope with another context. */
    FlowScope within(Set<Source> other) {
        return new FlowScope(outer, bound, other);
    }

    Set<Source> context() {
        return context;
    }

    void bind(String name, Set<Source> value) {
        bound.put(name, value);
    }

    /** Returns what a variable comes from; nothing if it is that of a function which calls itself. */
    Set<Source> value(String name) {
        for (FlowScope scope = this; scope != null; scope = scope.outer) {
            Set<Source> value = scope.bound.get(name);
            if (value != null) {
                return value;
            }
        }
        return Set.of();
    }
}
